/**
 * Wormhole's own SDK, unmodified, moves tokens both ways between two local chains with 19 guardians: a bridge that it
 * accepts is one that our client may accept.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScriptProcess } from '@bellwether/local-services';
import { WORMHOLE_ADDRESSES, WORMHOLE_CHAIN_IDS, decodeVaa, verifyVaa } from '@bellwether/wormhole';
import type { ChainName } from '@bellwether/wormhole';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import type { Address } from '@solana/kit';
import { startGuardians } from '../../src/wormhole/guardians';
import type { Guardians } from '../../src/wormhole/guardians';
import { BridgeBench, GUARDIAN_KEYS, GUARDIAN_SET, USDC } from './bridge-bench';

const SOURCE = fileURLToPath(new URL('../../../chain-clients/wormhole', import.meta.url));
const USER_SEED = new Uint8Array(32).fill(5);
const SDK_NAMES = { ext: 'Solana', main: 'Fogo' } as const;

let bench: BridgeBench;
let guardians: Guardians;
let sdk: ScriptProcess;
let onMain: Address;

const ask = async (chain: ChainName, step: string, request: object = {}): Promise<SdkAnswer> =>
  (await sdk.ask({ chain: SDK_NAMES[chain], step, ...request })) as SdkAnswer;

/** Transfers out of the chain and waits for the guardians. */
async function transfer(chain: ChainName, request: object): Promise<string> {
  const { vaaBytes, refused } = await ask(chain, 'transfer', request);
  if (vaaBytes === undefined) throw new Error(refused);
  return vaaBytes;
}

interface SdkAnswer {
  readonly refused?: string;
  readonly vaaBytes?: string;
  readonly isCompleted?: boolean;
  readonly transactions?: number;
  readonly mint?: string;
}

beforeAll(async () => {
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
  sdk = await ScriptProcess.start(SOURCE, {
    kind: 'chain-clients',
    script: 'move-tokens.mjs',
    options,
  });
  onMain = await bench.accountOf(bench.wrapped.usdc);
});

afterAll(async () => {
  await sdk.stop();
  await guardians.close();
  await bench.close();
});

it('finds the wrapped mint where we have it', async () => {
  const { mint } = await ask('main', 'wrapped', { token: USDC });
  expect(mint).toBe(bench.wrapped.usdc);
});

it('moves USDC to main and back, with a VAA that we verify too', async () => {
  const before = await bench.balances();
  const there = await transfer('ext', { token: USDC, to: onMain, amount: '250' });
  const bytes = new Uint8Array(Buffer.from(there, 'base64'));
  expect(verifyVaa(bytes, GUARDIAN_SET)).toEqual({ vaa: decodeVaa(bytes) });
  expect(bytes).toHaveLength(1_048);
  const redeemed = await ask('main', 'redeem', { vaaBytes: there });
  expect(redeemed).toMatchObject({ transactions: 4, isCompleted: true });
  expect(await bench.balances()).toEqual({
    ...before,
    extUsdc: before.extUsdc - 250n,
    custodyUsdc: before.custodyUsdc + 250n,
    mainUsdc: before.mainUsdc + 250n,
    supplyUsdc: before.supplyUsdc + 250n,
  });
  const home = await bench.accountOf(USDC);
  const request = { token: bench.wrapped.usdc, to: home, amount: '250' };
  const back = await transfer('main', request);
  const returned = await ask('ext', 'redeem', { vaaBytes: back });
  expect(returned).toMatchObject({ transactions: 4, isCompleted: true });
  expect(await bench.balances()).toEqual(before);
});
