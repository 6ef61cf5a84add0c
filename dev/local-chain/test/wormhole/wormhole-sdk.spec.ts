/**
 * Wormhole's own SDK, unmodified, moves tokens both ways between two local chains with 19 guardians: a bridge that it
 * accepts is one that our client may accept.
 */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WORMHOLE_ADDRESSES, WORMHOLE_CHAIN_IDS, decodeVaa, verifyVaa } from '@bellwether/wormhole';
import type { ChainName } from '@bellwether/wormhole';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import type { Address } from '@solana/kit';
import { startGuardians } from '../../src/wormhole/guardians';
import type { Guardians } from '../../src/wormhole/guardians';
import { installChainClient } from '../chain-client';
import { BridgeBench, GUARDIAN_KEYS, GUARDIAN_SET, USDC } from './bridge-bench';

const SCRIPT = 'move-tokens.mjs';
const SOURCE = fileURLToPath(new URL('../../../chain-clients/wormhole', import.meta.url));
const USER_SEED = new Uint8Array(32).fill(5);
const SDK_NAMES = { ext: 'Solana', main: 'Fogo' } as const;

let bench: BridgeBench;
let guardians: Guardians;
let sdk: SdkProcess;
let onMain: Address;

/** The script with the SDK: one line per request and answer. */
class SdkProcess {
  private readonly answers: AsyncIterator<string>;
  private complaints = '';

  constructor(private readonly child: ChildProcessByStdio<Writable, Readable, Readable>) {
    this.answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on('data', (text) => (this.complaints += String(text)));
  }

  async ask(chain: ChainName, step: string, request: object = {}): Promise<SdkAnswer> {
    this.child.stdin.write(`${JSON.stringify({ chain: SDK_NAMES[chain], step, ...request })}\n`);
    const { value, done } = await this.answers.next();
    if (done === true) throw new Error(`the script with the SDK has ended: ${this.complaints}`);
    return JSON.parse(value) as SdkAnswer;
  }

  /** Transfers out of the chain and waits for the guardians. */
  async transfer(chain: ChainName, request: object): Promise<string> {
    const { vaaBytes, refused } = await this.ask(chain, 'transfer', request);
    if (vaaBytes === undefined) throw new Error(refused);
    return vaaBytes;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdin.end();
    await ended;
  }
}

interface SdkAnswer {
  readonly refused?: string;
  readonly logs?: readonly string[];
  readonly vaaBytes?: string;
  readonly isCompleted?: boolean;
  readonly transactions?: number;
  readonly mint?: string;
}

beforeAll(async () => {
  const folder = await installChainClient('wormhole');
  await copyFile(join(SOURCE, SCRIPT), join(folder, SCRIPT));
  const user = await createKeyPairSignerFromPrivateKeyBytes(USER_SEED);
  bench = await BridgeBench.open({ user, isMoving: true, slotMs: 20, finalizeAfterBlocks: 4 });
  const { ext, main } = bench.running;
  guardians = await startGuardians({
    privateKeys: GUARDIAN_KEYS,
    guardianSetIndex: GUARDIAN_SET.index,
    pollMs: 10,
    chains: [
      { chain: 'ext', rpcUrl: ext.url },
      { chain: 'main', rpcUrl: main.url },
    ],
  });
  const place = (chain: ChainName) => ({
    name: SDK_NAMES[chain],
    chainId: WORMHOLE_CHAIN_IDS[chain],
    url: bench.running[chain].url,
    wsUrl: bench.running[chain].wsUrl,
    ...WORMHOLE_ADDRESSES.production[chain],
  });
  const options = {
    userSeed: [...USER_SEED],
    guardiansUrl: guardians.url,
    chains: [place('ext'), place('main')],
  };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], {
    cwd: folder,
    stdio: 'pipe',
  });
  sdk = new SdkProcess(child);
  onMain = await bench.accountOf(bench.wrapped.usdc);
});

afterAll(async () => {
  await sdk.stop();
  await guardians.close();
  await bench.close();
});

it('finds the wrapped mint where we have it', async () => {
  const { mint } = await sdk.ask('main', 'wrapped', { token: USDC });
  expect(mint).toBe(bench.wrapped.usdc);
});

it('moves USDC to main and back, with a VAA that we verify too', async () => {
  const before = await bench.balances();
  const there = await sdk.transfer('ext', { token: USDC, to: onMain, amount: '250' });
  const bytes = new Uint8Array(Buffer.from(there, 'base64'));
  expect(verifyVaa(bytes, GUARDIAN_SET)).toEqual({ vaa: decodeVaa(bytes) });
  expect(bytes).toHaveLength(1_048);
  const redeemed = await sdk.ask('main', 'redeem', { vaaBytes: there });
  expect(redeemed).toEqual({ transactions: 4, isCompleted: true });
  expect(await bench.balances()).toEqual({
    ...before,
    extUsdc: before.extUsdc - 250n,
    custodyUsdc: before.custodyUsdc + 250n,
    mainUsdc: before.mainUsdc + 250n,
    supplyUsdc: before.supplyUsdc + 250n,
  });
  const home = await bench.accountOf(USDC);
  const request = { token: bench.wrapped.usdc, to: home, amount: '250' };
  const back = await sdk.transfer('main', request);
  const returned = await sdk.ask('ext', 'redeem', { vaaBytes: back });
  expect(returned).toEqual({ transactions: 4, isCompleted: true });
  expect(await bench.balances()).toEqual(before);
});
