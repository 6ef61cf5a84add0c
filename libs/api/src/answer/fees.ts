import { MAX_BUILDER_FEE_BPS } from '@bellwether/exchange';
import type { FeeCategory, FeeScheduleView } from '@bellwether/exchange';
import { unixSecondsOf } from './units';
import type { AsOf } from './units';

/** Decisions 6, in the words a client implements. */
const FORMULA =
  'protocol fee of the taker, micro-USDC, per fill: fee_bps * size * P * (10000 - P) / 1000000, where fee_bps is ' +
  "the market's rate and P the fill price in bp; the maker gets maker_rebate_pct % of it; a builder's fee, " +
  "micro-USDC: order fee_bps * size * Q / 100, where Q is the fill price in bp of the order's own outcome";
const ROUNDING =
  'cumulative per order: what is charged after each fill is the exact sum so far rounded up, less what was charged ' +
  'before; rebates are rounded down in the same way. So an order that is filled in a thousand parts pays what one ' +
  'fill would have cost.';
const BUILDER_BASIS =
  'size * fill price in the own outcome of the order: bp of what the contracts cost';

export interface FeeExample {
  readonly fee_bps: number;
  readonly maker_rebate_pct: number;
  readonly builder_fee_bps: number;
  readonly size: number;
  /** Of the fill; the order buys or sells that outcome. */
  readonly price: number;
  readonly taker_fee: number;
  readonly maker_rebate: number;
  readonly builder_fee: number;
}

const example = (
  [fee_bps, maker_rebate_pct, builder_fee_bps, size, price]: readonly [
    number,
    number,
    number,
    number,
    number,
  ],
  [taker_fee, maker_rebate, builder_fee]: readonly [number, number, number],
): FeeExample => ({
  fee_bps,
  maker_rebate_pct,
  builder_fee_bps,
  size,
  price,
  taker_fee,
  maker_rebate,
  builder_fee,
});

/** Worked numbers, micro-USDC, one fill each; they are test vectors (fees.spec.ts). The first is 0.07 * 100 * 0.5 * 0.5 USD. */
export const FEE_EXAMPLES: readonly FeeExample[] = [
  example([700, 20, 0, 100, 5000], [1_750_000, 350_000, 0]),
  example([700, 20, 10, 100, 5000], [1_750_000, 350_000, 50_000]),
  example([700, 20, 100, 10, 1250], [76_563, 15_312, 12_500]),
  example([1, 20, 1, 1, 1], [1, 0, 1]),
  example([1000, 50, 100, 10_000_000, 5000], [250_000_000_000, 125_000_000_000, 50_000_000_000]),
];

export const presentFeeCategory = (category: FeeCategory) => ({
  name: category.name,
  sub: category.sub,
  fee_bps: category.feeBps,
  maker_rebate_pct: category.makerRebatePct,
});

/** `GET /v1/fees`. `as_of` in Unix seconds, `seq` of the change that made the schedule what it is. */
export const presentFees = (view: FeeScheduleView, asOf: AsOf) => ({
  as_of: unixSecondsOf(asOf.timestampMs),
  seq: view.asOfSeq,
  formula: FORMULA,
  rounding: ROUNDING,
  categories: view.categories.map(presentFeeCategory),
  builder: { max_fee_bps: MAX_BUILDER_FEE_BPS, basis: BUILDER_BASIS },
  examples: FEE_EXAMPLES,
});
