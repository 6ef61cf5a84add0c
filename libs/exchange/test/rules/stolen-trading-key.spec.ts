/**
 * What a thief takes with a trading key of default bounds: it trades badly for its victim against accounts of its own,
 * all day, on books of three depths. The figures of docs/SECURITY.md are these.
 */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../../src/exchange';
import { Scenario } from './scenario';

const USD = 1_000_000;
const PAUSE = 600;
const HOUR = 3_600;
const BOUNDS = { atMost: 100 * USD, priceBand: 1_000, redeem: false };
const WORTH_BPS = 9_000;

/** Contracts at each of five prices around 90 cents, quoted by others and renewed before each attack; 0: nobody is there. */
const DEPTHS = { empty: 0, thin: 10, deep: 10_000 } as const;
type Depth = keyof typeof DEPTHS;

class Theft {
  readonly scenario = new Scenario((options) => new Exchange(options));
  private readonly key = this.scenario.user('a stolen key');
  private refused = 0;

  constructor(private readonly depth: Depth) {
    const { scenario } = this;
    scenario.event({ expiry: scenario.nowSeconds + 30 * 86_400 });
    for (const name of ['victim', 'thief', 'maker']) scenario.credit(name, 100_000_000 * USD);
    // 5,000 USD of the victim's are in the market, at what it is worth; 5,000 are not.
    scenario.order('maker', `buy no 5555 @ ${10_000 - WORTH_BPS}`);
    scenario.order('victim', `buy yes 5555 @ ${WORTH_BPS}`);
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

  steal(seconds: number): number {
    const before = this.wealth('victim');
    for (let at = 0; at < seconds; at += PAUSE) {
      this.quote();
      for (const attack of ATTACKS) attack(this);
      this.scenario.wait(PAUSE);
    }
    return before - this.wealth('victim');
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
  for (const size of [5_555, 1_000, 300, 100, 30, 10, 3, 1])
    while (theft.victim(side, outcome, price, size) > 0);
};

const ATTACKS: readonly ((theft: Theft) => void)[] = [
  // The victim buys what is worth little, as dear as the band allows, from the thief.
  (theft) => {
    for (const price of [9_999, 9_900, 2_000, 1_100, 1_050]) {
      theft.cancelAll('thief');
      theft.thief(`buy yes 5555 @ ${10_000 - price}`);
      trade(theft, 'buy', 'no', price);
    }
  },
  // It sells what is worth much, as cheap as the band allows, to the thief: first where the thief alone names the price.
  (theft) => {
    for (const price of [1, 100, 4_000, 7_900, 8_000, 8_500, 8_900]) {
      theft.cancelAll('thief');
      theft.thief(`buy yes 5555 @ ${price}`);
      theft.thief(`buy no 1 @ ${10_000 - price - 2}`);
      trade(theft, 'sell', 'yes', price);
    }
  },
  // The thief trades with itself at a price of its own, so that the last one is that.
  (theft) => {
    theft.cancelAll('thief');
    theft.thief('sell yes 1 @ 2');
    theft.scenario.tryOrder('thief of the thief', 'buy yes 1 @ 2');
  },
];

describe.each(Object.keys(DEPTHS) as Depth[])(
  'a stolen trading key, on a book that is %s',
  (depth) => {
    const theft = new Theft(depth);
    theft.scenario.credit('thief of the thief', 1_000 * USD);

    it('takes little more than a day allows', () => {
      const hour = theft.steal(HOUR);
      const day = hour + theft.steal(23 * HOUR);
      process.stdout.write(
        `${depth}: ${(hour / USD).toFixed(2)} USD in an hour, ${(day / USD).toFixed(2)} in a day\n`,
      );
      expect(hour).toBeLessThanOrEqual(200 * USD);
    });
  },
);
