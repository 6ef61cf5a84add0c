/** Keys that may trade for an account and nothing else (docs/adr/0061). */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../../src/exchange';
import type { ExchangeOptions } from '../../src/exchange';
import { MAX_ENDED_TRADING_KEYS, MAX_TRADING_KEYS_PER_USER } from '../../src/limits';
import { validateCommand } from '../../src/validate';
import { SUBJECTS, Scenario } from './scenario';

const DAY = 86_400;
const signature = new Uint8Array(64);
const BOUNDLESS = { atMost: Number.MAX_SAFE_INTEGER, priceBand: 9_999, redeem: true };

function cancelAll(scenario: Scenario, name: string): void {
  const user = scenario.user(name);
  const nonce = scenario.subject.nonces(user).cancel_all + 1;
  scenario.apply('cancel', { kind: 'cancel_all', user, marketId: null, nonce, signature });
}

type Allowing = { seconds?: number; nonce?: number } & Partial<typeof BOUNDLESS>;

/** Texts of a user with rising nonces, unless they name one. */
class Keys {
  private last = 0;

  constructor(
    readonly scenario: Scenario,
    readonly owner: string,
  ) {}

  allow(key: string, { seconds = DAY, nonce = ++this.last, ...bounds }: Allowing = {}) {
    const { scenario } = this;
    return scenario.apply('order', {
      kind: 'allow_trading_key',
      user: scenario.user(this.owner),
      tradingKey: scenario.user(key),
      until: scenario.nowSeconds + seconds,
      ...BOUNDLESS,
      ...bounds,
      nonce,
      form: 'raw',
      signature,
    });
  }

  revoke(key: string, { signedBy = 'owner' as 'owner' | 'trading_key', nonce = 0 } = {}) {
    const { scenario } = this;
    return scenario.apply('cancel', {
      kind: 'revoke_trading_key',
      user: scenario.user(this.owner),
      tradingKey: scenario.user(key),
      nonce: nonce === 0 ? ++this.last : nonce,
      signedBy,
      form: 'raw',
      signature,
    });
  }

  get states(): string[] {
    const views = this.scenario.subject.tradingKeys(this.scenario.user(this.owner));
    return views.map(({ ended }) => ended?.reason ?? 'active');
  }
}

describe.each(SUBJECTS)('trading keys of $name', ({ create }) => {
  function open(options: Partial<ExchangeOptions> = {}) {
    const scenario = new Scenario(create, options);
    scenario.event({ expiry: scenario.nowSeconds + 3 * DAY });
    scenario.credit('ann', 1_000_000_000);
    scenario.credit('ben', 1_000_000_000);
    return { scenario, keys: new Keys(scenario, 'ann') };
  }
  const kindOf = ({ answer }: ReturnType<Keys['allow']>): string =>
    answer.reply.body.kind === 'refused' ? answer.reply.body.code : answer.reply.body.kind;
  const byKey = (scenario: Scenario, user: string, key: string) =>
    scenario.outcomeOf(scenario.tryOrder(user, 'buy yes 1 @ 4000', { signer: scenario.user(key) }));

  it('sign orders of their account while they may, and of no other', () => {
    const { scenario, keys } = open();
    expect(byKey(scenario, 'ann', 'key')).toBe('TRADING_KEY_UNKNOWN');
    keys.allow('key');
    expect(byKey(scenario, 'ann', 'key')).toBe('order');
    expect(byKey(scenario, 'ben', 'key')).toBe('TRADING_KEY_UNKNOWN');
    keys.revoke('key');
    expect(byKey(scenario, 'ann', 'key')).toBe('TRADING_KEY_ENDED');
    expect(scenario.subject.nonces(scenario.user('ann'))).toMatchObject({
      order: 2,
      trading_key: 2,
    });
  });

  it('leave what they had carried out: a repeat gets its answer after their end, a new order does not', () => {
    const { scenario, keys } = open();
    keys.allow('key');
    const signed = { signer: scenario.user('key'), nonce: 1 };
    const first = scenario.tryOrder('ann', 'buy yes 1 @ 4000', signed);
    keys.revoke('key');
    const again = scenario.tryOrder('ann', 'buy yes 1 @ 4000', signed);
    expect(again.answer).toEqual({ replayed: true, reply: first.answer.reply });
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy yes 2 @ 4000', signed))).toBe(
      'NONCE_REUSED',
    );
    expect(byKey(scenario, 'ann', 'key')).toBe('TRADING_KEY_ENDED');
    const unknown = { ...signed, signer: scenario.user('other') };
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy yes 1 @ 4000', unknown))).toBe(
      'TRADING_KEY_UNKNOWN',
    );
  });

  it('expire at their second, and a tick is due for it', () => {
    const { scenario, keys } = open();
    keys.allow('key', { seconds: 10 });
    expect(scenario.subject.nextDueMs()).toBe((scenario.nowSeconds + 10) * 1000);
    scenario.wait(9);
    expect(byKey(scenario, 'ann', 'key')).toBe('order');
    scenario.wait(1);
    const ticked = scenario.apply('internal', { kind: 'tick' });
    expect(ticked.events).toMatchObject([{ kind: 'trading_key_ended', reason: 'expired' }]);
    expect(byKey(scenario, 'ann', 'key')).toBe('TRADING_KEY_ENDED');
  });

  it('are not said to be allowed again by a repeat once they have ended', () => {
    const { scenario, keys } = open();
    const first = keys.allow('key');
    const again = keys.allow('key', { nonce: 1 });
    expect(again.answer).toEqual({ replayed: true, reply: first.answer.reply });
    const revoked = keys.revoke('key');
    expect(kindOf(keys.allow('key', { nonce: 1 }))).toBe('TRADING_KEY_ENDED');
    expect(keys.revoke('key', { nonce: 2 }).answer).toEqual({
      replayed: true,
      reply: revoked.answer.reply,
    });
    expect(kindOf(keys.allow('other', { nonce: 1 }))).toBe('NONCE_REUSED');
    expect(kindOf(keys.revoke('key', { nonce: 1 }))).toBe('NONCE_REUSED');
    scenario.wait(31 * DAY);
    expect(kindOf(keys.allow('other', { nonce: 1 }))).toBe('NONCE_TOO_LOW');
  });

  it('end themselves without a nonce of the owner, and not a later allowance', () => {
    const { scenario, keys } = open();
    keys.allow('key');
    const ended = keys.revoke('key', { signedBy: 'trading_key', nonce: 1 });
    expect(kindOf(ended)).toBe('trading_key_revoked');
    expect(scenario.subject.nonces(scenario.user('ann')).trading_key).toBe(1);
    keys.allow('key');
    const late = keys.revoke('key', { signedBy: 'trading_key', nonce: 1 });
    expect(late.answer).toEqual({ replayed: true, reply: ended.answer.reply });
    expect(keys.states).toEqual(['active', 'revoked_by_key']);
  });

  it('get a new end by a new text', () => {
    const { keys } = open();
    keys.allow('key', { seconds: 10 });
    keys.allow('key', { seconds: 20 });
    expect(keys.states).toEqual(['active', 'replaced']);
    expect(kindOf(keys.allow('key', { seconds: 10, nonce: 1 }))).toBe('TRADING_KEY_ENDED');
  });

  it('are sixteen a user that may trade, and sixteen that ended', () => {
    const { keys } = open();
    for (let i = 0; i < MAX_TRADING_KEYS_PER_USER; i++) keys.allow(`key ${i}`);
    expect(kindOf(keys.allow('one more'))).toBe('TOO_MANY_TRADING_KEYS');
    expect(kindOf(keys.allow('key 3'))).toBe('trading_key_allowed');
    for (let i = 0; i < 20; i++) {
      keys.revoke(`key ${i % 16}`);
      keys.allow(`key ${i % 16}`);
    }
    const ended = keys.states.filter((state) => state !== 'active');
    expect(ended).toHaveLength(MAX_ENDED_TRADING_KEYS);
  });

  it.each([
    [0, 'VALIDATION_FAILED'],
    [1, 'trading_key_allowed'],
    [366 * DAY, 'trading_key_allowed'],
    [366 * DAY + 1, 'VALIDATION_FAILED'],
  ])('for %d seconds: %s', (seconds, expected) => {
    expect(kindOf(open().keys.allow('key', { seconds }))).toBe(expected);
  });

  it('leave their owner the nonces: they go ahead of the last one, or of the time, by a little', () => {
    const { scenario, keys } = open();
    keys.allow('key');
    const [user, signer] = [scenario.user('ann'), scenario.user('key')];
    const cancelAll = (nonce: number, by: { signer?: Uint8Array } = { signer }) =>
      kindOf(
        scenario.apply('cancel', {
          ...({ kind: 'cancel_all', user, marketId: null, nonce, signature } as const),
          ...by,
        }),
      );
    const now = scenario.nowSeconds * 1_000_000;
    expect(cancelAll(Number.MAX_SAFE_INTEGER)).toBe('VALIDATION_FAILED');
    expect(cancelAll(now + 20_000_000)).toBe('VALIDATION_FAILED');
    expect(cancelAll(now + 9_000_000)).toBe('cancel_all');
    expect(cancelAll(now + 18_000_000)).toBe('cancel_all');
    // The owner's own nonces have no such bound, and from there the key goes on.
    expect(cancelAll(Number.MAX_SAFE_INTEGER - 5, {})).toBe('cancel_all');
    expect(cancelAll(Number.MAX_SAFE_INTEGER - 4)).toBe('cancel_all');
  });

  it('of one user leave half of the table to those who hold none', () => {
    const { scenario, keys } = open({ maxTradingKeys: 4 });
    const ben = new Keys(scenario, 'ben');
    expect([keys, keys, keys, ben, ben].map((one, i) => kindOf(one.allow(`key ${i}`)))).toEqual([
      'trading_key_allowed',
      'trading_key_allowed',
      'CAPACITY_REACHED',
      'trading_key_allowed',
      'CAPACITY_REACHED',
    ]);
    keys.revoke('key 0');
    expect(kindOf(keys.allow('key 9'))).toBe('trading_key_allowed');
    expect(keys.states).toEqual(['active', 'active']);
  });

  it('of a builder’s user, of a stranger and in a halted exchange are refused; a revocation is not', () => {
    const { scenario, keys } = open();
    keys.allow('key');
    scenario.apply('admin', { kind: 'set_mode', mode: 'halted' });
    expect(kindOf(keys.allow('other'))).toBe('HALTED');
    expect(kindOf(keys.revoke('key'))).toBe('trading_key_revoked');
    scenario.delegate('ann');
    expect(kindOf(keys.allow('other'))).toBe('DELEGATED_USER');
    scenario.setMoneyLimits();
    expect(kindOf(new Keys(scenario, 'stranger').allow('key'))).toBe('ACCOUNT_NOT_FUNDED');
    expect(kindOf(new Keys(scenario, 'stranger').revoke('key'))).toBe('TRADING_KEY_UNKNOWN');
    expect(scenario.subject.tradingKeys(scenario.user('stranger'))).toEqual([]);
  });

  describe('with bounds', () => {
    const USD = 1_000_000;
    function bounded(bounds: Partial<typeof BOUNDLESS>) {
      const { scenario, keys } = open();
      keys.allow('key', { seconds: 3 * DAY, ...bounds });
      const signer = scenario.user('key');
      const by = (text: string) => scenario.tryOrder('ann', text, { signer });
      const used = () => scenario.subject.tradingKeys(scenario.user('ann'))[0]!.used;
      return { scenario, keys, by, used };
    }
    const boundOf = (applied: ReturnType<Keys['allow']>) => {
      const { body } = applied.answer.reply;
      if (body.kind !== 'refused') return body.kind;
      return [body.code, new Scenario(create).detailsOf(applied)['bound']];
    };
    it('spends no more on a day than it may, fees and locks included, and as much again on the next', () => {
      const { scenario, by, used } = bounded({ atMost: 10 * USD });
      scenario.order('ben', 'buy no 12 @ 5000');
      expect(boundOf(by('buy yes 12 @ 5000'))).toBe('order');
      expect(used()).toBe(6 * USD);
      expect(boundOf(by('buy yes 9 @ 5000'))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
      expect(boundOf(by('buy yes 8 @ 5000'))).toBe('order');
      expect(used()).toBe(10 * USD);
      expect(boundOf(by('buy yes 1 @ 1'))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
      // Its owner is not bound.
      expect(boundOf(scenario.tryOrder('ann', 'buy yes 100 @ 5000'))).toBe('order');
      scenario.wait(DAY);
      // What rests is still locked; what was filled is of yesterday.
      expect(boundOf(by('buy yes 13 @ 5000'))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
      expect(boundOf(by('buy yes 12 @ 5000'))).toBe('order');
      expect(used()).toBe(10 * USD);
    });

    it('has back what it locked when its order ends, and what a fill took stays spent', () => {
      const { scenario, by, used } = bounded({ atMost: 10 * USD });
      by('buy yes 20 @ 5000');
      expect(used()).toBe(10 * USD);
      scenario.order('ben', 'buy no 4 @ 5000');
      expect(used()).toBe(10 * USD);
      cancelAll(scenario, 'ann');
      expect(used()).toBe(2 * USD);
    });

    it('buys no dearer than its band above the market, and sells no cheaper than below', () => {
      const { scenario, by } = bounded({ priceBand: 500 });
      scenario.order('ben', 'buy yes 50 @ 4000');
      scenario.order('ben', 'buy no 50 @ 5900');
      // The middle is 4050: a buy of YES up to 4550, of NO up to 6450.
      expect(boundOf(by('buy yes 1 @ 4551'))).toEqual(['TRADING_KEY_BOUND', 'price_band']);
      expect(boundOf(by('buy yes 1 @ 4550'))).toBe('order');
      expect(boundOf(by('buy no 1 @ 6451'))).toEqual(['TRADING_KEY_BOUND', 'price_band']);
      expect(boundOf(by('buy no 1 @ 6450'))).toBe('order');
      expect(boundOf(by('sell yes 1 @ 3000'))).toEqual(['TRADING_KEY_BOUND', 'price_band']);
      expect(boundOf(by('buy yes 1 @ 5'))).toBe('order');
    });

    it.each([
      [-1, 'price_band'],
      [0, undefined],
      [9_999, undefined],
      [10_000, 'price_band'],
    ])('may have a band of %d: %s', (priceBand, field) => {
      const allow = {
        kind: 'allow_trading_key',
        user: new Uint8Array(32).fill(1),
        tradingKey: new Uint8Array(32).fill(2),
        until: 1,
        ...BOUNDLESS,
        priceBand,
        nonce: 1,
        form: 'raw',
        signature,
      } as const;
      expect(validateCommand(allow, 'order')?.details[0]?.value).toBe(field);
    });

    it('sells where the market is, whoever made its first trade', () => {
      const { scenario, by } = bounded({ priceBand: 1_000 });
      scenario.order('ann', 'buy yes 1 @ 9999');
      scenario.order('ben', 'buy no 1 @ 1');
      scenario.order('ben', 'buy yes 500 @ 4950');
      scenario.order('ben', 'buy no 500 @ 4950');
      expect(boundOf(by('buy yes 100 @ 5050'))).toBe('order');
      expect(boundOf(by('sell yes 100 @ 4950'))).toBe('order');
      expect(boundOf(by('sell yes 1 @ 3999'))).toEqual(['TRADING_KEY_BOUND', 'price_band']);
    });

    it('counts what a sell gives up, against a price that nobody moves quickly', () => {
      const { scenario, by, used } = bounded({ atMost: 10 * USD });
      scenario.order('ben', 'buy no 100 @ 1000');
      scenario.order('ann', 'buy yes 100 @ 9000');
      expect(used()).toBe(0);
      // A thief alone names another price: the middle falls, what a contract is worth does not.
      scenario.order('ben', 'buy yes 100 @ 100');
      scenario.order('ben', 'buy no 100 @ 9800');
      expect(boundOf(by('sell yes 12 @ 100'))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
      expect(boundOf(by('sell yes 11 @ 100'))).toBe('order');
      expect(used()).toBe(11 * 8_900 * 100);
      // A sell at what it is worth gives nothing up.
      cancelAll(scenario, 'ben');
      expect(boundOf(by('sell yes 80 @ 9000'))).toBe('order');
      expect(used()).toBe(11 * 8_900 * 100);
    });

    it.each([
      ['yes', 'no'],
      ['no', 'yes'],
    ])('a dear trade of %s raises what it counts as at once, and it falls slowly', (own, other) => {
      const { scenario, by, used } = bounded({});
      const trade = (price: number) => {
        scenario.order('ben', `buy ${other} 10 @ ${10_000 - price}`);
        scenario.order('ann', `buy ${own} 10 @ ${price}`);
      };
      /** What one contract counts as. */
      const worth = () => {
        const before = used()!;
        cancelAll(scenario, 'ann');
        by(`sell ${own} 1 @ 1`);
        return (used()! - before) / 100 + 1;
      };
      trade(1);
      expect(worth()).toBe(1);
      trade(6_000);
      trade(2_000);
      expect(worth()).toBe(6_000);
      scenario.wait(299);
      expect(worth()).toBe(6_000);
      scenario.wait(1);
      expect(worth()).toBe(5_999);
      // Another trade below it does not begin anew.
      scenario.wait(200);
      trade(5_997);
      scenario.wait(100);
      expect(worth()).toBe(5_998);
      scenario.wait(3_000);
      expect(worth()).toBe(5_997);
      trade(5_998);
      trade(5_000);
      scenario.wait(600);
      expect(worth()).toBe(5_996);
    });

    it('counts the fee of a sell: half of it may go to who buys', () => {
      const { scenario, by, used } = bounded({ atMost: 10 * USD });
      scenario.event({ eventId: 'dear', feeBps: 1_000 });
      const marketId = scenario.marketId('a', 'dear');
      const signer = scenario.user('key');
      scenario.order('ben', 'buy no 600 @ 5000', { marketId });
      scenario.order('ann', 'buy yes 600 @ 5000', { marketId });
      scenario.order('ben', 'buy yes 600 @ 5000', { marketId });
      expect(used()).toBe(0);
      const sell = (size: number) =>
        scenario.tryOrder('ann', `sell yes ${size} @ 5000 ioc`, { marketId, signer });
      // A tenth of a quarter: 2.5 cents a contract.
      expect(boundOf(sell(401))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
      expect(boundOf(sell(400))).toBe('order');
      expect(used()).toBe(10 * USD);
      expect(boundOf(by('buy yes 1 @ 1'))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
    });

    it('redeems no pairs unless its text says so', () => {
      const { scenario } = bounded({ redeem: false });
      const redeem = scenario.apply('order', {
        kind: 'redeem',
        user: scenario.user('ann'),
        marketId: scenario.marketId(),
        size: 1,
        nonce: 1,
        builder: null,
        signature,
        signer: scenario.user('key'),
      });
      expect(boundOf(redeem)).toEqual(['TRADING_KEY_BOUND', 'redeem']);
    });

    it('may be raised by its owner, and what it spent stays spent', () => {
      const { keys, by, used } = bounded({ atMost: 5 * USD });
      by('buy yes 10 @ 5000');
      keys.allow('key', { atMost: 6 * USD });
      expect(used()).toBe(5 * USD);
      expect(boundOf(by('buy yes 3 @ 5000'))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
      expect(boundOf(by('buy yes 2 @ 5000'))).toBe('order');
    });

    it.each(['revoked', 'revoked by itself', 'expired'])(
      'keeps what it spent and holds when it is allowed anew after it was %s',
      (end) => {
        const { scenario, keys, by, used } = bounded({ atMost: 10 * USD });
        scenario.order('ben', 'buy no 8 @ 5000');
        by('buy yes 16 @ 5000');
        if (end === 'revoked') keys.revoke('key');
        else if (end === 'expired') keys.allow('key', { atMost: 10 * USD, seconds: 1 });
        else keys.revoke('key', { signedBy: 'trading_key', nonce: 1 });
        scenario.wait(2);
        scenario.order('ben', 'buy no 2 @ 5000');
        keys.allow('key', { atMost: 10 * USD });
        expect(used()).toBe(8 * USD);
        expect(boundOf(by('buy yes 5 @ 5000'))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
        expect(boundOf(by('buy yes 4 @ 5000'))).toBe('order');
        cancelAll(scenario, 'ann');
        expect(used()).toBe(5 * USD);
      },
    );

    it('counts an amendment as what it is more', () => {
      const { scenario, by, used } = bounded({ atMost: 10 * USD });
      by('buy yes 10 @ 5000');
      const [open] = scenario.subject.openOrders(scenario.user('ann'), { limit: 1 });
      const amend = (size: number) =>
        scenario.apply('order', {
          kind: 'amend',
          user: scenario.user('ann'),
          marketId: scenario.marketId(),
          orderId: open!.orderId,
          price: 5_000,
          size,
          nonce: scenario.subject.nonces(scenario.user('ann')).order + 1,
          builder: null,
          signature,
          signer: scenario.user('key'),
        });
      expect(boundOf(amend(21))).toEqual(['TRADING_KEY_BOUND', 'at_most']);
      expect(boundOf(amend(20))).toBe('amend');
      expect(used()).toBe(10 * USD);
      expect(boundOf(amend(2))).toBe('amend');
      expect(used()).toBe(1 * USD);
    });
  });
});

describe('a snapshot with trading keys', () => {
  it('restores them, their ends and what is due', () => {
    const engine = { current: new Exchange({ network: 'test', maxTradingKeys: 10 }) };
    const scenario = new Scenario(() => engine.current);
    const keys = new Keys(scenario, 'ann');
    for (const key of ['a', 'b', 'c', 'd']) keys.allow(key, { seconds: 100 });
    keys.revoke('b');
    keys.allow('a', { seconds: 50 });
    const restored = Exchange.restore(engine.current.snapshot());
    expect(restored.stateHash()).toBe(engine.current.stateHash());
    const seq = engine.current.lastSeq + 1;
    const timestampMs = engine.current.lastTimestampMs + 60_000;
    for (const one of [engine.current, restored])
      one.apply({ seq, timestampMs, lane: 'internal', command: { kind: 'tick' } });
    const user = scenario.user('ann');
    expect(restored.tradingKeys(user)).toEqual(engine.current.tradingKeys(user));
    expect(restored.tradingKeys(user).map(({ ended }) => ended?.reason)).toEqual([
      undefined,
      undefined,
      'expired',
      'replaced',
      'revoked',
    ]);
    expect(restored.stateHash()).toBe(engine.current.stateHash());
    expect(restored.checkInvariants()).toEqual([]);
  });

  it('has the bytes of before without any', () => {
    const head = new Exchange({ network: 'test' }).snapshot();
    expect(Exchange.restore(head).snapshot()).toEqual(head);
  });
});

describe('a trading key that is looked at before anything is journaled', () => {
  it('goes by the present time, however old the last record is', () => {
    const exchange = new Exchange({ network: 'test' });
    const scenario = new Scenario(() => exchange);
    scenario.event();
    scenario.credit('ann', 1_000_000_000);
    new Keys(scenario, 'ann').allow('key');
    const [user, signer] = [scenario.user('ann'), scenario.user('key')];
    const command = { kind: 'cancel_all', user, marketId: null, signature, signer } as const;
    const codeAt = (timeMs: number, nonce: number) =>
      exchange.refusalOfSender({ ...command, nonce }, 'cancel', timeMs)?.code;
    const nowMs = exchange.lastTimestampMs + 60_000;
    expect(codeAt(nowMs, nowMs * 1_000)).toBeUndefined();
    expect(codeAt(nowMs, nowMs * 1_000 + 20_000_000)).toBe('VALIDATION_FAILED');
    // A clock that is behind the journal takes nothing away.
    expect(codeAt(0, exchange.lastTimestampMs * 1_000)).toBeUndefined();
  });
});
