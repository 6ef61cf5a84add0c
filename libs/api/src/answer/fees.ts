import { MAX_BUILDER_FEE_BPS } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { count, micro, named, price, time, words } from './fields';
import { from } from './inside';
import type { Inside } from './inside';

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

const always = (what: string, text: string) => from(() => text, words(what, text));

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

export type FeeExample = Inside<typeof feeExample>;

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

const example = (
  [feeBps, makerRebatePct, builderFeeBps, size, price]: readonly [
    number,
    number,
    number,
    number,
    number,
  ],
  [takerFee, makerRebate, builderFee]: readonly [number, number, number],
): FeeExample => ({
  feeBps,
  makerRebatePct,
  builderFeeBps,
  size,
  price,
  takerFee,
  makerRebate,
  builderFee,
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

export const feesAnswer = named(
  'Fees',
  z.strictObject({
    as_of: from('timestampMs', time('When it was asked')),
    seq: from('asOfSeq', count('The command that made the schedule what it is', EXAMPLE.seq)),
    formula: always('How fees are computed', FORMULA),
    rounding: always('How they are rounded', ROUNDING),
    categories: z.array(feeCategory).meta({ description: 'Rates of new markets' }),
    builder: from(
      () => ({}),
      z
        .strictObject({
          max_fee_bps: from(
            () => MAX_BUILDER_FEE_BPS,
            count('The highest `fee_bps` of an order', MAX_BUILDER_FEE_BPS),
          ),
          basis: always('What it is a part of', BUILDER_BASIS),
        })
        .meta({ description: 'What builders may charge' }),
    ),
    examples: from(
      () => FEE_EXAMPLES,
      z.array(feeExample).meta({ description: 'Worked numbers, to test with' }),
    ),
  }),
  'What trading costs.',
);
