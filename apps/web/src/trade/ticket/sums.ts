/**
 * What an order costs and brings, from the engine's own preview: sums of its integers, in micro-USDC. Nothing here knows a
 * float (`sums.spec.ts` forbids it, here and in every other file).
 */
import type { PreviewOrder, Side, SubmittedOrder } from '@bellwether/client';

const MICRO_PER_BP = 100n;
const MICRO_PER_CENT = 10_000n;
const PAYOUT = 1_000_000n;
const PRICE_SCALE = 10_000n;
const FEE_DIVISOR = 1_000_000n;

export interface Sums {
  readonly fee: bigint;
  /** A buy: what leaves the balance now, with what stays locked for the rest. */
  readonly pays: bigint;
  /** A buy: never more than this, however the book moves before the order arrives. It is shown to the last digit, and signed. */
  readonly paysAtMost: bigint;
  /** A sell: what comes now, after the fee. */
  readonly gets: bigint;
  /** A sell: the least for its filled part. */
  readonly getsAtLeast: bigint;
  /** The payout of the bought contracts if their outcome comes true. */
  readonly payout: bigint;
}

export interface PriceLimit {
  readonly side: Side;
  /** The worst price of a contract, in basis points. */
  readonly worst: number;
  readonly feeBps: number;
  /** Of a buy that was entered in dollars, in micro-USDC. */
  readonly budget: bigint | null;
}

export function sumsOf(order: PreviewOrder, { side, worst, feeBps, budget }: PriceLimit): Sums {
  const fee = BigInt(order.taker_fee) + BigInt(order.builder_fee);
  const cost = BigInt(order.cost_micro_usdc);
  const rests = order.status === 'resting' || order.status === 'partially_filled';
  const bought = BigInt(order.filled) + (rests ? BigInt(order.remaining) : 0n);
  const pays = cost + fee + BigInt(order.locked_micro_usdc);
  const atWorst = outlayAt(BigInt(order.size), BigInt(worst), BigInt(feeBps));
  const filledAtWorst = atPrice(BigInt(order.filled), BigInt(worst));
  const least = filledAtWorst - highestFee(BigInt(order.filled), BigInt(feeBps));
  return {
    fee,
    pays: side === 'buy' ? pays : 0n,
    paysAtMost: side === 'buy' ? lower(wholeCents(atWorst > pays ? atWorst : pays), budget) : 0n,
    gets: side === 'sell' ? cost - fee : 0n,
    getsAtLeast: side === 'sell' && least > 0n ? least : 0n,
    payout: side === 'buy' ? bought * PAYOUT : 0n,
  };
}

/** The cost of contracts at a price, without fees. Exact. */
export const atPrice = (size: bigint, price: bigint): bigint => size * price * MICRO_PER_BP;

/** The taker's fee as the engine rounds it: up (docs/protocol/matching.md). */
export function feeOf(size: bigint, price: bigint, feeBps: bigint): bigint {
  const curve = feeBps * size * price * (PRICE_SCALE - price);
  return (curve + FEE_DIVISOR - 1n) / FEE_DIVISOR;
}

/** The most that contracts cost up to a price, with the fee: both grow with the price. */
export const outlayAt = (size: bigint, price: bigint, feeBps: bigint): bigint =>
  atPrice(size, price) + feeOf(size, price, feeBps);

export const wholeCents = (micro: bigint): bigint =>
  ((micro + MICRO_PER_CENT - 1n) / MICRO_PER_CENT) * MICRO_PER_CENT;

const lower = (most: bigint, budget: bigint | null): bigint =>
  budget !== null && budget < most ? budget : most;

/** A fee is highest in the middle. */
const highestFee = (size: bigint, feeBps: bigint): bigint => feeOf(size, PRICE_SCALE / 2n, feeBps);

export interface Done {
  readonly cost: bigint;
  readonly fee: bigint;
  /** Of what was filled, rounded down; null without a fill. */
  readonly averagePrice: bigint | null;
}

/** The cost of an order, by its own fills. */
export function doneBy({ fills }: Pick<SubmittedOrder, 'fills'>): Done {
  let cost = 0n;
  let fee = 0n;
  let size = 0n;
  for (const fill of fills) {
    cost += atPrice(BigInt(fill.quantity), BigInt(fill.price));
    fee += BigInt(fill.taker_fee) + BigInt(fill.builder_fee);
    size += BigInt(fill.quantity);
  }
  return { cost, fee, averagePrice: size === 0n ? null : cost / MICRO_PER_BP / size };
}

/** Whether the preview was right: filled, cost and fee, to the last micro-USDC. */
export function isAsShown(shown: PreviewOrder, answer: SubmittedOrder): boolean {
  const { cost, fee } = doneBy(answer);
  return (
    shown.filled === answer.filled &&
    BigInt(shown.cost_micro_usdc) === cost &&
    BigInt(shown.taker_fee) + BigInt(shown.builder_fee) === fee
  );
}
