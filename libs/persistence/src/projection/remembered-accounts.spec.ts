import { describe, expect, it } from 'vitest';
import { BEFORE_ALL } from './fresh-events';
import { RememberedAccounts } from './remembered-accounts';

const place = (seq: number) => ({ streamSequence: seq, seq, index: 0 });
const ANN = { accountId: 1, balance: 500 };
const BEN = { accountId: 2, balance: -70 };

describe('remembered accounts', () => {
  it('are known where history stands as it was left, with their last balances', () => {
    const accounts = new RememberedAccounts();
    accounts.keep(place(1), [
      ['user ann', ANN],
      ['user ben', BEN],
    ]);
    accounts.keep(place(2), [['user ann', { ...ANN, balance: 400 }]]);
    const known = accounts.at(place(2));
    expect([known.get('user ann'), known.get('user ben'), known.get('user cleo')]).toEqual([
      { accountId: 1, balance: 400 },
      BEN,
      undefined,
    ]);
  });

  it.each([
    ['further on: another process wrote', place(2)],
    ['further back: a commit that was not one, or history anew', BEFORE_ALL],
    ['in another message', { ...place(1), streamSequence: 7 }],
    ['inside the command', { ...place(1), index: 3 }],
  ])('are forgotten where it stands %s', (_, elsewhere) => {
    const accounts = new RememberedAccounts();
    accounts.keep(place(1), [['user ann', ANN]]);
    expect(accounts.at(elsewhere).get('user ann')).toBeUndefined();
    expect(accounts.at(place(1)).get('user ann')).toBeUndefined();
  });

  it('keep no hold of rows, and at most so many accounts', () => {
    const accounts = new RememberedAccounts(2);
    const row = { ...ANN, owner: new Uint8Array(32) };
    accounts.keep(place(1), [
      ['a', row],
      ['b', BEN],
      ['c', BEN],
    ]);
    const known = accounts.at(place(1));
    expect([known.get('a'), known.get('b'), known.get('c')]).toEqual([undefined, BEN, BEN]);
    accounts.keep(place(2), [['a', row]]);
    expect(accounts.at(place(2)).get('a')).toEqual(ANN);
  });
});
