/**
 * What a thief takes with a trading key of default bounds: it trades badly for its victim against accounts of its own,
 * all day, on books of three depths, and on an empty one whose last trade is its own. The figures of docs/SECURITY.md are
 * these.
 */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../../src/exchange';
import { Scenario } from './scenario';

const USD = 1_000_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Attacks in an hour, and in a day. */
const ATTACKS_MADE = 12;
const BOUNDS = { atMost: 100 * USD, priceBand: 1_000, redeem: false };
const WORTH_BPS = 9_000;
const CONTRACTS = 5_555;
const FALL_BPS_AN_HOUR = 12;
/** Below this a sell counts something in each of the cases. */
const LEFT_FROM_BPS = 7_000;

/** Contracts at each of five prices around 90 cents, quoted by others and renewed before each attack; 0: nobody is there. */
const DEPTHS = { empty: 0, thin: 10, deep: 10_000 } as const;
type Depth = keyof typeof DEPTHS;

class Theft {
  readonly scenario = new Scenario((options) => new Exchange(options));
  private readonly key = this.scenario.user('a stolen key');
  private refused = 0;

  constructor(
    private readonly depth: Depth,
    { isFirst = false } = {},
  ) {
    const { scenario } = this;
    scenario.event({ expiry: scenario.nowSeconds + 30 * 86_400 });
    for (const name of ['victim', 'thief', 'thief of the thief', 'maker'])
      scenario.credit(name, 100_000_000 * USD);
    if (isFirst) this.tradeAt(1);
    // 5,000 USD of the victim's are in the market, at what it is worth; 5,000 are not.
    scenario.order('maker', `buy no ${CONTRACTS} @ ${10_000 - WORTH_BPS}`);
    scenario.order('victim', `buy yes ${CONTRACTS} @ ${WORTH_BPS}`);
    scenario.apply('order', {
      kind: 'allow_trading_key',
      user: scenario.user('victim'),
      tradingKey: this.key,
      until: scenario.nowSeconds + 30 * 86_400,
      ...BOUNDS,
      nonce: 1,
      form: 'raw',
      signature: new Uint8Array(64),
    });
  }

  /** What the victim has, at what its contracts are worth. */
  wealth(name: string): number {
    const { scenario } = this;
    const { available, locked } = scenario.balance(name);
    const { yes, no } = scenario.subject.position(scenario.user(name), scenario.marketId());
    return available + locked + (yes * WORTH_BPS + no * (10_000 - WORTH_BPS)) * 100;
  }

  steal(seconds: number, attacks: readonly Attack[]): number {
    const before = this.wealth('victim');
    for (let made = 0; made < ATTACKS_MADE; made++) {
      this.quote();
      for (const attack of attacks) attack(this);
      this.scenario.wait(seconds / ATTACKS_MADE);
    }
    this.quote();
    this.sellTheRest();
    return before - this.wealth('victim');
  }

  /** At 1 bp what the bound is left for; then all, as cheap as what it gives up counts nothing. */
  private sellTheRest(): void {
    this.tradeAt(1);
    for (let price = 1; price < WORTH_BPS; price = Math.max(LEFT_FROM_BPS, price + 10)) {
      this.cancelAll('thief');
      this.thief(`buy yes ${CONTRACTS} @ ${price}`);
      trade(this, 'sell', 'yes', price);
    }
  }

  /** The honest ones: they take what is mispriced, and quote anew. */
  private quote(): void {
    const size = DEPTHS[this.depth];
    if (size === 0) return;
    this.cancelAll('maker');
    for (const away of [50, 100, 150, 200, 250]) {
      this.scenario.tryOrder('maker', `buy yes ${size} @ ${WORTH_BPS - away}`);
      this.scenario.tryOrder('maker', `buy no ${size} @ ${10_000 - WORTH_BPS - away}`);
    }
  }

  cancelAll(name: string): void {
    const { scenario } = this;
    const user = scenario.user(name);
    const nonce = scenario.subject.nonces(user).cancel_all + 1;
    const signature = new Uint8Array(64);
    scenario.apply('cancel', { kind: 'cancel_all', user, marketId: null, nonce, signature });
  }

  /** The thief with itself, so that the last price is this one. */
  tradeAt(yesPrice: number): void {
    this.cancelAll('thief');
    this.thief(`buy no 1 @ ${10_000 - yesPrice}`);
    this.scenario.tryOrder('thief of the thief', `buy yes 1 @ ${yesPrice}`);
  }

  thief(text: string): void {
    this.scenario.tryOrder('thief', text);
  }

  /** An order of the victim's, signed by the key. @returns contracts filled */
  victim(side: 'buy' | 'sell', outcome: 'yes' | 'no', price: number, size: number): number {
    const { scenario } = this;
    const text = `${side} ${outcome} ${size} @ ${price} ioc`;
    const { body } = scenario.tryOrder('victim', text, { signer: this.key }).answer.reply;
    if (body.kind === 'order') return body.order.filled;
    this.refused++;
    return 0;
  }
}

/** Each tries sizes from all to a little, as the bounds let through. */
const trade = (theft: Theft, side: 'buy' | 'sell', outcome: 'yes' | 'no', price: number) => {
  for (const size of [CONTRACTS, 1_000, 300, 100, 30, 10, 3, 1])
    while (theft.victim(side, outcome, price, size) > 0);
};

type Attack = (theft: Theft) => void;

/** The victim buys what is worth little, as dear as the band allows, from the thief. */
const buyDear: Attack = (theft) => {
  for (const price of [9_999, 9_900, 2_000, 1_100, 1_050]) {
    theft.cancelAll('thief');
    theft.thief(`buy yes ${CONTRACTS} @ ${10_000 - price}`);
    trade(theft, 'buy', 'no', price);
  }
};

/** It sells what is worth much to the thief, who alone names the price. */
const sellAt = (theft: Theft, price: number): void => {
  theft.cancelAll('thief');
  theft.thief(`buy yes ${CONTRACTS} @ ${price}`);
  theft.thief(`buy no 1 @ ${10_000 - price - 2}`);
  trade(theft, 'sell', 'yes', price);
};

const sellCheap: Attack = (theft) => {
  for (const price of [1, 100, 4_000, 7_900, 8_000, 8_500, 8_900]) sellAt(theft, price);
};

const ATTACKS: readonly (readonly Attack[])[] = [
  [buyDear, sellCheap, (theft) => theft.tradeAt(2)],
  [sellCheap, (theft) => theft.tradeAt(1)],
  [(theft) => theft.tradeAt(1)],
];

/** What the thief takes in an hour and in a day by the best of its attacks, which is written out. */
function taken(what: string, begin: () => Theft): { readonly hour: number; readonly day: number } {
  const best = (seconds: number) =>
    Math.max(...ATTACKS.map((attacks) => begin().steal(seconds, attacks)));
  const [hour, day] = [best(HOUR), best(DAY)];
  const [inHour, inDay] = [hour, day].map((sum) => (sum / USD).toFixed(2));
  process.stdout.write(`${what}: ${inHour} USD in an hour, ${inDay} in a day\n`);
  return { hour, day };
}

/** The bound of each UTC day, and the hours' fall of the reference price, of each contract. */
const most = (days: number, hours: number) =>
  days * BOUNDS.atMost + CONTRACTS * hours * FALL_BPS_AN_HOUR * 100;

describe.each(Object.keys(DEPTHS) as Depth[])(
  'a stolen trading key, on a book that is %s',
  (depth) => {
    it('takes little more than a day allows', () => {
      const { hour, day } = taken(depth, () => new Theft(depth));
      expect(hour).toBeLessThanOrEqual(most(1, 1));
      expect(day).toBeLessThanOrEqual(most(2, 24));
    });
  },
);

describe.each([0, 6, 24, 72])('on an empty book, %d hours after its owner bought,', (hours) => {
  it.each([
    ['the first trade', 0],
    ['the first and the last trade', hours],
  ])('a stolen key takes little more, where the thief made %s', (made, fallen) => {
    const { hour, day } = taken(`${made}, ${hours} hours before`, () => {
      const theft = new Theft('empty', { isFirst: true });
      if (fallen > 0) theft.tradeAt(1);
      theft.scenario.wait(hours * HOUR);
      return theft;
    });
    expect(hour).toBeLessThanOrEqual(most(1, fallen + 1));
    expect(day).toBeLessThanOrEqual(most(2, fallen + 24));
  });
});
