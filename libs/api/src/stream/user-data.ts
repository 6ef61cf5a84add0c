/** `data` of the channel `user:{public_key}`: docs/protocol/streams.md, section 5. */
import { CANCEL_REASONS, NONCE_KINDS } from '@bellwether/exchange';
import { z } from 'zod';
import {
  address,
  count,
  flag,
  hex32,
  market,
  micro,
  named,
  oneOf,
  seconds,
  transaction,
  user,
  words,
} from '../answer/fields';
import type { Answer } from '../answer/fields';
import { from } from '../answer/inside';
import { orderAnswer, ordersEnd } from '../answer/order';
import { refusalFields } from '../answer/refusal-details';
import { EXAMPLE } from '../examples';
import { happenedTrades } from './trades-data';

export const userBalance = named(
  'UserBalance',
  z.strictObject({
    available: micro('What can be spent or withdrawn', 95_326_750),
    locked: micro('What open buy orders hold', 4_500_000),
    total: micro('`available` + `locked`', 99_826_750),
    withdrawing: micro('What withdrawals under way hold; no part of `total`', 0),
    gas_debt: micro('Unpaid gas', 0),
    staked: from(
      ({ staked = 0 }: { readonly staked?: number | undefined }) => staked,
      micro('Stakes of challenges that are open; no part of `total`', 0),
    ),
  }),
  'The money of a user.',
);

export const userPosition = named(
  'UserPosition',
  z.strictObject({
    market_id: market(),
    yes_contracts: from('yes', count('YES contracts held, those in open sell orders included', 10)),
    no_contracts: from('no', count('NO contracts held, those in open sell orders included', 0)),
    yes_locked: count('Of the YES contracts those in open sell orders', 0),
    no_locked: count('Of the NO contracts those in open sell orders', 0),
  }),
  'What a user holds in a market; all zeros: nothing any more.',
);

export const filledOrder = named(
  'FilledOrder',
  z.strictObject({
    order_id: count('The order', 42),
    market_id: market(),
    filled: count('Contracts filled so far; as many as its `size`: it is filled', 10),
  }),
  'An order that was filled while it rested.',
);

export const endedOrder = named(
  'EndedOrder',
  z.strictObject({
    order_id: count('The order', 42),
    market_id: market(),
    status: from(
      () => 'cancelled' as const,
      z.literal('cancelled').meta({ description: 'What it is from now on' }),
    ),
    filled: from('filledSize', count('Contracts that were filled before', 4)),
    remaining: from('cancelledSize', count('Contracts that will not be filled', 6)),
    cancel_reason: from('reason', oneOf(CANCEL_REASONS, 'Why', 'user')),
  }),
  'An order that ended with contracts unfilled.',
);

export const userRefusal = named(
  'UserRefusal',
  z.strictObject({
    kind: from('nonceKind', oneOf(NONCE_KINDS, 'What was refused', 'order')),
    nonce: count('The nonce that it used up', 7),
    ...refusalFields,
  }),
  'A command that was refused and used up its nonce.',
);

export const userCredit = named(
  'UserCredit',
  z.strictObject({
    source: oneOf(
      ['deposit', 'operator', 'revenue', 'goodwill', 'reward'],
      '`operator`: test money; `revenue`: paid by a builder or the exchange; `goodwill`: given by the exchange; `reward`: of a challenge that was right',
      'deposit',
    ),
    amount: micro('What was added to `available`, before it settled any gas debt', 24_991_750),
    credit_seq: count("Counts the user's deposits; null of other money", 1).nullable(),
    tx_main: from(
      'txSignature',
      transaction('The transaction on main that brought it; null of other money').nullable(),
    ),
  }),
  'Money that came in.',
);

export const userGasCharge = named(
  'UserGasCharge',
  z.strictObject({
    amount: micro('What it cost, with the markup', 1_202_006),
    charge_seq: count("Counts the user's charges", 1),
    purpose: words('What the transaction was for', `deposit:${EXAMPLE.depositId}:sweep`),
  }),
  'What a chain transaction for the user cost.',
);

export const userPayout = named(
  'UserPayout',
  z.strictObject({
    market_id: market(),
    yes_contracts: count('YES contracts that ended', 10),
    no_contracts: count('NO contracts that ended', 0),
    paid_micro_usdc: micro('What they paid', 10_000_000),
  }),
  'What a holder got at the end of a market.',
);

export const userRedemption = named(
  'UserRedemption',
  z.strictObject({
    market_id: market(),
    size: count('Pairs of contracts that are gone', 10),
    paid_micro_usdc: micro('What was paid for them', 10_000_000),
    nonce: count('As it was sent', 1),
  }),
  'Pairs of contracts that were redeemed.',
);

export const userTradingKey = named(
  'UserTradingKey',
  z.strictObject({
    trading_key: address('The key', EXAMPLE.tradingKey),
    state: oneOf(
      ['active', 'expired', 'revoked', 'revoked_by_key'],
      '`active`: it may trade from now on; else how it ended',
      'active',
    ),
    until: seconds('When it ends by itself; null: it has ended').nullable(),
    nonce: count('Of the text that allowed it', 1),
  }),
  'A trading key that was allowed, or ended.',
);

export const userWithdrawal = named(
  'UserWithdrawal',
  z.strictObject({
    withdrawal_id: hex32('The withdrawal', EXAMPLE.withdrawalId),
    state: oneOf(
      ['accepted', 'settled', 'refunded'],
      '`settled`: the debit is final; `refunded`: the whole amount is available again',
      'accepted',
    ),
    amount: micro('What left `available`', 20_000_000),
    gas_fee: micro('Taken out of it', 1_199_531),
    net_amount: from(
      ({ amount, gasFee }: { readonly amount: number; readonly gasFee: number }) => amount - gasFee,
      micro('What is paid out', 18_543_228),
    ),
    reason: words('Why it was refunded; else null', 'expired').nullable(),
  }),
  'A step of a withdrawal.',
);

export const userSnapshotData = named(
  'UserSnapshot',
  z.strictObject({
    public_key: from('user', user()),
    balance: userBalance,
    positions: z.array(userPosition).meta({ description: 'Those that are not all zeros' }),
    more_positions: flag('Whether there are others than these', false),
    orders: z.array(orderAnswer).meta({ description: 'The open ones, newest first' }),
    ...ordersEnd,
  }),
  'What a user has, and its open orders.',
);

const some = <S extends z.ZodType>(entry: S, what: string) =>
  z.array(entry).meta({ description: what }).optional();

export const userUpdateData = named(
  'UserUpdate',
  z.strictObject({
    balance: userBalance.optional(),
    positions: some(userPosition, 'Positions that changed, each whole'),
    orders: some(
      z.union([orderAnswer, filledOrder, endedOrder]),
      'Orders that were placed (whole), filled while they rested, or cancelled: one entry an order',
    ),
    trades: happenedTrades.optional(),
    refusals: some(userRefusal, 'Commands that were refused'),
    credits: some(userCredit, 'Money that came in'),
    gas_charges: some(userGasCharge, 'What transactions on the chains cost'),
    payouts: some(userPayout, 'What resolutions paid'),
    redemptions: some(userRedemption, 'Pairs of contracts that were redeemed'),
    trading_keys: some(userTradingKey, 'Trading keys that were allowed, or ended'),
    withdrawals: some(userWithdrawal, 'Withdrawals that were accepted, settled or refunded'),
  }),
  'What one command changed for a user.',
);

export type UserUpdateData = Answer<typeof userUpdateData>;
