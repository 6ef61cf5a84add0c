/** Deposits that wait at the same time cross the bridge in one message, on real chains. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  bytesOfAddress,
  createAssociatedToken,
  parseTokenAccount,
  paySplit,
  splitAccountOf,
} from '@bellwether/chain';
import type { Instruction } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { decodeSplit, depositTransferId } from '@bellwether/funding';
import type { Deposit, Split } from '@bellwether/funding';
import {
  EngineUnderTest,
  Interruption,
  TRUE_TARIFF,
  steadily,
  survives,
  tickOf,
  userOf,
} from '@bellwether/funding-testbed';
import { collectorOf } from '../../src/ext/bridge/shared-transfer';
import { extWorkers } from '../../src/ext/ext-work';
import { STEP_LEASE_MS } from '../../src/ext/limits';
import { takeRound } from '../../src/solvency/take-round';
import { interrupted } from '../interrupted';
import { MainByHand } from '../main-by-hand';
import { World } from '../world';
import { ExtByHand, workersOfExt } from './ext-by-hand';
import {
  alignSlot,
  givenTogether,
  groupsOf,
  relayedGroup,
  reportGroup,
  stepsOf,
  workToStep,
  workerNamed,
} from './sharing-by-hand';
import type { Signed } from './sharing-by-hand';

/** Far more than there are awaits in a tick. */
const MAX_LIVES = 600;
const TARIFF = { ...TRUE_TARIFF, markupBps: 0 };
const SHARE_WAIT_MS = 20_000;

let world: World;
let by: ExtByHand;
let engine: EngineUnderTest;
let main: MainByHand;
beforeAll(async () => {
  world = await World.start();
  by = await ExtByHand.begin(world, { tariff: TARIFF, shareWaitMs: SHARE_WAIT_MS });
  engine = await EngineUnderTest.serve(by.parts.bus);
  main = MainByHand.again(by.parts, world, by.clock);
  await main.tick();
});
afterAll(async () => {
  await main.stop();
  await engine.stop();
  await world.stop();
});
beforeEach(() => alignSlot(by));

let users = 100;
const nextUser = (): Uint8Array => userOf(++users);
const fresh = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ user: nextUser(), amount: 2_000_000n + BigInt(at) }));

/** What the chains hold beside what they should, wherever the money is just then. The round waits for the scan. */
async function difference(): Promise<number> {
  let isDone = false;
  const round = steadily(() => takeRound(by.parts)).finally(() => (isDone = true));
  while (!isDone) await tickOf(main.worker('scan-main'));
  return (await round).differenceMicroUsdc;
}

it.each([
  [1, [1]],
  [2, [2]],
  [8, [8]],
  [20, [7, 7, 6]],
])('%i at once: %j', async (count, sizes) => {
  const deposits = await givenTogether(by, fresh(count));
  await workToStep(by, deposits, 'sending');
  expect(await difference()).toBe(0);
  const groups = await groupsOf(by, deposits);
  expect(groups.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual(sizes);
  for (const group of groups) {
    const [first] = group;
    expect(await by.send(first!)).toMatchObject({ state: 'final', error: null });
    const listed = group.map(({ split, share }) =>
      split === null ? null : decodeSplit(split).entries[share],
    );
    const own = group.map((one) =>
      group.length === 1
        ? null
        : { account: one.recipientAccount, amountMicroUsdc: one.amountMicroUsdc },
    );
    expect(listed).toEqual(own);
    expect(group.map(({ share }) => share)).toEqual([...group.keys()]);
  }
  expect(await difference()).toBe(0);
  await by.scanToHead();
  // What the collector takes and gives within the transaction is nobody's deposit.
  for (const { user } of deposits) expect(await by.deposits(user)).toHaveLength(1);
  for (const group of groups) await reportGroup(by, group, await relayedGroup(by, group));
  expect(await difference()).toBe(0);
  await main.until(async () => (await stepsOf(by, deposits)).every((step) => step === 'ended'));
  for (const deposit of deposits) {
    const { phase, creditedMicroUsdc } = await by.deposit(deposit);
    expect([phase, creditedMicroUsdc]).toEqual(['credited', deposit.amountMicroUsdc]);
    expect(await by.deposits(deposit.user)).toHaveLength(1);
  }
  expect(await difference()).toBe(0);
  const collector = await collectorOf(by.parts);
  const held = await world.chains.ext.readAccount(collector.account);
  expect(held === null ? 0n : parseTokenAccount(held)!.amount).toBe(0n);
  expect(await by.alarms()).toEqual({});
});

const bridging = (deposits: readonly Deposit[]) => async (): Promise<boolean> =>
  (await stepsOf(by, deposits)).includes('bridging');

it('one that cannot be paid holds nobody up: each goes alone at once', async () => {
  const good = await givenTogether(by, fresh(2));
  // As if its address held it.
  const { user } = good[0]!;
  const short = await by.insert(user, { mint: by.parts.usdc.ext, amount: 5_000_000n });
  await by.workUntil(short, { phase: 'failed' });
  expect(await by.deposit(short)).toMatchObject({ reason: 'transaction_refused', attempt: 2 });
  await workToStep(by, good, 'sending');
  const groups = await groupsOf(by, good);
  expect(groups.map((group) => group.map(({ split }) => split))).toEqual([[null], [null]]);
  for (const [message] of groups) expect(await by.send(message!)).toMatchObject({ error: null });
  await by.parts.stores.deposits.reject(short.depositId, by.parts.now());
});

/** As the relayer reports it. */
async function expired(group: readonly Signed[]): Promise<void> {
  for (const { transferId, direction, subjectId, user } of group) {
    const about = { transferId, direction, subjectId, user };
    const reason = 'blockhash_expired' as const;
    await by.report({ kind: 'transfer_expired', ...about, reason }, `expired ${transferId}`);
  }
}

it('after an attempt that expired each goes alone, and is charged as one', async () => {
  const deposits = await givenTogether(by, fresh(2));
  await workToStep(by, deposits, 'sending');
  const [group] = await groupsOf(by, deposits);
  await expired(group!);
  await workToStep(by, deposits, 'sending');
  for (const deposit of deposits) {
    const { transferId, split, share } = await by.deposit(deposit);
    expect([transferId, split, share]).toEqual([depositTransferId(deposit.depositId, 2), null, 0]);
  }
  for (const messages of await groupsOf(by, deposits)) {
    if (messages[0]!.split === null) await by.send(messages[0]!);
  }
});

it('an expiry that the chain contradicts signs nothing: each is handed over again, in its place', async () => {
  const deposits = await givenTogether(by, fresh(2));
  await workToStep(by, deposits, 'sending');
  const [group] = await groupsOf(by, deposits);
  expect(await by.send(group![0]!)).toMatchObject({ error: null });
  await expired(group!);
  await workToStep(by, deposits, 'sending');
  const [again, ...others] = await groupsOf(by, deposits);
  expect(others).toEqual([]);
  const handedOver = again!.filter(({ sourceBytes }) => sourceBytes === null);
  expect(handedOver.map(({ transferId }) => transferId)).toEqual(
    group!.map(({ subjectId }) => depositTransferId(subjectId, 2)),
  );
  expect(handedOver.map(({ split, share }) => [split, share])).toEqual(
    group!.map(({ split, share }) => [split, share]),
  );
});

it('deposits of one user share too, and two equal ones', async () => {
  const [user, other] = [nextUser(), nextUser()];
  const amount = 3_000_000n;
  const deposits = await givenTogether(by, [
    { user, amount },
    { user, amount },
    { user: other, amount },
  ]);
  await workToStep(by, deposits, 'sending');
  const [group] = await groupsOf(by, deposits);
  expect(group).toHaveLength(3);
  await by.send(group![0]!);
  await reportGroup(by, group!, await relayedGroup(by, group!));
  await main.until(async () => (await stepsOf(by, deposits)).every((step) => step === 'ended'));
  const credited = (await by.deposits(user)).map((one) => [one.phase, one.creditedMicroUsdc]);
  expect(credited).toEqual([
    ['credited', Number(amount)],
    ['credited', Number(amount)],
  ]);
});

it('two messages that pay the same are under way at once, and each deposit is credited once', async () => {
  const given = fresh(2);
  const groups: Signed[][] = [];
  const all: Deposit[] = [];
  for (let messages = 0; messages < 2; messages++) {
    alignSlot(by);
    const deposits = await givenTogether(by, given);
    await workToStep(by, deposits, 'sending');
    const [group] = await groupsOf(by, deposits);
    expect(await by.send(group![0]!)).toMatchObject({ error: null });
    groups.push(group!);
    all.push(...deposits);
  }
  const lists = groups.map(([first]) => decodeSplit(first!.split!));
  expect(sumsOf(lists[0]!)).toEqual(sumsOf(lists[1]!));
  // The later one first.
  for (const group of groups.toReversed()) {
    await reportGroup(by, group, await relayedGroup(by, group));
  }
  await main.until(async () => (await stepsOf(by, all)).every((step) => step === 'ended'));
  for (const deposit of all) {
    const { phase, creditedMicroUsdc } = await by.deposit(deposit);
    expect([phase, creditedMicroUsdc]).toEqual(['credited', deposit.amountMicroUsdc]);
  }
  for (const { user } of given) expect(await by.deposits(user)).toHaveLength(2);
  expect(await difference()).toBe(0);
});

/** What each account gets of a list, in any order. */
const sumsOf = ({ entries }: Split): readonly string[] =>
  entries.map(({ account, amountMicroUsdc }) => `${toHex(account)} ${amountMicroUsdc}`).toSorted();

/** Ticks of the worker by processes of which each lives a call longer than the one before, until one lives. */
async function dyingAtEachCall(
  at: ExtByHand,
  when: 'before' | 'after',
  isLeft: () => Promise<boolean>,
): Promise<number> {
  for (let deaths = 0, lives = 0; lives < MAX_LIVES; lives++) {
    const parts = interrupted(at.parts, new Interruption(deaths + 1, when));
    const worker = workerNamed(extWorkers(parts), 'bridge-deposits');
    const end = await survives(() => worker.tick());
    at.clock.aheadMs += STEP_LEASE_MS + 1;
    if (end === 'lived' && !(await isLeft())) return deaths;
    if (end !== 'failed') deaths++;
  }
  throw new Error('it never lived');
}

it.each(['before', 'after'] as const)(
  'a listener that dies %s each call of their signing loses and doubles none',
  async (when) => {
    const deposits = await givenTogether(by, fresh(3));
    await workToStep(by, deposits, 'bridging');
    // What each needs is made first.
    await dyingAtEachCall(by, when, async () => false);
    await by.work(async () => {
      const sql = "SELECT 1 FROM chain_transactions WHERE state = 'kept' AND due_ms IS NOT NULL";
      return (await world.rows(by.url, sql)).length === 0;
    }, [workerNamed(workersOfExt(by.parts), 'broadcast')]);
    expect(await dyingAtEachCall(by, when, bridging(deposits))).toBeGreaterThan(2);
    const groups = await groupsOf(by, deposits);
    expect(groups.map(({ length }) => length)).toEqual([3]);
    expect(await by.send(groups[0]![0]!)).toMatchObject({ error: null });
    for (const { user, depositId } of deposits) {
      const { depositUsdcAccount } = await by.parts.addresses.of(user);
      expect(await by.tokens(depositUsdcAccount)).toBe(0n);
      const charges = Object.keys(await by.charges());
      expect(charges.filter((one) => one === `deposit:${toHex(depositId)}:bridge`)).toHaveLength(1);
      expect(charges).toContain(`approval:${depositUsdcAccount}:1`);
      expect(charges).not.toContain(`approval:${depositUsdcAccount}:2`);
    }
  },
);

it('two listeners at once send each once', async () => {
  const deposits = await givenTogether(by, fresh(10));
  const options = { now: by.parts.now, tariff: TARIFF, shareWaitMs: SHARE_WAIT_MS };
  const others = await world.parts(by.url, options);
  const all = [...workersOfExt(by.parts), ...workersOfExt(others)];
  await by.work(async () => {
    await Promise.all(all.map((worker) => tickOf(worker)));
    return (await stepsOf(by, deposits)).every((step) => step === 'sending');
  }, []);
  const groups = await groupsOf(by, deposits);
  expect(groups.flat()).toHaveLength(deposits.length);
  for (const [first] of groups) expect(await by.send(first!)).toMatchObject({ error: null });
});

it("a stranger's own list that names a proxy wallet pays a deposit of its own", async () => {
  const user = nextUser();
  const { proxyUsdcAccount, proxyWallet } = await by.watch(user);
  const { main: usdc } = by.parts.usdc;
  const payer = world.network.keys.signers.operator;
  await world.sent('main', {
    instructions: [
      await createAssociatedToken({ payer: payer.address, owner: proxyWallet, mint: usdc }),
    ],
    feePayer: payer,
  });
  const split = (amountMicroUsdc: number) => ({
    salt: user,
    rentTo: bytesOfAddress(payer.address),
    entries: [{ account: bytesOfAddress(proxyUsdcAccount), amountMicroUsdc }],
  });
  const instructions: Instruction[] = [];
  for (const amount of [4_000_000, 5_000_000]) {
    const { owner } = await splitAccountOf(by.parts.splitProgram, usdc, split(amount));
    await world.give('main', { to: owner, mint: usdc, amount: BigInt(amount) });
    const list = { mint: usdc, split: split(amount), payable: [true], payer: payer.address };
    instructions.push(...(await paySplit(by.parts.splitProgram, list)));
  }
  // Both in one transaction.
  await world.sent('main', { instructions, feePayer: payer });
  await main.until(() => engine.exchange.funding(user).lastCreditSeq > 0);
  await main.until(async () => (await by.deposits(user)).every((one) => one.phase === 'credited'));
  const deposits = await by.deposits(user);
  const inOrder = deposits.toSorted(
    (one, other) => one.creditedMicroUsdc - other.creditedMicroUsdc,
  );
  expect(inOrder.map((one) => [one.source, one.creditedMicroUsdc])).toEqual([
    ['main_usdc', 4_000_000],
    ['main_usdc', 5_000_000],
  ]);
});
