/** A budget is found in one walk, and the walk looks back at once: both as their plainest forms say, over random books. */
import { Random } from '@bellwether/seeded-random';
import { describe, expect, it } from 'vitest';
import { LITTLE_LOAD } from '../src/capacities';
import { SELF_TRADE_MODES } from '../src/command';
import type { FullTerms, OrderCommand } from '../src/command';
import { asNumbers } from '../src/commands/order-numbers';
import { Exchange } from '../src/exchange';
import { MAX_FILLS_PER_COMMAND, MAX_SAFE_MICRO_USDC } from '../src/limits';
import { Walk } from '../src/markets/walk';
import { readState } from '../src/snapshot/snapshot';
import type { ExchangeState } from '../src/state';
import { naiveFit, naiveOutlay, naiveWalk } from './naive-budget';
import { Scenario } from './rules/scenario';
import { SEED } from './run-options';

const USD = 1_000_000;
const SMALL_BOOKS = 40;
const LONG_BOOKS = 3;
/** Further ones are drawn until a walk is at its limit. */
const MOST_LONG_BOOKS = 60;
const ORDERS_A_BOOK = 60;
const TAKERS = 25;
const HOLDERS = ['ann', 'bob', 'cy', 'dee'];
const TYPES = ['gtc', 'ioc', 'fok', 'post_only'] as const;

/** A market whose holders have contracts to reduce. */
class Market {
  readonly scenario: Scenario;
  readonly exchange: Exchange;
  /** Reduce-only buys that were admitted: without any, a random book says nothing of them. */
  reducing = 0;

  constructor(private readonly random: Random) {
    let made: Exchange | undefined;
    this.scenario = new Scenario((options) => (made = new Exchange(options)));
    this.exchange = made!;
    this.scenario.event({ feeBps: random.pick([0, 700, 999]) });
    for (const name of [...HOLDERS, 'mint']) this.scenario.credit(name, 1_000_000 * USD);
    this.scenario.apply('admin', {
      kind: 'set_user_limits',
      user: this.scenario.user('ann'),
      maxOpenOrders: 5_000,
    });
  }

  hold(name: string, outcome: 'yes' | 'no', size: number): void {
    const other = outcome === 'yes' ? 'no' : 'yes';
    this.scenario.order(name, `buy ${outcome} ${size} @ 5000 post_only`);
    this.scenario.order('mint', `buy ${other} ${size} @ 5000`);
  }

  rest(name: string, { reduceOnly = false, ...order }: Partial<OrderCommand & FullTerms>): void {
    const { scenario } = this;
    const user = scenario.user(name);
    const { answer } = scenario.apply('order', {
      kind: 'order',
      user,
      marketId: scenario.marketId(),
      outcome: 'no',
      side: 'buy',
      price: 1,
      size: 1,
      orderType: 'post_only',
      terms: { selfTrade: 'cancel_maker', reduceOnly, expiresAt: 0 },
      nonce: scenario.subject.nonces(user).order + 1,
      feeBps: 0,
      builder: null,
      signature: new Uint8Array(64),
      ...order,
    });
    const rests = answer.reply.body.kind === 'order';
    if (rests && reduceOnly && order.side === 'buy') this.reducing++;
  }

  /** Orders on both sides, which do not cross: bids of YES below 5000, asks above. */
  fill(orders: number, sizes: readonly number[]): this {
    const { random } = this;
    const holds = HOLDERS.map(() => random.pick(['yes', 'no'] as const));
    for (const [index, name] of HOLDERS.entries()) {
      this.hold(name, holds[index]!, random.between(1, 4) * 10);
    }
    for (let left = orders; left > 0; left--) {
      const isAsk = random.chance(0.5);
      const yesPrice = isAsk ? random.between(5_001, 9_999) : random.between(1, 4_999);
      const side = random.chance(0.8) ? 'buy' : 'sell';
      const outcome = (side === 'buy') === isAsk ? 'no' : 'yes';
      this.rest(random.pick(HOLDERS), {
        side,
        outcome,
        price: outcome === 'yes' ? yesPrice : 10_000 - yesPrice,
        size: random.pick(sizes),
        reduceOnly: random.chance(0.6),
      });
    }
    return this;
  }

  get state(): ExchangeState {
    return readState(this.exchange.snapshot(), LITTLE_LOAD);
  }
}

/** An order of one of the holders, or of nobody, that wants much of the book. */
function drawTaker(random: Random, state: ExchangeState, scenario: Scenario) {
  const outcome = random.pick(['yes', 'no'] as const);
  const user = scenario.user(random.pick([...HOLDERS, 'nobody']));
  const terms = {
    user,
    marketId: scenario.marketId(),
    outcome,
    side: 'buy',
    price: random.chance(0.5) ? 9_999 : random.between(4_000, 9_999),
    size: random.chance(0.4) ? 100_000 : random.between(1, 300),
    orderType: random.pick(TYPES),
    terms: { selfTrade: random.pick(SELF_TRADE_MODES), reduceOnly: false, expiresAt: 0 },
    feeBps: random.pick([0, 0, 37, 100]),
    builder: null,
    nonce: 0,
  } as const;
  const order = asNumbers(state, terms, state.accountTable.find(user));
  return { order, terms };
}

/** Some are spent on a part of the book, some on none of it, some on all. */
const drawBudget = (random: Random): number =>
  random.pick([
    random.between(1, USD),
    random.between(USD, 60 * USD),
    random.between(60 * USD, 3_000 * USD),
    random.between(USD, 60 * USD) * 1_000,
    MAX_SAFE_MICRO_USDC,
  ]);

function compare(random: Random, market: Market, counts: Map<string, number>): void {
  const { state } = market;
  const walk = new Walk(state.ladder, state.orders, state.positions);
  const count = (what: string, is: boolean): void => {
    counts.set(what, (counts.get(what) ?? 0) + (is ? 1 : 0));
  };
  for (let takers = 0; takers < TAKERS; takers++) {
    const { order, terms } = drawTaker(random, state, market.scenario);
    walk.run(order);
    const naive = naiveWalk(state, order);
    const steps = Array.from({ length: walk.steps }, (_, step) => ({
      maker: walk.makers[step],
      quantity: walk.quantities[step],
    }));
    const { taken, notional, curve, limited, endsAtOwn, ordersMet } = walk;
    const came = { steps, taken, notional, curve, limited, endsAtOwn };
    const { met, ...expected } = naive;
    expect({ ...came, ordersMet }).toEqual({ ...expected, ordersMet: met.size });

    const budget = drawBudget(random);
    const size = naiveFit(state, order, budget);
    const minimum = size === 0 ? naiveOutlay(state, order, 1) : null;
    const found = { minimum: state.budget.fitTo(order, budget), size: order.size };
    const why = JSON.stringify({ terms, budget });
    expect({ ...found, why }).toEqual({ minimum, size: Math.max(1, size), why });

    order.size = Math.max(1, size);
    const last = naiveWalk(state, order);
    const isPart = last.taken > 0 && last.taken === order.size;
    count('a budget spent within the book', isPart && order.orderType === 1);
    count('a budget that goes beyond the book', last.taken < order.size && last.taken > 0);
    count('a budget too small', size === 0);
    count('a walk that ends at an own order', endsAtOwn);
    count('a walk at its limit', limited);
  }
}

const missing = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].filter(([, times]) => times === 0).map(([what]) => what);

describe(`one walk finds what a walk for each size finds, seed ${SEED}`, () => {
  const random = new Random(SEED);

  it(`over ${SMALL_BOOKS} books of every kind of order`, () => {
    const counts = new Map<string, number>();
    for (let books = 0; books < SMALL_BOOKS; books++) {
      const market = new Market(random).fill(ORDERS_A_BOOK, [1, 2, 5, 10, 40]);
      expect(market.reducing).toBeGreaterThan(0);
      compare(random, market, counts);
    }
    counts.delete('a walk at its limit');
    expect(missing(counts)).toEqual([]);
  });

  it(`over ${LONG_BOOKS} books with more orders than a walk takes`, () => {
    const counts = new Map<string, number>();
    const met = () => (counts.get('a walk at its limit') ?? 0) > 0;
    for (let books = 0; books < (met() ? LONG_BOOKS : MOST_LONG_BOOKS); books++) {
      const market = new Market(random);
      // More than `fill` may give of the other outcome.
      market.hold('ann', 'yes', random.between(50, 140));
      market.fill(ORDERS_A_BOOK, [1]);
      for (let left = MAX_FILLS_PER_COMMAND; left > 0; left--) {
        const price = random.between(10, 30);
        market.rest('ann', { size: 1, price });
      }
      compare(random, market, counts);
    }
    expect(met()).toBe(true);
  });
});
