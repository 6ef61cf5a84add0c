/** The same cases by the client that most programs use, unmodified, in a process of its own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { startLocalChain } from '@bellwether/local-chain';
import { installChainClient } from '../chain-client';
import { CLIENT_CASES } from './client-cases';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

interface CaseResult {
  readonly name: string;
  readonly outcome?: unknown;
  readonly error?: string;
}
const results = new Map<string, CaseResult>();

beforeAll(async () => {
  const packages = await installChainClient('web3');
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-web3-'));
  const local = await startLocalChain({ slotMs: 10 });
  try {
    const cases = await bundleCases(folder);
    const script = join(ROOT, 'dev/chain-clients/web3/run-cases.mjs');
    const child = spawn(process.execPath, [script, packages, cases, local.url, local.wsUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const lines = (await text(child.stdout)).trim().split('\n');
    await exited;
    for (const line of lines) {
      const result = JSON.parse(line) as CaseResult;
      results.set(result.name, result);
    }
  } finally {
    await local.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function bundleCases(folder: string): Promise<string> {
  const source = join(ROOT, 'dev/local-chain/test/clients/client-cases.ts');
  const bundle = join(folder, 'client-cases.mjs');
  const rolldown = join(ROOT, 'node_modules/.bin/rolldown');
  await promisify(execFile)(rolldown, [source, '--file', bundle, '--format', 'esm']);
  return bundle;
}

describe('@solana/web3.js', () => {
  it.each(CLIENT_CASES)('$name', ({ name, expected }) => {
    const { error, outcome } = results.get(name) ?? { error: 'it did not run' };
    expect(error).toBeUndefined();
    expect(outcome).toEqual(expected);
  });
});
