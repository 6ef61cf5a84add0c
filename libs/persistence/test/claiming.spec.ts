/** Who works on what is due: one worker a row, and users by turns. */
import { describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { DepositStore } from '../src/funding/deposit-store';
import { NOW_MS, Scanned, key, usdcDeposit } from './funding-rows';
import { twoProcesses } from './two-processes';

const both = twoProcesses();

const claim = { limit: 7, nowMs: NOW_MS, leaseMs: 1_000 };

describe('claiming', () => {
  it('gives a row to one worker until its lease ends, however many ask', async () => {
    const deposits = Array.from({ length: 40 }, (_, i) => usdcDeposit(`d${i}`, 5_000_000));
    await new Scanned(both.db.database).block('ext', { deposits });
    const workers = [new DepositStore(both.db.database), new DepositStore(both.other)];
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, i) => workers[i % 2]!.claimDue(claim)),
    );
    const ids = claims.flat().map(({ depositId }) => depositId.join());
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await workers[0]!.claimDue({ ...claim, limit: 40 });
    expect(ids.length + rest.length).toBe(40);
    expect(await workers[0]!.claimDue({ ...claim, limit: 40 })).toEqual([]);
    const later = { ...claim, limit: 40, nowMs: NOW_MS + 1_000 };
    expect(await workers[1]!.claimDue(later)).toHaveLength(40);
  });

  it('lets users take turns: whoever has many waits behind whoever has one', async () => {
    const of = (user: string, count: number) =>
      Array.from({ length: count }, (_, i) => usdcDeposit(`${user}${i}`, 5_000_000, user));
    const deposits = [...of('many', 12), ...of('some', 3), ...of('one', 1)];
    await new Scanned(both.db.database).block('ext', { deposits });
    const store = new DepositStore(both.db.database);
    const names = new Map(['many', 'some', 'one'].map((user) => [toHex(key(user)), user]));
    const next = async (limit: number) =>
      (await store.claimDue({ ...claim, limit })).map(({ user }) => names.get(toHex(user)));
    expect(await next(3)).toEqual(['many', 'some', 'one']);
    // What a worker has in its hand counts.
    expect(await next(4)).toEqual(['many', 'some', 'many', 'some']);
    expect(await next(40)).toEqual(Array<string>(9).fill('many'));
  });

  it('lets users take turns where one has filled all that is looked at', async () => {
    const [filling, other] = [usdcDeposit('f', 5_000_000, 'many'), usdcDeposit('o', 1, 'one')];
    const scanned = new Scanned(both.db.database);
    await scanned.block('ext', { deposits: [filling] });
    await both.db.rows(
      `INSERT INTO deposits SELECT (jsonb_populate_record(filling, jsonb_build_object(
         'number', 1000 + i, 'deposit_id', sha256(i::text::bytea), 'account_index', 1000 + i))).*
       FROM deposits AS filling, generate_series(1, 4500) AS i`,
    );
    await scanned.block('ext', { deposits: [other] });
    const claimed = await new DepositStore(both.db.database).claimDue({ ...claim, limit: 3 });
    const keys = claimed.map(({ user }) => toHex(user));
    expect(keys).toEqual(['many', 'one', 'many'].map((user) => toHex(key(user))));
  });

  it('in order: one worker at a time, users by turns', async () => {
    const of = (user: string, count: number) =>
      Array.from({ length: count }, (_, i) => usdcDeposit(`${user}${i}`, 5_000_000, user));
    await new Scanned(both.db.database).block('ext', {
      deposits: [...of('dust', 12), ...of('one', 1)],
    });
    const stores = [new DepositStore(both.db.database), new DepositStore(both.other)];
    const which = { sources: ['ext_usdc'], steps: ['deciding'] } as const;
    const claims = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        stores[i % 2]!.claimInOrder({ ...claim, limit: 3 }, which),
      ),
    );
    const [claimed, ...others] = claims.filter((one) => one.length > 0);
    expect(others).toEqual([]);
    const users = claimed!.map(({ user }) => toHex(user));
    expect(users).toEqual(['dust', 'one', 'dust'].map((name) => toHex(key(name))));
    expect(await stores[0]!.claimInOrder(claim, which)).toEqual([]);
  });

  it('waits where a row was put off', async () => {
    const found = usdcDeposit('a', 5_000_000);
    await new Scanned(both.db.database).block('ext', { deposits: [found] });
    const store = new DepositStore(both.db.database);
    const [claimed] = await store.claimDue(claim);
    await store.postpone(claimed!.depositId, NOW_MS + 500);
    expect(await store.claimDue({ ...claim, nowMs: NOW_MS + 499 })).toEqual([]);
    expect(await store.claimDue({ ...claim, nowMs: NOW_MS + 500 })).toHaveLength(1);
  });
});
