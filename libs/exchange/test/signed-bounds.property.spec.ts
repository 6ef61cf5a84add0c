/** Whatever comes between a request and its turn: never more contracts than an amend named, never more money than an order signed. */
import { Random } from '@bellwether/seeded-random';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../src/exchange';
import { Scenario } from './rules/scenario';
import { SEED } from './run-options';

const USD = 1_000_000;
const MARKETS = 25;
const RACES_A_MARKET = 200;
const TERMS = { selfTrade: 'cancel_maker', reduceOnly: false, expiresAt: 0 } as const;

class Race {
  readonly scenario = new Scenario((options) => new Exchange(options));

  constructor(private readonly random: Random) {
    this.scenario.event({ feeBps: random.pick([0, 1, 700, 999]) });
    for (const name of ['ann', 'bob', 'cy']) this.scenario.credit(name, 1_000_000 * USD);
  }

  /** Others quote, take and withdraw their quotes. */
  others(): void {
    const { random, scenario } = this;
    for (let i = random.between(0, 4); i > 0; i--) {
      const name = random.pick(['bob', 'cy']);
      if (random.chance(0.15)) this.cancelAll(name);
      const size = random.between(1, 60);
      const price = random.between(3_000, 7_000);
      scenario.tryOrder(name, `buy ${random.pick(['yes', 'no', 'no'])} ${size} @ ${price}`);
    }
  }

  cancelAll(name: string): void {
    const { scenario } = this;
    const user = scenario.user(name);
    const nonce = scenario.subject.nonces(user).cancel_all + 1;
    const signature = new Uint8Array(64);
    scenario.apply('cancel', { kind: 'cancel_all', user, marketId: null, nonce, signature });
  }

  /** @returns what the amend came to, what was filled in the end, and the most that it named; null: nothing rested */
  amend() {
    const { random, scenario } = this;
    const user = scenario.user('ann');
    scenario.tryOrder('ann', `buy yes ${random.between(1, 100)} @ ${random.between(3_000, 7_000)}`);
    this.others();
    const [seen] = scenario.subject.openOrders(user, { limit: 1 });
    if (seen === undefined) return null;
    const size = random.between(1, 100);
    this.others();
    const done = scenario.apply('order', {
      kind: 'amend',
      user,
      marketId: scenario.marketId(),
      orderId: seen.orderId,
      price: random.pick([seen.price, random.between(3_000, 7_000)]),
      size,
      filled: seen.filled,
      nonce: scenario.subject.nonces(user).order + 1,
      builder: null,
      signature: new Uint8Array(64),
    });
    this.others();
    this.others();
    const code = scenario.outcomeOf(done);
    const most = code === 'amend' ? seen.filled + size : seen.size;
    return { code, most, filled: scenario.subject.order(user, seen.orderId)!.filled };
  }

  /** @returns what was signed, what was spent at most, and whether the bound ended the order */
  buy() {
    const { random, scenario } = this;
    this.cancelAll('ann');
    const maxCost = random.between(1, 60 * USD);
    const { available: before } = scenario.balance('ann');
    const text = `buy yes ${random.between(1, 200)} @ ${random.between(3_000, 9_999)}`;
    this.others();
    const done = scenario.tryOrder('ann', `${text} ${random.pick(['gtc', 'gtc', 'ioc', 'fok'])}`, {
      terms: { ...TERMS, maxCost },
    });
    const spent = () => before - scenario.balance('ann').available;
    const atOnce = spent();
    this.others();
    const { body } = done.answer.reply;
    const isEnded = body.kind === 'order' && body.order.cancelReason === 'max_cost';
    return { maxCost, most: Math.max(atOnce, spent()), isEnded };
  }
}

describe(`bounds that are signed, against whatever comes between, seed ${SEED}`, () => {
  it('an amend never makes the total larger than it named', () => {
    const outcomes: Record<string, number> = {};
    for (let market = 0; market < MARKETS; market++) {
      const race = new Race(new Random(SEED * 1_000 + market));
      for (let i = 0; i < RACES_A_MARKET; i++) {
        race.cancelAll('ann');
        const raced = race.amend();
        if (raced === null) continue;
        expect(raced.filled).toBeLessThanOrEqual(raced.most);
        outcomes[raced.code] = (outcomes[raced.code] ?? 0) + 1;
      }
    }
    // Both were raced often.
    expect(Math.min(outcomes['amend']!, outcomes['FILLED_MEANWHILE']!)).toBeGreaterThan(200);
  });

  it('an order never costs more than it signed, what it holds included', () => {
    let ended = 0;
    for (let market = 0; market < MARKETS; market++) {
      const race = new Race(new Random(SEED * 2_000 + market));
      for (let i = 0; i < RACES_A_MARKET; i++) {
        const { maxCost, most, isEnded } = race.buy();
        expect(most).toBeLessThanOrEqual(maxCost);
        ended += Number(isEnded);
      }
    }
    expect(ended).toBeGreaterThan(200);
  });
});
