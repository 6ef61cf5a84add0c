import { MAX_BUILDER_FEE_BPS } from '@bellwether/exchange';
import type { AsOf, FeeCategory, FeeScheduleView } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, micro, named, price, time, words } from './fields';
import type { Answer } from './fields';
import { unixSecondsOf } from './units';

/** The fees of docs/protocol/matching.md, section 6, as formulas for client developers. */
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

const feeExample = named(
  'FeeExample',
  z.strictObject({
    fee_bps: count("The market's rate", 700),
    maker_rebate_pct: count('Per cent of the fee that the maker gets', 20),
    builder_fee_bps: count("The builder's rate, of its order", 10),
    size: count('Contracts', 100),
    price: price('Of the fill, in the outcome that the order trades', 5_000),
    taker_fee: micro('What the taker pays', 1_750_000),
    maker_rebate: micro('What of it the maker gets', 350_000),
    builder_fee: micro('What the builder charges', 50_000),
  }),
  'Worked numbers of one fill.',
);
export type FeeExample = Answer<typeof feeExample>;

export const feeCategory = named(
  'FeeCategory',
  z.strictObject({
    name: words('The category; `*` stands for every one', 'weather'),
    sub: words('Its second part; `*` stands for every one', '*'),
    fee_bps: count("The rate that goes into the taker's fee, see `formula`", 700),
    maker_rebate_pct: count('Per cent of the fee that the maker gets', 20),
  }),
  'The rates of new markets of a category.',
);

export const feesAnswer = named(
  'Fees',
  z.strictObject({
    as_of: time('When it was asked'),
    seq: count('The command that made the schedule what it is', EXAMPLE.seq),
    formula: words('How fees are computed', FORMULA),
    rounding: words('How they are rounded', ROUNDING),
    categories: z.array(feeCategory).meta({ description: 'Rates of new markets' }),
    builder: z
      .strictObject({
        max_fee_bps: count('The highest `fee_bps` of an order', MAX_BUILDER_FEE_BPS),
        basis: words('What it is a part of', BUILDER_BASIS),
      })
      .meta({ description: 'What builders may charge' }),
    examples: z.array(feeExample).meta({ description: 'Worked numbers, to test with' }),
  }),
  'What trading costs.',
);
export type FeesAnswer = Answer<typeof feesAnswer>;

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

/**
 * Worked examples, micro-USDC, one fill each; they are also test vectors (fees.spec.ts). The first is 0.07 * 100 *
 * 0.5 * 0.5 USD.
 */
export const FEE_EXAMPLES: readonly FeeExample[] = [
  example([700, 20, 0, 100, 5000], [1_750_000, 350_000, 0]),
  example([700, 20, 10, 100, 5000], [1_750_000, 350_000, 50_000]),
  example([700, 20, 100, 10, 1250], [76_563, 15_312, 12_500]),
  example([1, 20, 1, 1, 1], [1, 0, 1]),
  example([1000, 50, 100, 10_000_000, 5000], [250_000_000_000, 125_000_000_000, 50_000_000_000]),
];

export const presentFeeCategory = (category: FeeCategory): Answer<typeof feeCategory> => ({
  name: category.name,
  sub: category.sub,
  fee_bps: category.feeBps,
  maker_rebate_pct: category.makerRebatePct,
});

/** `GET /v1/fees`. `as_of` in Unix seconds; `seq` is that of the change that set the present schedule. */
export const presentFees = (view: FeeScheduleView, asOf: AsOf): FeesAnswer => ({
  as_of: unixSecondsOf(asOf.timestampMs),
  seq: view.asOfSeq,
  formula: FORMULA,
  rounding: ROUNDING,
  categories: view.categories.map(presentFeeCategory),
  builder: { max_fee_bps: MAX_BUILDER_FEE_BPS, basis: BUILDER_BASIS },
  examples: FEE_EXAMPLES,
});
