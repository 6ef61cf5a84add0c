/** Every sentence about money in a market comes from one builder, and names the outcome. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderRequest } from '@bellwether/client';

import type * as Sentences from '../src/trade/sentences';

import { feeOf, sumsOf } from '../src/trade/ticket/sums';

const ROOT = fileURLToPath(new URL('../src/trade/', import.meta.url));
/** Columns and choices under a title that names the outcome: Yes and No alone, and no money of the reader. */
const UNDER_A_TITLE = [
  'list/event-card.tsx',
  'market/book.tsx',
  'market/tape.tsx',
  'market/ticket-place.tsx',
  'pages/market.tsx',
  'ticket/entry.tsx',
];

let say: typeof Sentences;
beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  say = await import('../src/trade/sentences');
});

const order = fc.record({
  market_id: fc.constant('m'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  outcome: fc.constantFrom('yes' as const, 'no' as const),
  price: fc.integer({ min: 1, max: 9_999 }),
  size: fc.integer({ min: 1, max: 10_000_000 }),
  order_type: fc.constantFrom('gtc' as const, 'ioc' as const),
});

describe('a sentence about an order', () => {
  it('is what its bytes do at most, and names the outcome', () => {
    const { size, ...rest } = { size: 10, side: 'buy', outcome: 'yes', price: 6_900 } as const;
    const wanted: OrderRequest = { ...rest, size, market_id: 'm', order_type: 'ioc' };
    const effect = { paysAtMost: 6_930_000n, filled: 10 };
    expect(say.sayOrder(wanted, 'Riverside FC', effect)).toBe(
      'Buy 10 Yes of Riverside FC, at most $6.93',
    );
    expect(say.sayOrder(wanted, '', { ...effect, filled: 4 })).toBe(
      'Buy up to 10 Yes, at most $6.93',
    );
  });

  it('says its bound to the last digit, as it is signed', () => {
    const wanted = { side: 'buy', outcome: 'yes', price: 6_900, size: 10 } as const;
    const request: OrderRequest = { ...wanted, market_id: 'm', order_type: 'ioc' };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (micro) => {
        const effect = { paysAtMost: BigInt(micro), filled: 10 };
        const [, said = ''] = /at most \$([\d,.]+)$/.exec(say.sayOrder(request, '', effect)) ?? [];
        const [whole = '', fraction = ''] = said.replaceAll(',', '').split('.');
        expect(BigInt(whole + fraction.padEnd(6, '0'))).toBe(BigInt(micro));
      }),
    );
  });

  it('has outcome, size and bound, whatever the order is', () => {
    fc.assert(
      fc.property(order, fc.constantFrom('', 'Riverside FC'), fc.nat(), (wanted, label, filled) => {
        const effect = { paysAtMost: 12_340_000n, filled: Math.min(filled, wanted.size) };
        const said = say.sayOrder(wanted, label, effect);
        const what = wanted.outcome === 'yes' ? 'Yes' : 'No';
        expect(said).toContain(label === '' ? ` ${what}` : ` ${what} of ${label}`);
        expect(said).toContain(wanted.size.toLocaleString('en-US'));
        expect(said).toContain(wanted.side === 'buy' ? 'at most $12.34' : '¢ each');
      }),
    );
  });

  it('names the outcome in what was done', () => {
    fc.assert(
      fc.property(order, fc.boolean(), (wanted, isFilled) => {
        const done = {
          ...wanted,
          status: isFilled ? ('filled' as const) : ('resting' as const),
          filled: isFilled ? wanted.size : 0,
          remaining: isFilled ? 0 : wanted.size,
        };
        const said = say.sayDone(done, 'Riverside FC', isFilled ? 4_500n : null);
        expect(said).toContain(`${wanted.outcome === 'yes' ? 'Yes' : 'No'} of Riverside FC`);
      }),
    );
  });

  it('says no less than any fills cost that the bytes allow', () => {
    const fills = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(9_998)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fills,
        fc.integer({ min: 1, max: 9_999 }),
        fc.nat(1_000),
        (drawn, worst, feeBps) => {
          const taken = drawn.map(([size, below]) => [
            BigInt(size),
            BigInt(Math.max(1, worst - below)),
          ]);
          const sum = (of: (size: bigint, price: bigint) => bigint) =>
            taken.reduce((total, [size = 0n, price = 0n]) => total + of(size, price), 0n);
          const size = Number(sum((contracts) => contracts));
          const cost = sum((contracts, price) => contracts * price * 100n);
          const curve = sum((contracts, price) => contracts * price * (10_000n - price));
          const fee = (curve * BigInt(feeBps) + 999_999n) / 1_000_000n;
          const nothing = {
            cost_micro_usdc: 0,
            taker_fee: 0,
            builder_fee: 0,
            locked_micro_usdc: 0,
          };
          const shown = {
            ...nothing,
            size,
            filled: 0,
            remaining: size,
            status: 'cancelled',
          } as never;
          const { paysAtMost } = sumsOf(shown, { side: 'buy', worst, feeBps, budget: null });
          expect(feeOf(1n, 1n, 0n)).toBe(0n);
          expect(paysAtMost).toBeGreaterThanOrEqual(cost + fee);
        },
      ),
    );
  });
});

describe('the trading pages', () => {
  const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const using = (pattern: RegExp): string[] =>
    sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8'))).toSorted();

  it('say Yes and No alone only under a title that names the outcome', () => {
    expect(using(/WORDS\.outcome\b/)).toEqual([...UNDER_A_TITLE, 'sentences.ts'].toSorted());
  });

  it('have one builder of sentences about orders', () => {
    expect(using(/ORDER_WORDS/)).toEqual(['sentences.ts', 'words/order.ts']);
    expect(using(/['`](?:Buy|Sell|Bought|Sold|Bid for) \$\{/)).toEqual([
      'words/market.ts',
      'words/order.ts',
    ]);
  });
});
