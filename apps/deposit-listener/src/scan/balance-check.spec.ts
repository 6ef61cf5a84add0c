/** Accounts that wait to be looked through: what is compared meanwhile must not make an alarm of them. */
import { expect, it } from '@jest/globals';
import type { Address } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { BalanceBook } from './balance-book';
import { BalanceCheck } from './balance-check';
import type { BalanceCheckParts } from './balance-check';
import { ScanPlace } from './scan-place';

/** A chain at slot 10 on which each of these accounts holds 5 lamports. */
function checkOf(accounts: readonly string[]) {
  const book = new BalanceBook();
  const place = new ScanPlace();
  place.reached(10, true, 0);
  const raised: string[] = [];
  const looked: string[] = [];
  const world = { isAway: false, book, raised, looked };
  const requireWorld = (): void => {
    if (world.isAway) throw new CodedError('CHAIN_UNAVAILABLE');
  };
  const account = { program: '1', lamports: 5n, data: new Uint8Array() };
  const parts = {
    chainName: 'ext',
    chain: {
      readAccounts: async (asked: readonly Address[]) => {
        requireWorld();
        return { slot: 10, accounts: asked.map(() => account) };
      },
    },
    watched: { size: accounts.length, at: (index: number) => accounts[index] },
    accountsOf: (name: string) => [name],
    book,
    place,
    history: {
      explain: async (name: string) => {
        requireWorld();
        looked.push(name);
        return 0;
      },
    },
    alarms: { raise: (kind: string) => raised.push(kind) },
    log: { info: () => undefined },
  } as unknown as BalanceCheckParts;
  return { check: new BalanceCheck(parts), world };
}

it('compared again while they wait, they are as new as they were', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const { check, world } = checkOf(names);
  for (let round = 0; round < 10; round++) await check.round();
  expect([...new Set(world.looked)].sort()).toEqual(names);
  expect(world.raised).toEqual([]);
});

it('whose reading failed, they are read again as new', async () => {
  const { check, world } = checkOf(['a', 'b']);
  world.isAway = true;
  for (let round = 0; round < 3; round++) {
    await expect(check.round()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  }
  world.isAway = false;
  for (let round = 0; round < 4; round++) await check.round();
  expect(world.looked).toEqual(['a', 'b']);
  expect(world.raised).toEqual([]);
});

it('that moved while the node was away are looked at again, by a new reading', async () => {
  const { check, world } = checkOf(['a']);
  await check.round();
  await check.round();
  // Known for long, and something else lies there.
  world.book.note('a' as Address, { amount: 4n, slot: 9 });
  world.looked.length = 0;
  world.isAway = true;
  await expect(check.round()).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  // What was read has left since, as the scan has seen.
  world.book.note('a' as Address, { amount: 0n, slot: 11 });
  world.isAway = false;
  await check.round();
  expect(world.looked).toEqual([]);
  expect(world.raised).toEqual([]);
});
