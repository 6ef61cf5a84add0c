/** `nx affected` takes from `project.json` which files specs read, and which apps they run, without an import. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NX = 'node_modules/nx/dist/bin/nx.js';

function affectedBy(file: string): string[] {
  const args = [NX, 'show', 'projects', '--affected', `--files=${file}`, '--json'];
  const env = { ...process.env, NX_DAEMON: 'false' };
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' }));
}

it.each([
  ['apps/gateway/src/main.ts', ['gateway', 'e2e', 'attacks', 'trials', 'observability']],
  ['docs/FIRST-TRADE.md', ['trials', 'tidy']],
  ['dev/chain-clients/wormhole/payments.mjs', ['local-chain', 'e2e', 'tidy']],
  ['docker/Dockerfile', ['attacks', 'cluster', 'trials']],
])('a change of %s can break at least %j', (file, projects) => {
  expect(affectedBy(file)).toEqual(expect.arrayContaining(projects));
});
