/**
 * `node tools/documents.mjs`: renews docs/api from what the code says. The documents of the apps are those that running apps
 * serve, so their tests write them; `node tools/documents.mjs --release` also makes them what later ones are compared with.
 */
import { prepareClient, preparePackages, program, run } from './prepare.mjs';

const VITEST = [program('vitest/vitest.mjs'), 'run'];

/** Those of the apps first: the others read them. */
const STEPS = [['gateway', 'signer'], ['documents']];

await preparePackages();
await prepareClient();
const RENEW_DOCUMENTS = process.argv.includes('--release') ? 'release' : 'yes';
for (const projects of STEPS) {
  const args = [...projects.flatMap((project) => ['--project', project]), 'documents'];
  const env = { ...process.env, RENEW_DOCUMENTS };
  const { ok } = await run(process.execPath, [...VITEST, ...args], { env });
  if (!ok) process.exitCode = 1;
}
