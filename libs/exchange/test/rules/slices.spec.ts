/** The end of a market in slices (docs/protocol/matching.md, section 8), by the oracle and by the engine. */
import { describe, expect, it } from 'vitest';
import type { Resolution } from '../../src/command';
import { Exchange } from '../../src/exchange';
import { SUBJECTS, Scenario } from './scenario';

const HOLDERS = ['ann', 'bob', 'cas', 'dee', 'eve', 'fay', 'gus'];
const SLICE = 2;

const kindsOf = (scenario: Scenario) => scenario.last!.events.map(({ kind }) => kind);

describe.each(SUBJECTS)("the end of a market in slices of two by '$name'", ({ create }) => {
  const endedPerSlice = SLICE;

  /** Each holder has a YES of the maker's 7 pairs, who also rests two orders. */
  const held = (): Scenario => {
    const scenario = new Scenario(create, { endedPerSlice });
    scenario.event({ labels: ['a', 'other'] });
    for (const name of ['max', ...HOLDERS]) scenario.credit(name, 10_000_000);
    for (const name of HOLDERS) {
      scenario.order('max', 'buy no 1 @ 6000');
      scenario.order(name, 'buy yes 1 @ 4000');
    }
    scenario.order('max', 'buy no 1 @ 1000');
    scenario.order('max', 'buy no 1 @ 1001');
    return scenario;
  };
  const resolve = (scenario: Scenario, resolution: Resolution, label = 'a') =>
    scenario.expect('market_resolved', 'admin', {
      kind: 'resolve_market',
      marketId: scenario.marketId(label),
      resolution,
      price: null,
    });
  const other = (scenario: Scenario) => ({ marketId: scenario.marketId('other') });
  const isDue = ({ subject, nowSeconds }: Scenario) => subject.nextDueMs()! <= nowSeconds * 1000;
  const paidOf = (scenario: Scenario) =>
    HOLDERS.filter((name) => scenario.balance(name).available === 10_600_000);
  const collateralOf = (scenario: Scenario) => scenario.subject.solvency().collateral;

  it('is resolved from the first slice on, pays each holder once, and says at once what all get', () => {
    const scenario = held();
    const { market } = resolve(scenario, 'yes');
    expect(market).toMatchObject({ status: 'resolved', paidMicroUsdc: 7_000_000 });
    expect(kindsOf(scenario)).toEqual(['market_resolved', 'order_cancelled', 'order_cancelled']);
    const steps: unknown[] = [];
    while (isDue(scenario)) {
      scenario.tick();
      steps.push([paidOf(scenario).length, collateralOf(scenario), scenario.last!.events.length]);
    }
    // The maker's position is the first of the market and worth nothing.
    expect(steps).toEqual([
      [1, 6_000_000, 2],
      [3, 4_000_000, 2],
      [5, 2_000_000, 2],
      [7, 0, 2],
    ]);
    expect(scenario.subject.solvency().difference).toBe(0);
    scenario.tick();
    expect(scenario.last!.events).toEqual([]);
    expect(resolve(scenario, 'yes')).toEqual({ kind: 'market_resolved', market });
    expect(paidOf(scenario)).toEqual(HOLDERS);
  });

  it('a holder who is not paid yet has a position and no money of it; nothing else changes for anybody', () => {
    const scenario = held();
    resolve(scenario, 'yes');
    expect(scenario.position('gus')).toMatchObject({ yes: 1 });
    expect(scenario.balance('gus').available).toBe(9_600_000);
    expect(scenario.outcomeOf(scenario.tryOrder('gus', 'sell yes 1 @ 9000'))).toBe(
      'MARKET_NOT_ACTIVE',
    );
    scenario.order('gus', 'buy yes 1 @ 4000', other(scenario));
    expect(scenario.balance('gus')).toMatchObject({ available: 9_200_000, locked: 400_000 });
    while (isDue(scenario)) scenario.tick();
    expect(scenario.balance('gus').available).toBe(10_200_000);
  });

  it('orders of a closed market are cancelled slice by slice, and may be cancelled by their users before', () => {
    const scenario = new Scenario(create, { endedPerSlice });
    scenario.event();
    scenario.credit('ann', 100_000_000);
    for (let price = 1_000; price < 1_005; price++) scenario.order('ann', `buy yes 1 @ ${price}`);
    scenario.apply('admin', {
      kind: 'set_market_status',
      marketId: scenario.marketId(),
      action: 'close',
    });
    expect(kindsOf(scenario)).toEqual(['market_status', 'order_cancelled', 'order_cancelled']);
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy no 1 @ 9000'))).toBe(
      'MARKET_NOT_ACTIVE',
    );
    const [user, signature] = [scenario.user('ann'), new Uint8Array(64)];
    const all = { user, marketId: null, nonce: 1, signature };
    expect(
      scenario.expect('cancel_all', 'cancel', { kind: 'cancel_all', ...all }).cancelled.length,
    ).toBe(3);
    scenario.tick();
    expect(scenario.last!.events).toEqual([]);
    expect(scenario.balance('ann')).toMatchObject({ available: 100_000_000, locked: 0 });
  });

  it('a small market is paid between the slices of a large one', () => {
    const scenario = held();
    scenario.order('max', 'buy no 1 @ 6000', other(scenario));
    scenario.order('ann', 'buy yes 1 @ 4000', other(scenario));
    resolve(scenario, 'yes');
    resolve(scenario, 'yes', 'other');
    expect(kindsOf(scenario)).toEqual(['market_resolved', 'payout', 'payout']);
  });

  it('many orders and switches that are due at once end in slices of ticks; before an order, all of them', () => {
    const scenario = new Scenario(create, { endedPerSlice });
    scenario.event();
    const expiresAt = scenario.nowSeconds + 10;
    for (const name of ['ann', 'bob']) {
      scenario.credit(name, 100_000_000);
      for (let price = 1_000; price < 1_003; price++) {
        const order = scenario.orderCommand(name, `buy yes 1 @ ${price}`);
        const terms = { selfTrade: 'cancel_maker', reduceOnly: false, expiresAt } as const;
        scenario.expect('order', 'order', { ...order, terms });
      }
    }
    scenario.wait(10);
    scenario.tick();
    expect(kindsOf(scenario)).toEqual(['order_cancelled', 'order_cancelled']);
    scenario.credit('cas', 100_000_000);
    scenario.tryOrder('cas', 'sell yes 1 @ 1000');
    expect(scenario.balance('ann').locked + scenario.balance('bob').locked).toBe(0);
  });
});

describe('a snapshot between two slices', () => {
  it.each(['no', 'void'] as const)(
    'of a market that is %s leads on as without it',
    (resolution) => {
      const engine = { current: new Exchange({ network: 'test', endedPerSlice: SLICE }) };
      const scenario = new Scenario(() => engine.current);
      scenario.event();
      for (const name of ['max', ...HOLDERS]) scenario.credit(name, 10_000_000);
      for (const name of HOLDERS) {
        scenario.order('max', 'buy no 1 @ 6000');
        scenario.order(name, 'buy yes 1 @ 4000');
      }
      const marketId = scenario.marketId();
      scenario.apply('admin', { kind: 'resolve_market', marketId, resolution, price: null });
      const { lastTimestampMs: timestampMs } = engine.current;
      let ticks = 0;
      for (; engine.current.nextDueMs() === timestampMs; ticks++) {
        const restored = Exchange.restore(engine.current.snapshot());
        const [seq, lane] = [restored.lastSeq + 1, 'internal'] as const;
        const tick = { seq, timestampMs, lane, command: { kind: 'tick' } } as const;
        expect(restored.apply(tick)).toEqual(engine.current.apply(tick));
        expect(restored.stateHash()).toBe(engine.current.stateHash());
        expect(restored.checkInvariants()).toEqual([]);
        engine.current = restored;
      }
      expect(ticks).toBe(3);
      expect(engine.current.solvency()).toMatchObject({ collateral: 0, difference: 0 });
    },
  );
});
