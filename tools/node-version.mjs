// In words that a Node of many years ago can read, and with nothing that it lacks: it must come as far as the sentence below.
import fs from 'fs';

/** What to tell whoever runs an older Node than `engines` of package.json names; null where it is new enough. */
export function whyTooOld(version, engines) {
  const wanted = /^>=(\d+)\.(\d+)/.exec(engines);
  const given = /^v?(\d+)\.(\d+)/.exec(version);
  const major = Number(given[1]) - Number(wanted[1]);
  const minor = Number(given[2]) - Number(wanted[2]);
  if (major > 0 || (major === 0 && minor >= 0)) return null;
  return `Node ${engines.slice(2)} or newer is needed, this one is ${version}: see nodejs.org, or your system's packages`;
}

const manifest = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const tooOld = whyTooOld(process.version, manifest.engines.node);
if (tooOld !== null) {
  console.error(tooOld);
  process.exit(1);
}
