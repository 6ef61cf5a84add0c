/** Accounts that wait to be searched: comparisons meanwhile must not raise alarms for them. */
import { expect, it } from 'vitest';
import type { Address } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { BalanceBook } from './balance-book';
import { BalanceCheck } from './balance-check';
import type { BalanceCheckParts } from './balance-check';
import { ACCOUNTS_PER_BALANCE_CHECK, ACCOUNT_FAILURES_BEFORE_ALARM } from '../limits';
import { ScanPlace } from './scan-place';

/** A chain at slot 10, scanned up to there, on which each of these accounts holds 5 lamports. */
function checkOf(accounts: readonly string[]) {
  const book = new BalanceBook();
  const place = new ScanPlace();
  place.reached(10, true, 0);
  const raised: string[] = [];
  const looked: string[] = [];
  const world = {
    isAway: false,
    book,
    place,
    raised,
    looked,
    /** The slots that nodes report: the lowest and the highest. */
    slots: { sinceSlot: 10, slot: 10 },
    whileLooking: (): void => undefined,
    /** The result of searching an account. */
    explain: (_name: string) => ({ added: 0, unexplained: 0n }),
  };
  const requireWorld = (): void => {
    if (world.isAway) throw new CodedError('CHAIN_UNAVAILABLE');
  };
  const account = { program: '1', lamports: 5n, data: new Uint8Array() };
  const parts = {
    chainName: 'ext',
    chain: {
      readAccounts: async (asked: readonly Address[]) => {
        requireWorld();
        return { ...world.slots, accounts: asked.map(() => account) };
      },
    },
    watched: {
      newest: accounts.length,
      after: async (watchId: number, limit: number) =>
        accounts.map((name, at) => ({ name, watchId: at + 1 })).slice(watchId, watchId + limit),
    },
    accountsOf: ({ name }: { name: string }) => [name],
    book,
    place,
    history: {
      explain: async (name: string) => {
        requireWorld();
        looked.push(name);
        world.whileLooking();
        return world.explain(name);
      },
    },
    alarms: { raise: (kind: string) => raised.push(kind) },
    log: { info: () => undefined, warn: () => undefined },
  } as unknown as BalanceCheckParts;
  return { check: new BalanceCheck(parts), world };
}

it('compared again while they wait, they are as new as they were', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const { check, world } = checkOf(names);
  for (let round = 0; round < 10; round++) await check.tick();
  expect([...new Set(world.looked)].sort()).toEqual(names);
  expect(world.raised).toEqual([]);
});

it('whose reading failed, they are read again as new', async () => {
  const { check, world } = checkOf(['a', 'b']);
  world.isAway = true;
  for (let round = 0; round < 3; round++) {
    await expect(check.tick()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  }
  world.isAway = false;
  for (let round = 0; round < 4; round++) await check.tick();
  expect(world.looked).toEqual(['a', 'b']);
  expect(world.raised).toEqual([]);
});

it('that moved while the node was away are looked at again, by a new reading', async () => {
  const { check, world } = checkOf(['a']);
  await check.tick();
  await check.tick();
  // Known for long, with another balance.
  world.book.note('a' as Address, { amount: 4n, slot: 9 });
  world.looked.length = 0;
  world.isAway = true;
  await expect(check.tick()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  // What was read has left since, as the scan has seen.
  world.book.note('a' as Address, { amount: 0n, slot: 11 });
  world.isAway = false;
  await check.tick();
  expect(world.looked).toEqual([]);
  expect(world.raised).toEqual([]);
});

it('whose reading was dropped, they are as new as they were', async () => {
  // More than are read at once: the others come before these are read again.
  const names = Array.from({ length: ACCOUNTS_PER_BALANCE_CHECK + 1 }, (_, at) => `account-${at}`);
  const { check, world } = checkOf(names);
  await check.tick();
  // PostgreSQL is away: nobody knows who scans, and balances are not compared.
  world.place.standBy();
  await check.tick();
  world.place.reached(10, true, 0);
  for (let round = 0; round < names.length; round++) await check.tick();
  expect([...new Set(world.looked)].sort()).toEqual([...names].sort());
  expect(world.raised).toEqual([]);
});

it('read at nodes that name different slots, they are compared when the scan is past both', async () => {
  const { check, world } = checkOf(['a']);
  for (let round = 0; round < 3; round++) await check.tick();
  world.book.note('a' as Address, { amount: 4n, slot: 11 });
  world.looked.length = 0;
  // A node that is behind reports its own slot, with today's balance.
  world.slots = { sinceSlot: 12, slot: 20 };
  world.place.reached(11, true, 0);
  for (let round = 0; round < 3; round++) await check.tick();
  world.place.reached(12, true, 0);
  await check.tick();
  expect(world.looked).toEqual([]);
  world.book.note('a' as Address, { amount: 5n, slot: 15 });
  world.place.reached(20, true, 0);
  for (let round = 0; round < 3; round++) await check.tick();
  expect(world).toMatchObject({ looked: [], raised: [] });
});

it('that hold what nothing explains are an alarm, whatever slots the nodes name', async () => {
  const { check, world } = checkOf(['a']);
  for (let round = 0; round < 3; round++) await check.tick();
  world.book.note('a' as Address, { amount: 4n, slot: 11 });
  world.slots = { sinceSlot: 12, slot: 20 };
  world.place.reached(20, true, 0);
  for (let round = 0; round < 2; round++) await check.tick();
  expect(world.raised).toEqual(['balance_unexplained']);
});

it('looked through while the book is emptied, they are new again', async () => {
  const { check, world } = checkOf(['a']);
  for (let round = 0; round < 3; round++) await check.tick();
  world.book.note('a' as Address, { amount: 4n, slot: 10 });
  world.looked.length = 0;
  world.whileLooking = () => {
    world.book.clear();
    world.whileLooking = () => undefined;
  };
  for (let round = 0; round < 4; round++) await check.tick();
  expect(world).toMatchObject({ looked: ['a', 'a'], raised: [] });
});

const unreadable = (): never => {
  throw new CodedError('CHAIN_UNAVAILABLE');
};

it('one that cannot be looked through keeps no other waiting, and is told of where it lasts', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const { check, world } = checkOf(names);
  world.explain = (name) => (name === 'a' ? unreadable() : { added: 0, unexplained: 0n });
  for (let round = 0; round < 6; round++) await check.tick();
  expect([...new Set(world.looked)].sort()).toEqual(names);
  for (const name of names) {
    expect(world.book.of(name as Address)?.amount).toBe(name === 'a' ? undefined : 5n);
  }
  expect(world.raised).toEqual([]);
  for (let round = 0; round < 2 * ACCOUNT_FAILURES_BEFORE_ALARM; round++) await check.tick();
  expect(world.raised).toEqual(['work_failed']);
  world.explain = () => ({ added: 0, unexplained: 0n });
  for (let round = 0; round < 3; round++) await check.tick();
  expect(world.book.of('a' as Address)?.amount).toBe(5n);
});

it.each([
  ['is found', 1, 'movement_missed'],
  ['is nowhere', 0, 'balance_unexplained'],
])('a movement between two that were seen %s: %s new, %s', async (_name, added, kind) => {
  const { check, world } = checkOf(['a']);
  for (let round = 0; round < 3; round++) await check.tick();
  world.looked.length = 0;
  world.book.moved('a' as Address, { amountBefore: 5n, amount: 7n, slot: 11 });
  for (let round = 0; round < 2; round++) await check.tick();
  expect(world).toMatchObject({ looked: [], raised: [] });
  // Two more arrived in between, unseen by the scan. The balance is what the scan knows.
  world.book.moved('a' as Address, { amountBefore: 9n, amount: 5n, slot: 12 });
  world.slots = { sinceSlot: 12, slot: 12 };
  world.place.reached(12, true, 0);
  world.explain = () => ({ added, unexplained: 0n });
  for (let round = 0; round < 3; round++) await check.tick();
  expect(world).toMatchObject({ looked: ['a'], raised: [kind] });
});

it.each([
  [50_000_000n, ['balance_beyond_history']],
  [49_999_999n, []],
])('%s lamports that came before all that was looked through: %j', async (unexplained, raised) => {
  const { check, world } = checkOf(['a']);
  world.explain = () => ({ added: 0, unexplained });
  for (let round = 0; round < 3; round++) await check.tick();
  expect(world.raised).toEqual(raised);
});
