/** A preview returns its numbers for any user and any refusal; and a budget buys the contracts it pays for. */
import { Random } from '@bellwether/seeded-random';
import { describe, expect, it } from 'vitest';
import type { OrderCommand } from '../src/command';
import { Exchange } from '../src/exchange';
import type { PreviewView } from '../src/views';
import type { PreviewTerms } from '../src/views/preview-view';
import { SEED } from './run-options';
import { Scenario } from './rules/scenario';

const USD = 1_000_000;
const BOOKS = 60;
const MARKET_FEE_BPS = 700;
const TYPES = ['gtc', 'ioc', 'fok', 'post_only'] as const;

interface Level {
  readonly price: number;
  readonly size: number;
}

/** A market with offers of YES, and users with and without funds. */
class Market {
  readonly exchange: Exchange;
  readonly scenario: Scenario;
  readonly asks: Level[] = [];

  constructor(random: Random, { withMoneyLimits = true } = {}) {
    let made: Exchange | undefined;
    this.scenario = new Scenario((options) => (made = new Exchange(options)));
    this.exchange = made!;
    if (withMoneyLimits) this.scenario.setMoneyLimits();
    this.scenario.event({ feeBps: MARKET_FEE_BPS });
    for (const name of ['maker', 'rich']) this.scenario.credit(name, 100_000 * USD);
    this.scenario.credit('poor', 1);
    for (let offers = random.between(0, 6); offers > 0; offers--) {
      const level = { price: random.between(500, 9_000), size: random.between(20, 40) };
      this.scenario.order('maker', `buy no ${level.size} @ ${10_000 - level.price}`);
      this.asks.push(level);
    }
    this.asks.sort((a, b) => a.price - b.price);
  }

  preview(
    terms: Partial<OrderCommand> & Pick<OrderCommand, 'price' | 'orderType'>,
    who?: string,
    isOwner = true,
  ) {
    const asked = { ...this.terms(terms), ...this.userOf(who), isOwner };
    return this.exchange.preview(asked as PreviewTerms);
  }

  budget(
    budgetMicroUsdc: number,
    terms: Pick<OrderCommand, 'price' | 'orderType' | 'feeBps'>,
    who?: string,
  ) {
    const { size: _, ...rest } = this.terms(terms);
    return this.exchange.preview({ ...rest, budgetMicroUsdc, ...this.userOf(who), isOwner: true });
  }

  private userOf(who: string | undefined) {
    return who === undefined ? {} : { user: this.scenario.user(who) };
  }

  private terms(terms: Partial<OrderCommand> & Pick<OrderCommand, 'price' | 'orderType'>) {
    const marketId = this.scenario.marketId();
    return { marketId, outcome: 'yes', side: 'buy', size: 1, feeBps: 0, ...terms } as const;
  }

  /** Computed by hand: the most that these contracts cost, in micro-USDC. */
  outlay(
    size: number,
    { price, orderType, feeBps }: Pick<OrderCommand, 'price' | 'orderType' | 'feeBps'>,
  ): number {
    const mayRest = orderType === 'gtc' || orderType === 'post_only';
    let [left, cost, feeSum] = [size, 0, 0];
    const take = (count: number, at: number, isTaken: boolean): void => {
      cost += count * at * 100;
      if (isTaken) feeSum += (count * MARKET_FEE_BPS * at * (10_000 - at)) / 1e6;
      left -= count;
    };
    for (const ask of this.asks) {
      if (ask.price > price) break;
      take(Math.min(left, ask.size), mayRest ? price : ask.price, true);
    }
    take(left, price, !mayRest);
    return cost + Math.ceil(feeSum - 1e-6) + Math.ceil((feeBps * cost) / 10_000 - 1e-6);
  }
}

const random = new Random(SEED);
const terms = () => ({
  price: random.between(400, 9_500),
  orderType: random.pick(TYPES),
  feeBps: random.pick([0, 0, 50]),
});

/** The previews of users without funds, given that of a user with enough. */
function expectedBesides(ofRich: PreviewView): { ofPoor: object; ofStranger: object } {
  if (ofRich.kind !== 'order') return { ofPoor: ofRich, ofStranger: {} };
  const { kind: _, ...predicted } = ofRich;
  // An order that fills nothing and does not rest costs nothing.
  const takesNothing = predicted.status === 'cancelled' && predicted.filled === 0;
  const refused = (code: string) => ({ kind: 'refused', refusal: { code }, order: predicted });
  const wantsMoney = refused('INSUFFICIENT_BALANCE');
  return takesNothing
    ? { ofPoor: ofRich, ofStranger: refused('ACCOUNT_NOT_FUNDED') }
    : { ofPoor: wantsMoney, ofStranger: wantsMoney };
}

describe(`over ${BOOKS} books, seed ${SEED}`, () => {
  it('whoever asks sees the same numbers; what refuses the order stands beside them', () => {
    for (let books = 0; books < BOOKS; books++) {
      const market = new Market(random);
      const order = { ...terms(), size: random.between(1, 80) };
      const ofRich = market.preview(order, 'rich');
      // An anonymous preview is refused for the order's own terms only.
      expect(market.preview(order)).toEqual(ofRich);
      const ofPoor = market.preview(order, 'poor');
      const ofStranger = market.preview(order, 'stranger');
      const expected = expectedBesides(ofRich);
      expect(ofPoor).toMatchObject(expected.ofPoor);
      expect(ofStranger).toMatchObject(expected.ofStranger);
      expect(ofRich).toMatchObject(ofRich.kind === 'order' ? {} : { order: { size: order.size } });
    }
  });

  it('the orders that a user has open are met as those of others, unless the owner asks', () => {
    let met = 0;
    for (let books = 0; books < BOOKS; books++) {
      const market = new Market(random);
      const order = { ...terms(), size: random.between(1, 80) };
      expect(market.preview(order, 'maker', false)).toEqual(market.preview(order));
      const own = market.preview(order, 'maker');
      met += own.kind === 'order' ? own.selfTradeCancelled.length : 0;
    }
    expect(met).toBeGreaterThan(0);
  });

  it('a budget is for as many contracts as it pays for with all fees, and not for one more', () => {
    for (let books = 0; books < BOOKS; books++) {
      const market = new Market(random);
      const order = terms();
      const budget = random.between(200_000, 60 * USD);
      const view = market.budget(budget, order);
      const predicted = view.kind === 'order' ? view : view.order!;
      let most = 0;
      while (market.outlay(most + 1, order) <= budget) most += 1;
      expect(predicted.size).toBe(Math.max(1, most));
      const minimum = market.outlay(1, order);
      const details = ['field', 'value', 'minimum'].map((name, at) => ({
        name,
        value: ['budget_micro_usdc', budget, minimum][at],
      }));
      const tooSmall = { refusal: { code: 'ORDER_TOO_SMALL', details } };
      expect(view).toMatchObject(most === 0 ? tooSmall : {});
    }
  });

  it('who has just the budget is not refused for want of money, and pays no more', () => {
    for (let books = 0; books < BOOKS; books++) {
      const market = new Market(random, { withMoneyLimits: false });
      const { scenario } = market;
      const order = {
        price: random.between(400, 9_500),
        orderType: random.pick(['gtc', 'ioc'] as const),
      };
      const budget = random.between(USD, 60 * USD);
      scenario.credit('buyer', budget);
      const view = market.budget(budget, { ...order, feeBps: 0 }, 'buyer');
      if (view.kind !== 'order') throw new Error(JSON.stringify(view));
      scenario.order('buyer', `buy yes ${view.size} @ ${order.price} ${order.orderType}`);
      const { available } = scenario.subject.balance(scenario.user('buyer'));
      const { notional, takerFee, builderFee, lockedMicroUsdc } = view;
      expect(budget - available).toBe(notional * 100 + takerFee + builderFee + lockedMicroUsdc);
      expect(available).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('where nothing can be said', () => {
  it('there are no numbers: no such market, also while only cancels are taken', () => {
    const market = new Market(new Random(1));
    const unknown = { price: 5_000, orderType: 'gtc', marketId: new Uint8Array(32) } as const;
    expect(market.preview(unknown)).toMatchObject({
      refusal: { code: 'MARKET_NOT_FOUND' },
      order: null,
    });
    market.scenario.apply('admin', { kind: 'set_mode', mode: 'cancel_only' });
    expect(market.preview(unknown)).toMatchObject({ order: null });
    const known = market.preview({ price: 5_000, orderType: 'gtc', size: 10 }, 'rich');
    expect(known).toMatchObject({ refusal: { code: 'CANCEL_ONLY' }, order: { size: 10 } });
  });
});
