/** What a quote makes of the orders that are there: by example, and against a naive book for any state. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order, OutcomeSide, Side } from '../generated/interface';
import type { BatchOperation } from '../requests';
import { checkedQuote } from './quote';
import type { Quote } from './quote';
import { changesOf } from './quote-changes';
import { bookSideOf, yesPriceOf } from './quote-orders';

const MARKET = 'ab'.repeat(32);
const NOTHING = { yes_contracts: 0, no_contracts: 0 };
const NOBODY_REFUSED = { wanted: new Set<string>(), changes: new Set<number>() };

function order(
  order_id: number,
  [side, outcome, price, remaining]: readonly [Side, OutcomeSide, number, number],
  more: Partial<Order> = {},
): Order {
  return {
    order_id,
    user: 'u',
    market_id: MARKET,
    side,
    outcome,
    price,
    size: remaining,
    filled: 0,
    remaining,
    order_type: 'post_only',
    fee_bps: 0,
    builder_api_key: '',
    nonce: order_id,
    status: 'resting',
    cancel_reason: null,
    seq: order_id,
    created_at: 1,
    ...more,
  };
}

const quote = (bid: number | null, ask: number | null, size = 50): Quote => ({
  market_id: MARKET,
  bid,
  ask,
  size,
});

/** As `buy no 50 @ 5400`. */
const shown = (operation: BatchOperation): string => {
  if ('cancel' in operation) return `cancel ${operation.cancel.order_id}`;
  if ('amend' in operation) {
    const { order_id, price, size } = operation.amend;
    return `amend ${order_id} to ${size} @ ${price}`;
  }
  if (!('place' in operation)) return 'cancel all';
  const { side, outcome, size, price, order_type } = operation.place;
  return `${order_type === 'post_only' ? '' : order_type} ${side} ${outcome} ${size} @ ${price}`.trim();
};

const changes = (
  wanted: Quote,
  open: readonly Order[] = [],
  held = NOTHING,
  refused: Parameters<typeof changesOf>[1]['refused'] = NOBODY_REFUSED,
) => changesOf(wanted, { open, held, refused }).map(shown);

const BID = ['buy', 'yes', 4_400, 50] as const;
const ASK = ['buy', 'no', 5_400, 50] as const;

describe('a quote', () => {
  it('of who holds nothing buys both outcomes', () => {
    expect(changes(quote(4_400, 4_600))).toEqual(['buy no 50 @ 5400', 'buy yes 50 @ 4400']);
  });

  it.each([
    [{ yes_contracts: 80, no_contracts: 0 }, ['sell yes 50 @ 4600', 'buy yes 50 @ 4400']],
    [
      { yes_contracts: 20, no_contracts: 0 },
      ['sell yes 20 @ 4600', 'buy no 30 @ 5400', 'buy yes 50 @ 4400'],
    ],
    [
      { yes_contracts: 20, no_contracts: 10 },
      ['sell yes 20 @ 4600', 'buy no 30 @ 5400', 'sell no 10 @ 5600', 'buy yes 40 @ 4400'],
    ],
    // One NO for 0.54 USD would be refused as too small to rest.
    [{ yes_contracts: 49, no_contracts: 0 }, ['sell yes 49 @ 4600', 'buy yes 50 @ 4400']],
  ])('of who holds %j sells that first', (held, expected) => {
    expect(changes(quote(4_400, 4_600), [], held)).toEqual(expected);
  });

  it('that is there needs nothing', () => {
    expect(changes(quote(4_400, 4_600), [order(1, BID), order(2, ASK)])).toEqual([]);
  });

  it('that moves up moves its ask first, and down its bid', () => {
    const open = [order(1, BID), order(2, ASK)];
    expect(changes(quote(4_700, 4_900), open)).toEqual([
      'amend 2 to 50 @ 5100',
      'amend 1 to 50 @ 4700',
    ]);
    expect(changes(quote(4_100, 4_300), open)).toEqual([
      'amend 1 to 50 @ 4100',
      'amend 2 to 50 @ 5700',
    ]);
  });

  it('is as large again after a fill', () => {
    const filled = { filled: 10, size: 50, remaining: 40, status: 'partially_filled' } as const;
    expect(changes(quote(4_400, 4_600), [order(1, BID, filled), order(2, ASK)])).toEqual([
      'amend 1 to 50 @ 4400',
    ]);
  });

  it('of one side takes the other out, and of none both', () => {
    const open = [order(1, BID), order(2, ASK)];
    expect(changes(quote(4_400, null), open)).toEqual(['cancel 2']);
    expect(changes(quote(null, null), open).toSorted()).toEqual(['cancel 1', 'cancel 2']);
  });

  it('cancels what it did not make: more than one on a side, and what might take', () => {
    const open = [
      order(1, ['buy', 'yes', 4_300, 7]),
      order(2, BID),
      order(3, ASK, { order_type: 'gtc' }),
    ];
    expect(changes(quote(4_400, 4_600), open)).toEqual([
      'cancel 3',
      'cancel 1',
      'buy no 50 @ 5400',
    ]);
  });

  it('leaves an order that cannot be changed where it is no danger, and cancels it where it is', () => {
    const refused = { wanted: new Set<string>(), changes: new Set([1]) };
    const open = [order(1, BID), order(2, ASK)];
    expect(changes(quote(4_500, 4_600), open, NOTHING, refused)).toEqual([]);
    expect(changes(quote(4_300, 4_600), open, NOTHING, refused)).toEqual(['cancel 1']);
    expect(changes(quote(4_400, 4_600, 40), open, NOTHING, refused)).toContain('cancel 1');
  });

  it.each([
    [quote(4_600, 4_600), 'ask'],
    [quote(0, 4_600), 'bid'],
    [quote(4_400, 10_000), 'ask'],
    [quote(4_400.5, null), 'bid'],
    [quote(4_400, 4_600, 0), 'size'],
  ])('%j is refused before anything is sent', (wrong, field) => {
    expect(() => checkedQuote(wrong)).toThrow(expect.objectContaining({ field }));
  });
});

const price = fc.integer({ min: 1, max: 9_999 });
const anyQuote = fc
  .tuple(fc.option(price), fc.option(price), fc.integer({ min: 1, max: 60 }))
  .filter(([bid, ask]) => bid === null || ask === null || bid < ask)
  .map(([bid, ask, size]) => quote(bid, ask, size));
/** A book of one's own is never crossed: bids below a price, asks from it on. */
const anyOpen = fc.integer({ min: 2, max: 9_999 }).chain((middle) =>
  fc
    .array(
      fc.record({
        isBid: fc.boolean(),
        sells: fc.boolean(),
        away: fc.nat(9_999),
        remaining: fc.integer({ min: 1, max: 60 }),
        order_type: fc.constantFrom('post_only' as const, 'gtc' as const),
      }),
      { maxLength: 5 },
    )
    .map((orders) =>
      orders.map(({ isBid, sells, away, remaining, order_type }, index) => {
        const yes = isBid ? 1 + (away % (middle - 1)) : middle + (away % (10_000 - middle));
        const outcome = isBid === sells ? 'no' : 'yes';
        const terms = [
          sells ? 'sell' : 'buy',
          outcome,
          outcome === 'yes' ? yes : 10_000 - yes,
          remaining,
        ];
        return order(index + 1, terms as [Side, OutcomeSide, number, number], { order_type });
      }),
    ),
);
const anyHeld = fc.record({ yes_contracts: fc.nat(80), no_contracts: fc.nat(80) });

/** Carries an operation out, as the exchange would. @throws Error where an order would meet one of the user's own */
function carryOut(open: Map<number, Order>, operation: BatchOperation): void {
  if ('cancel' in operation) {
    const { order_id } = operation.cancel;
    if (!open.delete(order_id)) throw new Error(`cancels ${order_id}, which is not open`);
    return;
  }
  if ('amend' in operation) {
    const { order_id, price: at, size } = operation.amend;
    const known = open.get(order_id);
    if (known === undefined) throw new Error(`amends ${order_id}, which is not open`);
    open.set(order_id, { ...known, price: at, size, remaining: size });
  } else if ('place' in operation) {
    const { side, outcome, price: at, size, order_type } = operation.place;
    if (order_type !== 'post_only') throw new Error(`places an order of type ${order_type}`);
    const id = 100 + open.size;
    open.set(id, order(id, [side, outcome, at, size]));
  }
  const yesPrices = (name: 'bid' | 'ask') =>
    [...open.values()].filter((one) => bookSideOf(one) === name).map(yesPriceOf);
  const [bid, ask] = [Math.max(0, ...yesPrices('bid')), Math.min(10_000, ...yesPrices('ask'))];
  if (bid >= ask) throw new Error(`crossed: ${bid} and ${ask}`);
}

it('from any orders the changes lead to the quote, and at no moment cross it', () => {
  fc.assert(
    fc.property(anyQuote, anyOpen, anyHeld, (wanted, orders, held) => {
      const open = new Map(orders.map((one) => [one.order_id, one]));
      const parts = { held, refused: NOBODY_REFUSED };
      for (const operation of changesOf(wanted, { open: orders, ...parts })) {
        carryOut(open, operation);
      }
      const there = [...open.values()];
      expect(changesOf(wanted, { open: there, ...parts })).toEqual([]);
      for (const [name, at, sellable] of [
        ['bid', wanted.bid, held.no_contracts],
        ['ask', wanted.ask, held.yes_contracts],
      ] as const) {
        const side = there.filter((one) => bookSideOf(one) === name);
        expect(side.every((one) => yesPriceOf(one) === at)).toBe(true);
        const size = side.reduce((sum, { remaining }) => sum + remaining, 0);
        const sold = Math.min(sellable, wanted.size);
        // Left out: a remainder beside a sell that is worth less than 1 USD.
        const bought = name === 'bid' ? (at ?? 0) : 10_000 - (at ?? 0);
        const isSmall = 100 * bought * (wanted.size - sold) < 1_000_000;
        const isLeftOut = size === sold && sold > 0 && isSmall;
        expect(at === null ? size === 0 : size === wanted.size || isLeftOut).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
