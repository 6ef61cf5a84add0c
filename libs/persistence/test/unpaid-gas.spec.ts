/** What users who never paid may owe together bounds what strangers with a dollar each can cost. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { depositIdOf } from '@bellwether/funding';
import type { NewDeposit } from '@bellwether/funding';
import { DepositStore } from '../src/funding/deposit-store';
import { GasChargeStore } from '../src/funding/gas-charge-store';
import { UnpaidGas } from '../src/funding/unpaid-gas';
import { NOW_MS, Scanned, creditOf, key, usdcDeposit } from './funding-rows';
import { openTestDatabase, startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

const STRANGERS = Number(process.env['STRANGERS'] ?? 400);
const COST = 1_200_000;
const SHORT = 200_000;
const CAP = 20_000_000;

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
  await scanned.block('main', {
    credits: [creditOf({ amountMicroUsdc: 200_001, creditSeq: 2 })],
  });
  expect((await store.decide(another))!.deposit.step).toBe('bridging');
  const later = dollarOf('user', 'later');
  await scanned.block('ext', { deposits: [later] });
  const paid = await store.decide({ ...judgementOf(later), unpaidGasCapMicroUsdc: SHORT });
  expect(paid!.deposit).toMatchObject({ step: 'bridging', gasShortMicroUsdc: 0 });
});

it('leaves what waits for it to its user, and to nobody else', async () => {
  const [mine, theirs] = [dollarOf('user', 'mine'), dollarOf('other', 'theirs')];
  await scanned.block('ext', { deposits: [mine, theirs] });
  for (const found of [mine, theirs]) {
    await store.decide({ ...judgementOf(found), unpaidGasCapMicroUsdc: 0 });
  }
  expect(await unpaid.giveUp(key('user'), key('another mint'), NOW_MS)).toBe(0);
  expect(await unpaid.giveUp(key('user'), key('usdc'), NOW_MS)).toBe(1);
  const phases = await Promise.all(
    [mine, theirs].map(async (found) => (await store.byId(judgementOf(found).depositId))!.phase),
  );
  expect(phases).toEqual(['rejected', 'queued']);
  expect((await decide(mine)).phase).toBe('rejected');
});
