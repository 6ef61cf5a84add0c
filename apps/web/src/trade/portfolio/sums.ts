/** Value and possible payout of positions, in bigint. The cost is the exchange's own sum. */
import type { HeldPosition, LiveUser, OutcomeSide } from '@bellwether/client';

const MICRO_PER_BP = 100n;
const PAYOUT = 1_000_000n;
const PRICE_SCALE = 10_000;

export interface Holding {
  readonly marketId: string;
  readonly outcome: OutcomeSide;
  readonly size: bigint;
}

export const holdingsOf = (user: LiveUser): Holding[] =>
  user.positions.flatMap(({ market_id: marketId, yes_contracts, no_contracts }) =>
    (
      [
        { marketId, outcome: 'yes', size: BigInt(yes_contracts) },
        { marketId, outcome: 'no', size: BigInt(no_contracts) },
      ] as const
    ).filter(({ size }) => size > 0n),
  );

export const nameOf = (marketId: string, outcome: OutcomeSide): string => `${marketId} ${outcome}`;

export const priceOf = (yesPrice: number, outcome: OutcomeSide): bigint =>
  BigInt(outcome === 'yes' ? yesPrice : PRICE_SCALE - yesPrice);

export const valueOf = (size: bigint, price: bigint): bigint => size * price * MICRO_PER_BP;
export const payoutOf = (size: bigint): bigint => size * PAYOUT;

/** Before fees, in micro-USDC; the average in basis points, rounded up. */
export interface Cost {
  readonly cost: bigint;
  readonly average: number;
}

/** Null where history is not as far as the holding: a cost of other contracts would be a wrong gain. */
export function costOf(held: HeldPosition | undefined, { outcome, size }: Holding): Cost | null {
  if (held === undefined) return null;
  const [contracts, cost, average] =
    outcome === 'yes'
      ? [held.yes_contracts, held.yes_cost, held.yes_average_price]
      : [held.no_contracts, held.no_cost, held.no_average_price];
  return BigInt(contracts) === size && average !== null ? { cost: BigInt(cost), average } : null;
}

/** Of all positions, also those that have ended, before fees. Null: one is not known, being too large. */
export const realisedOf = (positions: readonly HeldPosition[]): bigint | null =>
  positions.reduce<bigint | null>(
    (sum, { realised }) => (sum === null || realised === null ? null : sum + BigInt(realised)),
    0n,
  );
