/** What users who never paid may owe together bounds what strangers with a dollar each can cost. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { depositIdOf } from '@bellwether/funding';
import type { NewDeposit } from '@bellwether/funding';
import { DepositStore } from '../src/funding/deposit-store';
import { GasChargeStore } from '../src/funding/gas-charge-store';
import { UnpaidGas } from '../src/funding/unpaid-gas';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import { NOW_MS, Scanned, creditOf, key, usdcDeposit, withdrawal } from './funding-rows';
import { openTestDatabase, startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

const STRANGERS = Number(process.env['STRANGERS'] ?? 400);
const COST = 1_200_000;
const SHORT = 200_000;
const CAP = 20_000_000;
const USDC_OF_EXT = { mint: key('usdc'), isUsdc: true };

let server: TestServer;
let db: TestDatabase;
let store: DepositStore;
let unpaid: UnpaidGas;
let scanned: Scanned;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  db = await server.database();
  store = new DepositStore(db.database);
  unpaid = new UnpaidGas(db.database);
  scanned = new Scanned(db.database);
});

const dollarOf = (user: string, name = user): NewDeposit => usdcDeposit(name, 1_000_000, user);
const judgementOf = (found: NewDeposit) => ({
  depositId: depositIdOf({ ...found, chain: 'ext' }),
  valueMicroUsdc: 1_000_000,
  costMicroUsdc: COST,
  unpaidGasCapMicroUsdc: CAP,
  tier: 0 as const,
  network: 'test' as const,
  nowMs: NOW_MS,
});
const decide = async (found: NewDeposit, by = store) =>
  (await by.decide(judgementOf(found)))!.deposit;

it(`of ${STRANGERS} strangers, judged by two processes at once, is never more than the cap`, async () => {
  const deposits = Array.from({ length: STRANGERS }, (_, i) => dollarOf(`stranger ${i}`));
  await scanned.block('ext', { deposits });
  const other = openTestDatabase(db.url, 4);
  const stores = [store, new DepositStore(other)];
  const judged = await Promise.all(deposits.map((found, i) => decide(found, stores[i % 2])));
  await other.close();
  const accepted = judged.filter(({ step }) => step === 'bridging');
  expect(accepted.length).toBe(CAP / SHORT);
  expect(await unpaid.total()).toBe(CAP);
  const waiting = judged.filter(({ step }) => step === 'waiting');
  expect(waiting.length).toBe(STRANGERS - accepted.length);
  expect(new Set(waiting.map(({ phase, reason }) => `${phase} ${reason}`))).toEqual(
    new Set(['queued gas']),
  );
});

it('is given back by who pays, who then waits for nothing', async () => {
  const [first, full] = [dollarOf('user', 'first'), dollarOf('other')];
  await scanned.block('ext', { deposits: [first, full] });
  const judgement = { ...judgementOf(first), unpaidGasCapMicroUsdc: SHORT };
  expect((await store.decide(judgement))!.deposit).toMatchObject({ step: 'bridging' });
  const another = { ...judgementOf(full), unpaidGasCapMicroUsdc: SHORT };
  expect((await store.decide(another))!.deposit).toMatchObject({ step: 'waiting', reason: 'gas' });

  const charges = new GasChargeStore(db.database);
  const charge = { user: key('user'), purpose: 'bridge', amountMicroUsdc: COST };
  await charges.add(charge, NOW_MS);
  await scanned.block('main', { credits: [creditOf({ amountMicroUsdc: 1_000_000 })] });
  await db.rows("UPDATE deposits SET phase = 'credited', step = 'ended' WHERE step = 'bridging'");
  // A credit that is less than the charges has not paid.
  expect((await store.decide(another))!.deposit.step).toBe('waiting');
  await scanned.block('main', { credits: [creditOf({ amountMicroUsdc: 400_000, creditSeq: 2 })] });
  expect((await store.decide(another))!.deposit.step).toBe('bridging');
  const later = dollarOf('user', 'later');
  await scanned.block('ext', { deposits: [later] });
  const paid = await store.decide({ ...judgementOf(later), unpaidGasCapMicroUsdc: SHORT });
  expect(paid!.deposit).toMatchObject({ step: 'bridging', gasShortMicroUsdc: SHORT });
});

it('is not passed by who left a little, however many deposits come at once', async () => {
  const left = 3 * SHORT + 1;
  await scanned.block('main', { credits: [creditOf({ amountMicroUsdc: left })] });
  expect(await acceptedOfMany()).toBe(3);
});

it('is not passed by who took it away again', async () => {
  await scanned.block('main', { credits: [creditOf({ amountMicroUsdc: 5_000_000 + SHORT })] });
  await accept(1, 2);
  expect(await acceptedOfMany('while it is away')).toBe(0);
  await db.rows("UPDATE withdrawals SET ending = 'refunded' WHERE nonce = 1");
  expect(await acceptedOfMany('when half is back')).toBe(1);
  await db.rows("UPDATE withdrawals SET ending = 'refunded'");
  expect(await acceptedOfMany('when all is back')).toBe(10);
});

it('is given back by who withdrew later, as nobody in debt can', async () => {
  const [first, full] = [dollarOf('user', 'first'), dollarOf('other')];
  await scanned.block('ext', { deposits: [first, full] });
  await store.decide({ ...judgementOf(first), unpaidGasCapMicroUsdc: SHORT });
  await db.rows("UPDATE deposits SET phase = 'credited', step = 'ended' WHERE step = 'bridging'");
  const another = { ...judgementOf(full), unpaidGasCapMicroUsdc: SHORT };
  expect((await store.decide(another))!.deposit.step).toBe('waiting');
  await accept(1, 1, NOW_MS + 1);
  expect((await store.decide(another))!.deposit.step).toBe('bridging');
});

/** Withdrawals of 5 USDC by `user`, with these nonces. */
async function accept(from: number, to: number, nowMs = NOW_MS): Promise<void> {
  const nonces = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const accepted = nonces.map((nonce) => withdrawal(`withdrawal ${nonce}`, nonce));
  const cursor = { seq: 1, index: 0 };
  await new WithdrawalStore(db.database).takeEvents({ after: null, to: cursor, accepted, nowMs });
}

/** Ten deposits of a dollar of `user`, where nobody is lent anything. */
async function acceptedOfMany(name = 'at once'): Promise<number> {
  const deposits = Array.from({ length: 10 }, (_, i) => dollarOf('user', `${name} ${i}`));
  await scanned.block('ext', { deposits });
  const judged = await Promise.all(
    deposits.map((one) => store.decide({ ...judgementOf(one), unpaidGasCapMicroUsdc: 0 })),
  );
  return judged.filter((one) => one!.deposit.step === 'bridging').length;
}

it('leaves what waits for it to its user, and to nobody else', async () => {
  const [mine, theirs] = [dollarOf('user', 'mine'), dollarOf('other', 'theirs')];
  await scanned.block('ext', { deposits: [mine, theirs] });
  for (const found of [mine, theirs]) {
    await store.decide({ ...judgementOf(found), unpaidGasCapMicroUsdc: 0 });
  }
  const another = { mint: key('another mint'), isUsdc: false };
  expect(await unpaid.giveUp(key('user'), another, NOW_MS)).toBe(0);
  expect(await unpaid.giveUp(key('user'), USDC_OF_EXT, NOW_MS)).toBe(1);
  const phases = await Promise.all(
    [mine, theirs].map(async (found) => (await store.byId(judgementOf(found).depositId))!.phase),
  );
  expect(phases).toEqual(['rejected', 'queued']);
  expect((await decide(mine)).phase).toBe('rejected');
});

it('leaves what was swapped, and waits, to who recovers USDC', async () => {
  const found = dollarOf('user', 'swapped');
  await scanned.block('ext', { deposits: [found] });
  await store.decide({ ...judgementOf(found), unpaidGasCapMicroUsdc: 0 });
  await db.rows("UPDATE deposits SET mint = 'token', swap_signature = 'swap'");
  const token = new TextEncoder().encode('token');
  expect(await unpaid.giveUp(key('user'), { mint: token, isUsdc: false }, NOW_MS)).toBe(0);
  expect(await unpaid.giveUp(key('user'), USDC_OF_EXT, NOW_MS)).toBe(1);
});
