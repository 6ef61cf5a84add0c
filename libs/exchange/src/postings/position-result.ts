/**
 * Cost and proceeds of a user's contracts in a market: the events that move contracts, folded in their order. At
 * average cost, the two outcomes apart. With the fees it is the ledger: over all events so far, the user's postings in
 * the market add up to `realised - yesCost - noCost - fees`.
 */
import { assert } from '@bellwether/errors';
import type { Outcome, Side } from '../command';
import type { ExchangeEvent, ExchangeEventWithout } from '../event';
import { MICRO_USDC_PER_BP } from '../limits';
import type { Fill } from '../reply';

/** Money in micro-USDC. */
export interface PositionResult {
  readonly yesContracts: number;
  /** The cost of the held YES contracts, without fees. */
  readonly yesCost: number;
  readonly noContracts: number;
  readonly noCost: number;
  /**
   * The proceeds of contracts that were sold, redeemed or paid out, less their cost; without fees. The same money may
   * come back by another market, so this sum alone has no limit.
   */
  readonly realised: bigint;
  /** Protocol and builder fees, less maker rebates. */
  readonly fees: number;
}

export const NO_RESULT: PositionResult = {
  yesContracts: 0,
  yesCost: 0,
  noContracts: 0,
  noCost: 0,
  realised: 0n,
  fees: 0,
};

/** `proceeds`, `paid`, `fees` in micro-USDC; `fees` below 0: the rebate was more. */
export type PositionChange =
  | {
      readonly kind: 'bought' | 'sold';
      readonly outcome: Outcome;
      readonly contracts: number;
      readonly price: number;
      readonly fees: number;
    }
  | { readonly kind: 'redeemed'; readonly pairs: number; readonly paid: number }
  | { readonly kind: 'paid_out'; readonly yes: number; readonly no: number; readonly paid: number };

export interface ChangedPosition {
  readonly user: Uint8Array;
  readonly marketId: Uint8Array;
  readonly change: PositionChange;
}

/** The positions that an event changes, each in turn. Most events change none. */
export function positionChangesOf(event: ExchangeEvent): readonly ChangedPosition[] {
  switch (event.kind) {
    case 'trade':
      return positionChangesOfFill(event.marketId, event.fill);
    case 'redeemed': {
      const { user, marketId, size: pairs, paidMicroUsdc: paid } = event;
      return [{ user, marketId, change: { kind: 'redeemed', pairs, paid } }];
    }
    case 'payout': {
      const { user, marketId, yesContracts: yes, noContracts: no, paidMicroUsdc: paid } = event;
      return [{ user, marketId, change: { kind: 'paid_out', yes, no, paid } }];
    }
    case 'market_resolved':
    case 'case_final':
      return NONE;
    default:
      return changesNone(event);
  }
}

const NONE: readonly ChangedPosition[] = [];
const changesNone: (
  event: ExchangeEventWithout<'paidMicroUsdc' | 'fill'>,
) => readonly ChangedPosition[] = () => NONE;

export const positionChangesOfFill = (marketId: Uint8Array, fill: Fill): ChangedPosition[] => [
  {
    user: fill.taker,
    marketId,
    change: {
      kind: kindOf(fill.takerSide),
      outcome: fill.outcome,
      contracts: fill.quantity,
      price: fill.price,
      fees: fill.takerFee + fill.builderFee,
    },
  },
  {
    user: fill.maker,
    marketId,
    change: {
      kind: kindOf(fill.makerSide),
      outcome: fill.makerOutcome,
      contracts: fill.quantity,
      price: fill.makerPrice,
      fees: fill.makerBuilderFee - fill.makerRebate,
    },
  },
];

const kindOf = (side: Side): 'bought' | 'sold' => (side === 'buy' ? 'bought' : 'sold');

/** @throws InvariantViolation if more contracts go than there are, or others are paid out */
export function positionAfter(before: PositionResult, change: PositionChange): PositionResult {
  switch (change.kind) {
    case 'bought':
      return bought(before, change);
    case 'sold': {
      const { outcome, contracts, price, fees } = change;
      const { left, cost } = without(before, outcome, contracts);
      const realised = before.realised + BigInt(valueOf(contracts, price) - cost);
      return { ...left, realised, fees: before.fees + fees };
    }
    case 'redeemed': {
      const yes = without(before, 'yes', change.pairs);
      const no = without(yes.left, 'no', change.pairs);
      return { ...no.left, realised: before.realised + BigInt(change.paid - yes.cost - no.cost) };
    }
    case 'paid_out': {
      const { yesContracts, noContracts, yesCost, noCost, realised, fees } = before;
      assert(
        change.yes === yesContracts && change.no === noContracts,
        () =>
          `paid out ${change.yes} YES, ${change.no} NO, held ${yesContracts} and ${noContracts}`,
      );
      const gain = BigInt(change.paid - yesCost - noCost);
      return { ...NO_RESULT, realised: realised + gain, fees };
    }
  }
}

type Traded = Extract<PositionChange, { readonly price: number }>;

function bought(before: PositionResult, { outcome, contracts, price, fees }: Traded) {
  const after = { ...before, fees: before.fees + fees };
  const cost = valueOf(contracts, price);
  return outcome === 'yes'
    ? { ...after, yesContracts: before.yesContracts + contracts, yesCost: before.yesCost + cost }
    : { ...after, noContracts: before.noContracts + contracts, noCost: before.noCost + cost };
}

/** At most 10^7 contracts at 9,999 bp: below 10^13. */
const valueOf = (contracts: number, price: number): number => contracts * price * MICRO_USDC_PER_BP;

/**
 * A part of the contracts of an outcome, at their average cost. That is rounded up: a result is never shown better than
 * it is, and the contracts that stay gain the fraction. The last ones take all that is left, so nothing is lost.
 */
function without(
  before: PositionResult,
  outcome: Outcome,
  contracts: number,
): { readonly left: PositionResult; readonly cost: number } {
  const isYes = outcome === 'yes';
  const held = isYes ? before.yesContracts : before.noContracts;
  const whole = isYes ? before.yesCost : before.noCost;
  assert(contracts <= held, () => `${contracts} ${outcome} contracts of ${held} go`);
  const cost = ceilOfShare(whole, contracts, held);
  const left = isYes
    ? { ...before, yesContracts: held - contracts, yesCost: whole - cost }
    : { ...before, noContracts: held - contracts, noCost: whole - cost };
  return { left, cost };
}

/** ceil(whole * part / parts). The product may pass 2^53; the share is at most `whole`. */
function ceilOfShare(whole: number, part: number, parts: number): number {
  const product = whole * part;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.ceil(product / parts);
  const divisor = BigInt(parts);
  return Number((BigInt(whole) * BigInt(part) + divisor - 1n) / divisor);
}

/**
 * The average price of contracts in basis points. Rounded up, so that it is never shown better than it was; nothing is
 * computed from it. Null without contracts.
 */
export const averagePriceOf = (cost: number, contracts: number): number | null =>
  contracts === 0 ? null : Math.ceil(cost / (contracts * MICRO_USDC_PER_BP));
