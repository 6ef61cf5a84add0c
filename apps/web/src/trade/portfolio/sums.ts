/** What positions have cost and are worth: exact sums over the user's own trades, in bigint. */
import type { LiveUser, OutcomeSide, Trade } from '@bellwether/client';

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

/** The price of an outcome, from that of Yes. */
export const priceOf = (yesPrice: number, outcome: OutcomeSide): bigint =>
  BigInt(outcome === 'yes' ? yesPrice : PRICE_SCALE - yesPrice);

export const valueOf = (size: bigint, price: bigint): bigint => size * price * MICRO_PER_BP;
export const payoutOf = (size: bigint): bigint => size * PAYOUT;

/** Before fees: what the contracts that are held now have cost, in micro-USDC, and how many of them the trades explain. */
export interface Cost {
  readonly size: bigint;
  readonly cost: bigint;
}

interface Leg {
  readonly outcome: OutcomeSide;
  readonly isBuy: boolean;
  readonly price: bigint;
}

/** A user may be both sides of a trade of its own. */
function legsOf(trade: Trade, user: string): Leg[] {
  const legs: Leg[] = [];
  if (trade.taker === user) {
    legs.push({
      outcome: trade.outcome,
      isBuy: trade.taker_side === 'buy',
      price: BigInt(trade.price),
    });
  }
  if (trade.maker === user) {
    const isBuy = trade.maker_side === 'buy';
    legs.push({ outcome: trade.maker_outcome, isBuy, price: BigInt(trade.maker_price) });
  }
  return legs;
}

/**
 * The average-cost rule: a sale takes its share of the cost with it, rounded up, so that what is left never costs more
 * than was paid for it.
 * @param newestFirst all trades of the user, as history lists them
 */
export function costsOf(newestFirst: readonly Trade[], user: string): ReadonlyMap<string, Cost> {
  const costs = new Map<string, Cost>();
  for (const trade of newestFirst.toReversed()) {
    for (const leg of legsOf(trade, user)) {
      const name = nameOf(trade.market_id, leg.outcome);
      const held = costs.get(name) ?? { size: 0n, cost: 0n };
      costs.set(
        name,
        leg.isBuy ? bought(held, leg, BigInt(trade.size)) : sold(held, BigInt(trade.size)),
      );
    }
  }
  return costs;
}

export const nameOf = (marketId: string, outcome: OutcomeSide): string => `${marketId} ${outcome}`;

const bought = ({ size, cost }: Cost, { price }: Leg, more: bigint): Cost => ({
  size: size + more,
  cost: cost + valueOf(more, price),
});

function sold({ size, cost }: Cost, less: bigint): Cost {
  if (less >= size) return { size: 0n, cost: 0n };
  return { size: size - less, cost: cost - (cost * less + size - 1n) / size };
}

/** Only where the trades explain all that is held: a redemption or an older trade may be missing. */
export const costOf = (held: Cost | undefined, size: bigint): bigint | null =>
  held !== undefined && held.size === size ? held.cost : null;

/** In basis points, rounded down. */
export const averageOf = (cost: bigint, size: bigint): bigint => cost / MICRO_PER_BP / size;
