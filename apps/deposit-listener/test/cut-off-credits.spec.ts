/**
 * Credits without a log: cut off, left out by a node, hidden altogether. Each is booked exactly, or an alarm is raised.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  createAssociatedToken,
  creditProxy,
  initProxyWallet,
  newSigner,
  transferTokens,
} from '@bellwether/chain';
import type { Address, Instruction, Signer } from '@bellwether/chain';
import { startFaultyRpc } from '@bellwether/local-chain';
import type { FaultyRpc, Reported } from '@bellwether/local-chain';
import { tickOf, until, userOf } from '@bellwether/funding-testbed';
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../src/parts';
import type { UserPlaces } from '../src/watch/user-addresses';
import { asNewProcess, scanToHead, scansOf } from './scan-by-hand';
import { World } from './world';

let world: World;
let node: FaultyRpc;
let payer: Signer;
let url: string;
let parts: ListenerParts;
let workers: (name: string) => Worker;
let stopScan: () => Promise<void>;
let places: UserPlaces;
let users = 0;
let user: Uint8Array;
/** What the listener's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  world = await World.start();
  node = await startFaultyRpc({ upstream: world.network.description.main.rpcUrl });
  payer = await newSigner();
  const { usdc } = world.chainsFile().main;
  await world.give('main', { to: payer.address, amount: 5_000_000_000n });
  await world.give('main', { to: payer.address, mint: usdc, amount: 1_000_000_000n });
});
afterAll(async () => {
  await node.stop();
  await world.stop();
});

beforeEach(async () => {
  url = await world.databaseUrl();
  const now = (): number => Date.now() + aheadMs;
  parts = await world.parts(url, { rpcUrls: { main: [node.url] }, now });
  workers = scansOf(parts, world);
  stopScan = async () => workers('scan-main').stop?.();
  await scanToHead(parts, workers('scan-main'));
  user = userOf(++users);
  await parts.stores.watched.watch(await parts.addresses.watchOf(user, now()));
  places = await parts.addresses.of(user);
  const owner = { owner: places.proxyWallet, mint: parts.usdc.main };
  await send([
    await initProxyWallet(parts.vault, { payer: payer.address, user }),
    await createAssociatedToken({ payer: payer.address, ...owner }),
  ]);
});
afterEach(async () => {
  await stopScan();
  node.faults.reports = () => 'all';
  chain().start();
});

const chain = () => world.network.main.chain;

/** @returns the signature, final */
async function send(instructions: readonly Instruction[]): Promise<string> {
  const request = { instructions, feePayer: payer, computeUnits: 1_000_000 };
  return (await world.sent('main', request)).signature;
}

const pay = async (amount: bigint): Promise<Instruction> =>
  transferTokens({
    source: await associatedTokenAddress(payer.address, parts.usdc.main),
    destination: places.proxyUsdcAccount,
    owner: payer.address,
    mint: parts.usdc.main,
    decimals: 6,
    amount,
  });

/** As much as it takes to fill a log before the vault speaks: what anybody may do. */
const FILLING = Array.from({ length: 50 }, () => ({
  programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
  accounts: [],
  data: new Uint8Array(),
}));

const credits = () =>
  world.rows(
    url,
    'SELECT credit_seq, amount_micro_usdc, attribution FROM chain_credits ORDER BY credit_seq',
  );

const exactly = (...amounts: readonly number[]) =>
  amounts.map((amount, at) => ({
    credit_seq: String(at + 1),
    amount_micro_usdc: String(amount),
    attribution: 'exact',
  }));

const alarms = async (): Promise<number> => {
  const { text } = await parts.metrics.expose();
  const found = /alarms_total\{kind="credit_in_doubt"[^}]*\} (\d+)/.exec(text);
  return Number(found?.[1]);
};

/** The scan and credit checks of a chain that stands still, until it is so: no scan has to catch up with one that runs. */
async function untilSo(
  names: (name: string) => Worker,
  isSo: () => Promise<boolean>,
): Promise<void> {
  chain().stop();
  // A process learns whom to watch with a block.
  chain().advance();
  await until(async () => {
    await tickOf(names('scan-main'));
    await tickOf(names('credits-main'));
    return isSo();
  });
  chain().start();
}

const bookedBy = (names: (name: string) => Worker, count: number): Promise<void> =>
  untilSo(names, async () => (await credits()).length >= count);

describe('a log that somebody filled before the vault spoke', () => {
  it('hides no credit, and none that comes behind it', async () => {
    const credit = await creditProxy(parts.vault, { user });
    await send([await pay(3_000_000n), credit]);
    const filled = await send([...FILLING, await pay(4_000_000n), credit]);
    await send([await pay(5_000_000n), credit]);
    const found = await world.chains.main.findTransaction(filled);
    expect(found?.transaction.logs).toContain('Log truncated');
    await bookedBy(workers, 3);
    expect(await credits()).toEqual(exactly(3_000_000, 4_000_000, 5_000_000));
    expect(await alarms()).toBe(0);
  });
});

describe('a node that leaves out', () => {
  it.each<[string, Reported]>([
    ['the end of a log', 'cut_off_log'],
    ['a log', 'no_log'],
    ['a log, and what was called', 'no_calls'],
  ])('%s hides no credit', async (_name, reported) => {
    const credit = await creditProxy(parts.vault, { user });
    await send([await pay(3_000_000n)]);
    const first = await send([credit]);
    await send([await pay(4_000_000n)]);
    await send([credit]);
    node.faults.reports = (signature) => (signature === first ? reported : 'all');
    await bookedBy(workers, 2);
    expect(await credits()).toEqual(exactly(3_000_000, 4_000_000));
    expect(await alarms()).toBe(0);
  });

  it('a log, is no matter to the next process, which has not seen it', async () => {
    const credit = await creditProxy(parts.vault, { user });
    await send([await pay(3_000_000n)]);
    const reported = await send([credit]);
    node.faults.reports = (signature) => (signature === reported ? 'no_log' : 'all');
    await scanToHead(parts, workers('scan-main'));
    await workers('scan-main').stop?.();
    expect(await credits()).toEqual([]);
    await bookedBy(scansOf(asNewProcess(parts), world), 1);
    expect(await credits()).toEqual(exactly(3_000_000));
  });

  it('a whole credit is found out: what is in doubt is told, and booked when nodes know it', async () => {
    const credit = await creditProxy(parts.vault, { user });
    await send([await pay(3_000_000n)]);
    const hidden = await send([credit]);
    await send([await pay(4_000_000n)]);
    await send([credit]);
    node.faults.omits = (signature) => signature === hidden;
    await untilSo(workers, async () => (await alarms()) > 0);
    // What the vault did after it is not booked under another number, and no amount is made up.
    expect(await credits()).toEqual([]);
    node.faults.omits = () => false;
    aheadMs += 60_000;
    await bookedBy(workers, 2);
    expect(await credits()).toEqual(exactly(3_000_000, 4_000_000));
    expect(await alarms()).toBe(1);
  });
});
