import { sameBytes } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { ExchangeEvent, ExchangeEventOf, ExchangeEventWithout } from '../event';
import { MICRO_USDC_PER_BP, MICRO_USDC_PER_CONTRACT } from '../limits';
import type { Side } from '../command';

/**
 * The accounts of the ledger: the parts of what the exchange owes and, negative, what was credited to it. A user's
 * account is all its money except `withdrawing`: available and locked together, as a lock moves no money. `payouts`
 * is what left over the chains; it offsets a part of the credits. Add-only.
 */
export const LEDGER_ACCOUNTS = [
  'user',
  'withdrawing',
  'collateral',
  'builder_revenue',
  'protocol_fees',
  'gas_revenue',
  'stakes',
  'dispute_fund',
  'deposits_credited',
  'test_credits',
  'payouts',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** An amount in micro-USDC, never 0: into an account of the ledger, or out of it if negative. */
export interface Posting {
  readonly account: LedgerAccount;
  /**
   * User (`user`, `withdrawing`, `stakes`), market id (`collateral`), key id (`builder_revenue`); empty for a single account.
   */
  readonly owner: Uint8Array;
  readonly amount: number;
}

export const MONEY_EVENTS = [
  'trade',
  'payout',
  'credited',
  'deposit_credited',
  'gas_settled',
  'withdrawal_accepted',
  'withdrawal_settled',
  'withdrawal_refunded',
  'redeemed',
  'revenue_paid',
  'revenue_returned',
  'case_challenged',
  'stake_returned',
  'stake_forfeited',
  'challenge_rewarded',
  'fund_filled',
  'made_good',
] as const;
export type MoneyEvent = (typeof MONEY_EVENTS)[number];

/**
 * The double-entry postings of an event. They add up to zero, name each account and owner at most once, and over all
 * events of a range of commands they add up to the change in the exchange's own books (I1, I5). Fees and rebates are
 * taken from the event as charged, rounding included. Most events have none.
 */
export function postingsOf(event: ExchangeEvent): Posting[] {
  const postings = linesOf(event).filter(({ amount }) => amount !== 0);
  assert(
    postings.reduce((sum, { amount }) => sum + amount, 0) === 0,
    () => `the postings of a ${event.kind} sum to zero`,
  );
  return postings;
}

const NOBODY = new Uint8Array(0);

const line = (account: LedgerAccount, owner: Uint8Array, amount: number): Posting => ({
  account,
  owner,
  amount,
});

type Account = readonly [LedgerAccount, owner: Uint8Array];

const moved = (from: Account, to: Account, amount: number): Posting[] => [
  line(...from, -amount),
  line(...to, amount),
];

function linesOf(event: ExchangeEvent): Posting[] {
  switch (event.kind) {
    case 'trade':
      return linesOfTrade(event);
    case 'payout':
    case 'redeemed':
      return moved(['collateral', event.marketId], ['user', event.user], event.paidMicroUsdc);
    case 'credited':
      return moved(['test_credits', NOBODY], ['user', event.user], event.amount);
    case 'deposit_credited':
      return moved(['deposits_credited', NOBODY], ['user', event.user], event.amount);
    case 'gas_settled':
      return moved(['user', event.user], ['gas_revenue', NOBODY], event.amount);
    case 'withdrawal_accepted':
      return moved(['user', event.user], ['withdrawing', event.user], event.amount);
    case 'withdrawal_settled':
      return [
        line('withdrawing', event.user, -event.amount),
        line('gas_revenue', NOBODY, event.gasFee),
        line('payouts', NOBODY, event.amount - event.gasFee),
      ];
    case 'withdrawal_refunded':
      return moved(['withdrawing', event.user], ['user', event.user], event.amount);
    case 'revenue_paid':
      return [
        ...(event.source === 'builder'
          ? event.parts.map(({ key, amount }) => line('builder_revenue', key, -amount))
          : [line(event.source, NOBODY, -event.amount)]),
        line('user', event.user, event.amount),
      ];
    case 'revenue_returned':
      return [
        line('user', event.user, -event.amount),
        event.source === 'builder'
          ? line('builder_revenue', event.key ?? NOBODY, event.amount)
          : line(event.source, NOBODY, event.amount),
      ];
    case 'case_challenged':
      return moved(['user', event.user], ['stakes', event.user], event.amount);
    case 'stake_returned':
      return moved(['stakes', event.user], ['user', event.user], event.amount);
    case 'stake_forfeited':
      return moved(['stakes', event.user], ['dispute_fund', NOBODY], event.amount);
    case 'challenge_rewarded':
      return moved(['dispute_fund', NOBODY], ['user', event.user], event.amount);
    case 'fund_filled':
      return moved(['protocol_fees', NOBODY], ['dispute_fund', NOBODY], event.amount);
    case 'made_good':
      return moved(['protocol_fees', NOBODY], ['user', event.user], event.amount);
    case 'case_final': // as of a market that is resolved
    case 'gas_charged': // a debt, which is in no account
    case 'market_resolved': // each holder's payout is an event of its own
      return [];
    default:
      return movesNothing(event);
  }
}

const movesNothing: (
  event: ExchangeEventWithout<'amount' | 'paidMicroUsdc' | 'fill'>,
) => Posting[] = () => [];

/**
 * Each end pays or receives the price in its own terms and pays its builder. The taker pays the protocol fee, from
 * which the rebate is paid. Two buys pay together 1 USD a new pair of contracts, which is its collateral; two sells
 * take it out.
 */
function linesOfTrade({ marketId, fill }: ExchangeEventOf<'trade'>): Posting[] {
  const { quantity, takerFee, makerRebate, builderFee, makerBuilderFee } = fill;
  const taker = proceedsOf(fill.takerSide, quantity, fill.price) - takerFee - builderFee;
  const maker =
    proceedsOf(fill.makerSide, quantity, fill.makerPrice) - makerBuilderFee + makerRebate;
  return [
    line('user', fill.taker, taker),
    line('user', fill.maker, maker),
    line('collateral', marketId, pairsOf(fill) * MICRO_USDC_PER_CONTRACT),
    line('protocol_fees', NOBODY, takerFee - makerRebate),
    ...revenueOf(fill),
  ];
}

/** The receipts of a sell; negative for a buy. At most 10^7 contracts at 9,999 bp: below 10^13. */
const proceedsOf = (side: Side, quantity: number, price: number): number =>
  (side === 'buy' ? -1 : 1) * quantity * price * MICRO_USDC_PER_BP;

/** Pairs of contracts created; negative: destroyed. */
function pairsOf({ settlementType, quantity }: ExchangeEventOf<'trade'>['fill']): number {
  if (settlementType === 'transfer') return 0;
  return settlementType === 'mint' ? quantity : -quantity;
}

/** One posting if both orders used the same key. An order without a builder pays none. */
function revenueOf(fill: ExchangeEventOf<'trade'>['fill']): Posting[] {
  const { builder, builderFee, makerBuilder, makerBuilderFee } = fill;
  if (builder !== null && makerBuilder !== null && sameBytes(builder, makerBuilder)) {
    return [line('builder_revenue', builder, builderFee + makerBuilderFee)];
  }
  return [
    ...(builder === null ? [] : [line('builder_revenue', builder, builderFee)]),
    ...(makerBuilder === null ? [] : [line('builder_revenue', makerBuilder, makerBuilderFee)]),
  ];
}
