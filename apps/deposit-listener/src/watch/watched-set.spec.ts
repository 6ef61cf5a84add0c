/** The watched users: all of them are found, whatever is in memory, and memory does not grow with them. */
import { expect, it } from 'vitest';
import { addressOf } from '@bellwether/chain';
import type { NumberedWatch } from '@bellwether/persistence';
import { MAX_EMPTY_BALANCES, MAX_RECENT_WATCHES } from '../limits';
import { BalanceBook } from '../scan/balance-book';
import { AddressFilter } from './address-filter';
import { WatchedSet } from './watched-set';

const placeOf = (user: number, place: number): Uint8Array => {
  const bytes = new Uint8Array(32).fill(place);
  new DataView(bytes.buffer).setUint32(0, user);
  return bytes;
};
const rowOf = (user: number): NumberedWatch => ({
  watchId: user,
  user: placeOf(user, 1),
  depositAddress: placeOf(user, 2),
  depositUsdcAccount: placeOf(user, 3),
  proxyWallet: placeOf(user, 4),
  proxyUsdcAccount: placeOf(user, 5),
  createdMs: 0,
});

/** A table of so many rows, made up when they are read. */
function tableOf(count: number) {
  const asked: number[] = [];
  const store = {
    after: async (watchId: number, limit: number) =>
      Array.from({ length: Math.min(limit, count - watchId) }, (_, at) => rowOf(watchId + at + 1)),
    withPlaces: async (places: readonly Uint8Array[]) => {
      asked.push(places.length);
      const users = places.map((place) =>
        new DataView(place.buffer, place.byteOffset).getUint32(0),
      );
      return [...new Set(users)].filter((user) => user >= 1 && user <= count).map(rowOf);
    },
  };
  return { store, asked };
}

const address = (user: number, place: number) => addressOf(placeOf(user, place));

it('finds whoever was ever told an address, in one question for all that a block names', async () => {
  const count = MAX_RECENT_WATCHES + 2_000;
  const { store, asked } = tableOf(count);
  const watched = new WatchedSet(store);
  await watched.refresh();
  expect([watched.size, watched.newest]).toEqual([count, count]);
  // All of them were looked up since, and evicted each other.
  for (let from = 1; from <= count; from += 1_000) {
    await watched.among(Array.from({ length: 1_000 }, (_, at) => address(from + at, 2)));
  }
  asked.length = 0;
  const named = [1, 2, 7_000, count].flatMap((user) => [2, 4, 5].map((of) => address(user, of)));
  const strangers = Array.from({ length: 500 }, (_, at) => address(count + 1 + at, 2));
  const found = await watched.among([...named, ...strangers]);
  expect(asked).toHaveLength(1);
  for (const user of [1, 2, 7_000, count]) {
    expect(found.ofDepositAddress(address(user, 2))?.watchId).toBe(user);
    expect(found.ofProxyWallet(address(user, 4))?.watchId).toBe(user);
    expect(found.ofProxyUsdcAccount(address(user, 5))?.watchId).toBe(user);
    // An address of one kind is none of another kind.
    expect(found.ofProxyWallet(address(user, 2))).toBeUndefined();
  }
  for (const one of strangers) expect(found.ofDepositAddress(one)).toBeUndefined();
  // They are known now.
  await watched.among(named);
  expect(asked.reduce((sum, one) => sum + one, 0)).toBeLessThan(
    named.length + strangers.length / 10,
  );
});

it('has whom it was told of, from the next refresh on', async () => {
  const { store } = tableOf(5);
  const rows = { ...store, after: async (id: number) => (id < 5 ? store.after(id, 5 - id) : []) };
  const watched = new WatchedSet(rows);
  expect(watched.mayHave(address(3, 2))).toBe(false);
  await watched.refresh();
  expect([1, 2, 3, 4, 5].map((user) => watched.mayHave(address(user, 2)))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
});

it('a filter leaves nobody out, and lets few others pass', () => {
  const filter = new AddressFilter(2 ** 17);
  const names = Array.from({ length: 10_000 }, (_, at) => address(at, 7));
  for (const name of names) filter.add(name);
  expect(names.every((name) => filter.mayHave(name))).toBe(true);
  const others = Array.from({ length: 10_000 }, (_, at) => address(at, 8));
  expect(others.filter((name) => filter.mayHave(name)).length).toBeLessThan(300);
});

it('a book remembers what held something, and of the rest the last', () => {
  const book = new BalanceBook();
  const [paid, first] = [address(1, 9), address(2, 9)];
  book.note(paid, { amount: 5n, slot: 1 });
  book.noteEmpty(first, 1);
  for (let at = 0; at < MAX_EMPTY_BALANCES; at++) book.noteEmpty(`empty ${at}` as typeof paid, 1);
  expect(book.of(paid)?.amount).toBe(5n);
  expect(book.of(first)).toBeUndefined();
  expect(book.of('empty 0' as typeof paid)?.amount).toBe(0n);
});
