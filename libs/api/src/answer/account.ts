import { z } from 'zod';
import { count, market, micro, named, placeFields, user } from './fields';
import { from } from './inside';

export const balanceAnswer = named(
  'Balance',
  z.strictObject({
    available: micro('What can be spent or withdrawn', 95_326_750),
    locked: micro('What open buy orders hold', 4_500_000),
    total: micro('`available` + `locked`', 99_826_750),
    withdrawing: micro('What withdrawals under way hold; no part of `total`', 0),
    gas_debt: micro('Unpaid gas: while it is not 0, nothing can be withdrawn', 0),
    staked: micro('Stakes of challenges that are open; no part of `total`', 0),
    ...placeFields,
  }),
  'The money of a user. An unknown user has zeros.',
);

export const positionAnswer = named(
  'Position',
  z.strictObject({
    market_id: market(),
    yes_contracts: from('yes', count('YES contracts held, those in open sell orders included', 10)),
    no_contracts: from('no', count('NO contracts held, those in open sell orders included', 0)),
    yes_locked: count('Of the YES contracts those in open sell orders', 0),
    no_locked: count('Of the NO contracts those in open sell orders', 0),
    ...placeFields,
  }),
  'What a user holds in a market. A user who never traded has zeros.',
);

export const noncesAnswer = named(
  'Nonces',
  z.strictObject({
    public_key: from('user', user()),
    order: count('Of orders', 1),
    cancel_all: from('cancel_all', count('Of cancel-alls', 0)),
    withdraw: count('Of withdrawals', 0),
    recover: count('Of recoveries of deposits', 0),
    cancel_after: from('cancel_after', count('Of the dead man’s switch', 0)),
    trading_key: from('trading_key', count('Of texts about trading keys', 0)),
    ...placeFields,
  }),
  'The highest nonce a user has used, of each kind; 0 where none was. The next is any higher one.',
);
