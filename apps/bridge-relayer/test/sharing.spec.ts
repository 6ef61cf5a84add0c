/** Transfers that share a message: each is paid once, by any sender, and nobody holds the others. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { splitAccountOf } from '@bellwether/chain';
import {
  isTransferOver,
  lamportsOfPart,
  partsOfCompletion,
  tokenAccountRent,
} from '@bellwether/funding';
import type { GasItem, Split } from '@bellwether/funding';
import { TRUE_TARIFF, tickOf } from '@bellwether/funding-testbed';
import type { WithdrawalStore } from '@bellwether/persistence';
import type { RelayerParts } from '../src/parts';
import { TransferWorker } from '../src/transfers/transfer-worker';
import {
  RENT_ITEM,
  Stranger,
  amountsOf,
  heldBy,
  setFrozen,
  sharedBurn,
  sharedDeposit,
} from './shared-under-test';
import type { Shared } from './shared-under-test';
import { handOver, leapingClock, proxyOf, runDying, runUntil } from './transfers-under-test';
import { World } from './world';

let world: World;
let url: string;
let parts: RelayerParts;
let withdrawals: WithdrawalStore;

beforeAll(async () => {
  world = await World.start();
  for (const name of ['ext', 'main'] as const) {
    const { address } = await world.signerOf('relayer');
    await world.give(name, { to: address, amount: 10n ** 12n });
  }
});
afterAll(() => world.stop());

beforeEach(async () => {
  url = await world.databaseUrl();
  parts = { ...(await world.parts(url, { now: leapingClock() })), tariff: TRUE_TARIFF };
  withdrawals = world.withdrawals(url);
});

/** Each with an account that its fee paid for. */
const paidFor = (count: number) => Array.from({ length: count }, () => RENT_ITEM);

async function taken(...gasItems: (readonly GasItem[])[]): Promise<Shared> {
  const shared = await sharedBurn(world, withdrawals, gasItems);
  for (const transfer of shared.transfers) await handOver(parts, transfer);
  return shared;
}

const rowOf = async ({ transfers }: Pick<Shared, 'transfers'>, share: number) =>
  (await parts.stores.transfers.byId(transfers[share]!.message.transferId))!;

async function statesOf({ transfers }: Pick<Shared, 'transfers'>): Promise<string[]> {
  const rows = await Promise.all(transfers.map((_, share) => rowOf({ transfers }, share)));
  return rows.map(({ state }) => state);
}

async function runAll({ transfers }: Pick<Shared, 'transfers'>): Promise<void> {
  for (const { message } of transfers) await runUntil(parts, message.transferId, 'completed');
}

/** Until all are over but these. */
async function runBut(shared: Shared, ...waiting: number[]): Promise<void> {
  const worker = new TransferWorker(parts);
  for (;;) {
    const states = await statesOf(shared);
    if (states.every((state, share) => (state === 'completed') !== waiting.includes(share))) break;
    await tickOf(worker);
  }
  for (let looks = 0; looks < 5; looks++) await tickOf(worker);
  for (const share of waiting) expect((await rowOf(shared, share)).state).toBe('attested');
}

const transactions = async (): Promise<readonly string[]> => {
  const sql = "SELECT purpose FROM chain_transactions WHERE state = 'final' ORDER BY purpose";
  return (await world.rows(url, sql)).map(({ purpose }) =>
    String(purpose).replace(/^split:[0-9a-f]+:/, ''),
  );
};

async function expectPaid({ split, recipients }: Shared): Promise<void> {
  expect(await heldBy(world, recipients)).toEqual(amountsOf(split));
}

/** The rent of each split account has come back. */
async function expectClosed(split: Split): Promise<void> {
  const { ext, splitProgram } = world.chainsFile();
  const { token } = await splitAccountOf(splitProgram, ext.usdc, split);
  expect(await world.chains.ext.readAccount(token)).toBeNull();
}

const lamports = async (): Promise<number> =>
  Number((await world.chains.ext.readAccount(parts.relayer.address))?.lamports ?? 0n);

const AT_ONCE = ['complete:1', 'pay-0:1', 'set-0:post-0:1', 'set-0:post-1:1', 'set-0:post-2:1'];

describe('withdrawals', () => {
  it.each([2, 5])('of one message, %i: one of each transaction serves them all', async (count) => {
    const shared = await taken(...paidFor(count));
    const before = await lamports();
    await runAll(shared);
    await expectPaid(shared);
    await expectClosed(shared.split);
    // What one is charged for pays for all, and each for its own account: making and paying the split account is in it.
    const charged = [
      ...partsOfCompletion('ext'),
      ...paidFor(count).map(() => tokenAccountRent('ext')),
    ]
      .map((part) => lamportsOfPart(part, TRUE_TARIFF))
      .reduce((sum, one) => sum + one, 0);
    expect(before - (await lamports())).toBeLessThanOrEqual(charged);
    const rows = await Promise.all(shared.transfers.map((_, share) => rowOf(shared, share)));
    expect(new Set(rows.map((row) => row.completionSignature?.toString())).size).toBe(1);
    expect(new Set(rows.map((row) => row.sequence)).size).toBe(1);
    expect(await transactions()).toEqual(AT_ONCE);
    // Nothing of ours is left open.
    expect(await world.rows(url, "SELECT 1 FROM chain_transactions WHERE state = 'kept'")).toEqual(
      [],
    );
  });

  it('of which one has no account that anybody pays for: it alone waits, and is paid once there is one', async () => {
    const shared = await taken(RENT_ITEM, [], RENT_ITEM);
    await runBut(shared, 1);
    const { usdc: mint } = world.chainsFile().ext;
    const to = shared.recipients[1]!.address;
    expect(await heldBy(world, shared.recipients)).toEqual(amountsOf(shared.split).with(1, 0n));
    await world.give('ext', { to, mint, amount: 1n });
    await runAll(shared);
    const [, second] = amountsOf(shared.split);
    expect(await world.usdcOf('ext', to)).toBe(second! + 1n);
    expect(await transactions()).toContain('pay-1:1');
    // Nobody was charged for the second payment.
    const [reserve] = await world.rows(
      url,
      'SELECT spent_micro_usdc::int AS spent FROM gas_reserve',
    );
    expect(reserve).toEqual({ spent: 1_500 });
  });

  it('of which two are frozen: each is paid when its account is free again', async () => {
    const shared = await taken(...paidFor(4));
    const { usdc: mint } = world.chainsFile().ext;
    const bad = [0, 2].map((share) => shared.recipients[share]!.address);
    for (const to of bad) {
      await world.give('ext', { to, mint, amount: 1n });
      await setFrozen(world, to, true);
    }
    await runBut(shared, 0, 2);
    await setFrozen(world, bad[1]!, false);
    await runBut(shared, 0);
    await setFrozen(world, bad[0]!, false);
    await runAll(shared);
    const [first, second, third, fourth] = amountsOf(shared.split);
    const held = [first! + 1n, second, third! + 1n, fourth];
    expect(await heldBy(world, shared.recipients)).toEqual(held);
    expect(await transactions()).toEqual(expect.arrayContaining(['pay-0:1', 'pay-1:1', 'pay-2:1']));
  });

  it('of two messages that pay the same at once: each is paid exactly, a rest with it', async () => {
    const { usdc: mint } = world.chainsFile().ext;
    const messages = [await taken(...paidFor(2), [])];
    const [{ recipients }] = messages as [Shared];
    messages.push(await sharedBurn(world, withdrawals, [...paidFor(2), []], recipients));
    for (const transfer of messages[1]!.transfers) await handOver(parts, transfer);
    const [one, other] = messages as [Shared, Shared];
    expect(one.split.entries).toEqual(other.split.entries);
    const stranger = await Stranger.with(world);
    await stranger.makes(one.split);
    await stranger.adds(one.split, 5n);
    await runBut(one, 2);
    await runBut(other, 2);
    const amounts = amountsOf(one.split);
    const twice = amounts.map((amount) => 2n * amount);
    expect(await heldBy(world, recipients)).toEqual([twice[0]! + 5n, twice[1], 0n]);
    await world.give('ext', { to: recipients[2]!.address, mint, amount: 1n });
    await runAll(one);
    await runAll(other);
    expect(await heldBy(world, recipients)).toEqual([twice[0]! + 5n, twice[1], twice[2]! + 1n]);
    for (const { split } of messages) await expectClosed(split);
    const signatures = await Promise.all(
      messages.map(async (message) => (await rowOf(message, 0)).completionSignature?.toString()),
    );
    expect(new Set(signatures).size).toBe(2);
  });

  it('are all asked for at once, where guardians do not answer', async () => {
    const shared = await taken(...paidFor(3));
    const asking = new Set<ServerResponse>();
    let most = 0;
    const guardians = createServer((_, answer) => {
      asking.add(answer);
      most = Math.max(most, asking.size);
      answer.on('close', () => asking.delete(answer));
    }).listen(0, '127.0.0.1');
    await once(guardians, 'listening');
    const { port } = guardians.address() as AddressInfo;
    const silent = { ...parts, guardiansUrl: `http://127.0.0.1:${port}` };
    for (const { message } of shared.transfers) await runUntil(silent, message.transferId, 'sent');
    await tickOf(new TransferWorker(silent));
    guardians.closeAllConnections();
    guardians.close();
    expect(most).toBe(3);
    await runAll(shared);
    await expectPaid(shared);
  });

  it('of which none can be paid wait together', async () => {
    const shared = await taken([], []);
    await runBut(shared, 0, 1);
    const { usdc: mint } = world.chainsFile().ext;
    for (const { address: to } of shared.recipients)
      await world.give('ext', { to, mint, amount: 1n });
    await runAll(shared);
    expect(await heldBy(world, shared.recipients)).toEqual(
      amountsOf(shared.split).map((amount) => amount + 1n),
    );
    expect(await transactions()).toEqual(AT_ONCE);
  });

  it('to an address that somebody sent a lamport to: the account is made all the same', async () => {
    const shared = await taken(...paidFor(2));
    const stranger = await Stranger.with(world);
    await stranger.sendsLamports(shared.split, 1);
    await runAll(shared);
    expect(await heldBy(world, shared.recipients)).toEqual(amountsOf(shared.split));
  });
});

describe('a stranger', () => {
  async function attested(...gasItems: (readonly GasItem[])[]) {
    const shared = await taken(...gasItems);
    for (const { message } of shared.transfers)
      await runUntil(parts, message.transferId, 'attested');
    const { vaa } = await rowOf(shared, 0);
    return { ...shared, vaa: vaa!, stranger: await Stranger.with(world) };
  }

  it('completes: the relayer pays', async () => {
    const shared = await attested(...paidFor(3));
    await shared.stranger.completes(shared.vaa, shared.split);
    await runAll(shared);
    await expectPaid(shared);
    expect(await transactions()).toContain('pay-0:1');
    expect(await transactions()).not.toContain('complete:1');
  });

  it('completes and pays those that can be: the others are paid by the relayer', async () => {
    const shared = await attested(...paidFor(3));
    const { usdc: mint } = world.chainsFile().ext;
    await world.give('ext', { to: shared.recipients[1]!.address, mint, amount: 1n });
    await shared.stranger.completes(shared.vaa, shared.split);
    await shared.stranger.pays(shared.split, [false, true, false]);
    await runAll(shared);
    const [first, second, third] = amountsOf(shared.split);
    expect(await heldBy(world, shared.recipients)).toEqual([first, second! + 1n, third]);
    expect(await transactions()).toEqual(['pay-1:1', ...(await posted())]);
  });

  /** What the relayer may have done before it saw that somebody was first. */
  const posted = async () => (await transactions()).filter((one) => one.startsWith('set-'));

  it('pays before the message is completed, out of its own purse: what the bridge brings is paid too', async () => {
    const shared = await attested(...paidFor(3));
    const { usdc: mint } = world.chainsFile().ext;
    const to = shared.recipients[2]!.address;
    await world.give('ext', { to, mint, amount: 1n });
    const sum = amountsOf(shared.split).reduce((total, amount) => total + amount);
    await shared.stranger.makes(shared.split);
    await shared.stranger.adds(shared.split, sum + 7n);
    await shared.stranger.pays(shared.split, [false, false, true]);
    await runAll(shared);
    const [first, second, third] = amountsOf(shared.split);
    const held = await heldBy(world, shared.recipients);
    // What it gave for the first two lies where only they can be paid from.
    expect(held).toEqual([first, second, third! + third! + 1n + 7n]);
  });

  it('adds to a split account: the first gets that too, and each is found paid', async () => {
    const shared = await attested(...paidFor(2));
    await shared.stranger.makes(shared.split);
    await shared.stranger.adds(shared.split, 5n);
    await runAll(shared);
    const [first, second] = amountsOf(shared.split);
    expect(await heldBy(world, shared.recipients)).toEqual([first! + 5n, second]);
    await expectClosed(shared.split);
  });

  it('fills a split account again after it was paid out: it is paid out again, and nothing waits', async () => {
    const shared = await attested(...paidFor(2));
    await shared.stranger.completes(shared.vaa, shared.split);
    const { usdc: mint } = world.chainsFile().ext;
    for (const { address: to } of shared.recipients)
      await world.give('ext', { to, mint, amount: 1n });
    await shared.stranger.pays(shared.split, [true, true]);
    const sum = amountsOf(shared.split).reduce((total, amount) => total + amount);
    await shared.stranger.makes(shared.split);
    await shared.stranger.adds(shared.split, sum);
    await runAll(shared);
    expect(await heldBy(world, shared.recipients)).toEqual(
      amountsOf(shared.split).map((amount) => 2n * amount + 1n),
    );
  });
});

describe('deposits', () => {
  it('of one message are paid into their proxy wallets', async () => {
    const { transfers, split } = await sharedDeposit(world, 3);
    const { usdc: mint } = world.chainsFile().main;
    for (const { user } of transfers) {
      await world.give('main', { to: await proxyOf(world, user), mint, amount: 1n });
    }
    for (const transfer of transfers) await handOver(parts, transfer);
    for (const { message } of transfers) await runUntil(parts, message.transferId, 'completed');
    const held = transfers.map(async ({ user }) =>
      world.usdcOf('main', await proxyOf(world, user)),
    );
    expect(await Promise.all(held)).toEqual(amountsOf(split).map((amount) => amount + 1n));
    expect(await transactions()).toEqual(AT_ONCE);
  });
});

describe('a process that dies', () => {
  it.each(['before', 'after'] as const)('%s any call: each is paid once', async (when) => {
    const shared = await taken(RENT_ITEM, [], RENT_ITEM);
    const { usdc: mint } = world.chainsFile().ext;
    const [first, , third] = shared.transfers;
    const died = await runDying(parts, first!.message.transferId, when);
    await runDying(parts, third!.message.transferId, when);
    expect(died.deaths).toBeGreaterThan(15);
    expect((await rowOf(shared, 1)).state).toBe('attested');
    await world.give('ext', { to: shared.recipients[1]!.address, mint, amount: 1n });
    await runDying(parts, shared.transfers[1]!.message.transferId, when);
    expect(await statesOf(shared)).toEqual(['completed', 'completed', 'completed']);
    const amounts = amountsOf(shared.split);
    expect(await heldBy(world, shared.recipients)).toEqual(amounts.with(1, amounts[1]! + 1n));
  });

  it('and a second one beside it: each is paid once', async () => {
    const beside = await world.parts(url, { now: leapingClock() });
    const messages = [await taken(...paidFor(3)), await taken(...paidFor(2))];
    const runs = [parts, beside].flatMap((one) =>
      messages.flatMap(({ transfers }) =>
        transfers.map(({ message }) => runUntil(one, message.transferId, 'completed')),
      ),
    );
    expect((await Promise.all(runs)).every(isTransferOver)).toBe(true);
    for (const shared of messages) await expectPaid(shared);
  });
});
