/** An account of the exchange's own is closed only while nothing of its user is under way. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WITHDRAWAL_STATUSES } from '@bellwether/funding';
import { AccountRentStore } from '../src/funding/account-rent-store';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import { NOW_MS, Scanned, key, usdcDeposit, withdrawal } from './funding-rows';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

const LATER_MS = NOW_MS + 1;

let server: TestServer;
let db: TestDatabase;
let rents: AccountRentStore;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  db = await server.database();
  rents = new AccountRentStore(db.database);
});

const isUnused = (sinceMs = LATER_MS) => rents.isUnused(key('user'), sinceMs);

it('is unused where nothing ever happened', async () => {
  expect(await isUnused()).toBe(true);
});

it('is used by a deposit until it has ended, and for a while after', async () => {
  await new Scanned(db.database).block('ext', { deposits: [usdcDeposit('first', 1_000_000)] });
  expect(await isUnused()).toBe(false);
  await db.rows("UPDATE deposits SET step = 'ended'");
  expect(await isUnused(NOW_MS)).toBe(false);
  expect(await isUnused()).toBe(true);
});

it('is used by a withdrawal, whose fee was fixed while it was there', async () => {
  const accepted = [withdrawal('first', 1)];
  const to = { seq: 1, index: 0 };
  await new WithdrawalStore(db.database).takeEvents({ after: null, to, accepted, nowMs: NOW_MS });
  const usedFrom = async (statuses: readonly string[], sinceMs: number) => {
    const used: string[] = [];
    for (const status of statuses) {
      await db.rows(`UPDATE withdrawals SET status = '${status}'`);
      if (!(await isUnused(sinceMs))) used.push(status);
    }
    return used;
  };
  expect(await usedFrom(WITHDRAWAL_STATUSES, NOW_MS)).toEqual(WITHDRAWAL_STATUSES);
  const underWay = ['pending', 'debited', 'burned', 'attested'];
  expect(await usedFrom(WITHDRAWAL_STATUSES, LATER_MS)).toEqual(underWay);
});
