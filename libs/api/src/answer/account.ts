import type { AsOf, BalanceView, NoncesView, PositionView } from '@bellwether/exchange';
import { z } from 'zod';
import { count, market, micro, named, placeFields, user } from './fields';
import type { Answer } from './fields';
import { presentMarketId, presentPlace, presentUser } from './units';

export const balanceAnswer = named(
  'Balance',
  z.strictObject({
    available: micro('What can be spent or withdrawn', 95_326_750),
    locked: micro('What open buy orders hold', 4_500_000),
    total: micro('`available` + `locked`', 99_826_750),
    withdrawing: micro('What withdrawals under way hold; no part of `total`', 0),
    gas_debt: micro('Unpaid gas: while it is not 0, nothing can be withdrawn', 0),
    ...placeFields,
  }),
  'The money of a user. An unknown user has zeros.',
);
export type BalanceAnswer = Answer<typeof balanceAnswer>;

/** Micro-USDC; total = available + locked. */
export const presentBalance = (view: BalanceView, asOf: AsOf): BalanceAnswer => ({
  available: view.available,
  locked: view.locked,
  total: view.total,
  withdrawing: view.withdrawing,
  gas_debt: view.gasDebt,
  ...presentPlace(asOf),
});

export const positionAnswer = named(
  'Position',
  z.strictObject({
    market_id: market(),
    yes_contracts: count('YES contracts held, those in open sell orders included', 10),
    no_contracts: count('NO contracts held, those in open sell orders included', 0),
    yes_locked: count('Of the YES contracts those in open sell orders', 0),
    no_locked: count('Of the NO contracts those in open sell orders', 0),
    ...placeFields,
  }),
  'What a user holds in a market. A user who never traded has zeros.',
);
export type PositionAnswer = Answer<typeof positionAnswer>;

/** Contracts, including those locked in open sells. */
export const presentPosition = (
  marketId: Uint8Array,
  view: PositionView,
  asOf: AsOf,
): PositionAnswer => ({
  market_id: presentMarketId(marketId),
  yes_contracts: view.yes,
  no_contracts: view.no,
  yes_locked: view.yesLocked,
  no_locked: view.noLocked,
  ...presentPlace(asOf),
});

export const noncesAnswer = named(
  'Nonces',
  z.strictObject({
    public_key: user(),
    order: count('Of orders', 1),
    cancel_all: count('Of cancel-alls', 0),
    withdraw: count('Of withdrawals', 0),
    recover: count('Of recoveries of deposits', 0),
    cancel_after: count('Of the dead man’s switch', 0),
    trading_key: count('Of texts about trading keys', 0),
    ...placeFields,
  }),
  'The highest nonce a user has used, of each kind; 0 where none was. The next is any higher one.',
);
export type NoncesAnswer = Answer<typeof noncesAnswer>;

/** The highest nonce used of each kind; 0 before the first. */
export const presentNonces = (user: Uint8Array, view: NoncesView, asOf: AsOf): NoncesAnswer => ({
  public_key: presentUser(user),
  order: view.order,
  cancel_all: view.cancel_all,
  withdraw: view.withdraw,
  recover: view.recover,
  cancel_after: view.cancel_after,
  trading_key: view.trading_key,
  ...presentPlace(asOf),
});
