/**
 * `node tools/documents.mjs`: renews docs/api and the tables of docs/protocol from the code. The apps' documents are
 * those that running apps serve, so their tests write them. So are the rules of one machine, made of the cluster's. `node tools/documents.mjs --release` also makes them the
 * base that later ones are compared with.
 */
import { prepareClient, preparePackages, program, run } from './prepare.mjs';

const VITEST = [program('vitest/vitest.mjs'), 'run'];

/** The apps' first: the others read them. Last what is made of both SDKs, as they were made. */
const STEPS = [
  [['gateway', 'signer'], ['test/documents.spec']],
  [['documents'], ['test/documents.spec', 'client-types']],
  [['documents'], ['same-calls']],
  [['observability'], ['compose-rules']],
];

await preparePackages();
await prepareClient();
const RENEW_DOCUMENTS = process.argv.includes('--release') ? 'release' : 'yes';
for (const [projects, specs] of STEPS) {
  const args = [...projects.flatMap((project) => ['--project', project]), ...specs];
  const env = { ...process.env, RENEW_DOCUMENTS };
  const { ok } = await run(process.execPath, [...VITEST, ...args], { env });
  if (!ok) process.exitCode = 1;
}
const { ok } = await run(process.execPath, [program('oxfmt/bin/oxfmt'), 'docs/api']);
if (!ok) process.exitCode = 1;
