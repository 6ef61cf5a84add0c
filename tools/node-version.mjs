// Written in syntax that very old versions of Node can read: they must get as far as the message below.
import fs from 'fs';

/** The message for a Node older than `engines` in package.json; null if it is new enough. */
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
