import { describe, expect, it } from 'vitest';
import { byteKey } from '@bellwether/codec';
import { WatchedUsers } from './watched-users';

const user = (number: number) => new Uint8Array(32).fill(number);

describe('WatchedUsers', () => {
  it('has a user until as many keys of it are dropped as were added', () => {
    const watched = new WatchedUsers();
    expect(watched.mayHave(user(1))).toBe(false);
    // A balance, and a position: its key begins with the user.
    watched.add(byteKey(user(1)));
    watched.add(byteKey(user(1)) + byteKey(user(9)));
    expect([watched.mayHave(user(1)), watched.mayHave(user(2))]).toEqual([true, false]);
    watched.drop(byteKey(user(1)));
    expect(watched.mayHave(user(1))).toBe(true);
    watched.drop(byteKey(user(1)) + byteKey(user(9)));
    expect([watched.mayHave(user(1)), watched.size]).toEqual([false, 0]);
  });

  it('tells keys apart by their first six bytes, each of 256 values', () => {
    for (let at = 0; at < 6; at++) {
      const watched = new WatchedUsers();
      const key = user(255);
      watched.add(byteKey(key));
      const other = user(255);
      other[at] = 254;
      expect([watched.mayHave(key), watched.mayHave(other)]).toEqual([true, false]);
    }
    const watched = new WatchedUsers();
    watched.add(byteKey(user(7)));
    const alike = user(7);
    alike[6] = 8;
    expect(watched.mayHave(alike)).toBe(true);
  });
});
