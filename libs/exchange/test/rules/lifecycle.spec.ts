/** The life of markets (docs/protocol/matching.md, section 8): creation, opening, pause, expiry, resolution, void. */
import { describe, expect, it } from 'vitest';
import type { CommandOf, Resolution } from '../../src/command';
import { SUBJECTS, Scenario } from './scenario';

describe.each(SUBJECTS)('markets of $name', ({ create }) => {
  const act = (scenario: Scenario, action: 'pause' | 'resume' | 'close', label = 'a') => {
    const marketId = scenario.marketId(label);
    return scenario.apply('admin', { kind: 'set_market_status', marketId, action });
  };
  const statusOf = (scenario: Scenario, label = 'a') =>
    scenario.subject.market(scenario.marketId(label))?.market.status;

  it('the same event again gives the same answer, another body is EVENT_EXISTS', () => {
    const scenario = new Scenario(create);
    const command = scenario.event();
    const { reply } = scenario.last!.answer;
    expect(reply.body).toEqual({
      kind: 'event_created',
      eventId: 'event',
      markets: [{ label: 'a', marketId: scenario.marketId('a') }],
    });
    scenario.wait(10_000);
    expect(scenario.apply('admin', command).answer).toEqual({ replayed: true, reply });
    const other = scenario.apply('admin', { ...command, labels: ['a', 'b'] });
    expect(scenario.outcomeOf(other)).toBe('EVENT_EXISTS');
  });

  it.each([
    ['sports', 'chess', 100, 1],
    ['sports', 'tennis', 200, 2],
    ['weather', 'rain', 300, 3],
  ])(
    'an event of %s/%s takes its own row, the row of its name, or the row of all',
    (name, sub, feeBps, makerRebatePct) => {
      const scenario = new Scenario(create);
      scenario.expect('fees', 'admin', {
        kind: 'set_fees',
        categories: [
          { name: '*', sub: '*', feeBps: 300, makerRebatePct: 3 },
          { name: 'sports', sub: '*', feeBps: 200, makerRebatePct: 2 },
          { name: 'sports', sub: 'chess', feeBps: 100, makerRebatePct: 1 },
        ],
      });
      scenario.event({ category: { name, sub }, feeBps: null });
      const created = scenario.subject.market(scenario.marketId())!.event;
      expect(created).toMatchObject({ feeBps, makerRebatePct });
      // Fixed when the event is created.
      scenario.expect('fees', 'admin', { kind: 'set_fees', categories: [] });
      expect(scenario.subject.market(scenario.marketId())!.event).toEqual(created);
      scenario.event({ eventId: 'later', category: { name, sub }, feeBps: null });
      expect(scenario.subject.market(scenario.marketId('a', 'later'))!.event).toMatchObject({
        feeBps: 700,
        makerRebatePct: 20,
      });
    },
  );

  it('opens when it is due, closes at expiry and cancels its orders, under the seq that noticed', () => {
    const scenario = new Scenario(create);
    scenario.event({ opensAt: scenario.nowSeconds + 10 });
    scenario.credit('ann', 1_000_000_000);
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy yes 1 @ 4000'))).toBe(
      'MARKET_NOT_ACTIVE',
    );
    scenario.wait(10);
    const { order } = scenario.order('ann', 'buy yes 1 @ 4000');
    expect(scenario.last!.events.map(({ kind }) => kind)).toEqual([
      'market_status',
      'order_accepted',
    ]);
    scenario.wait(3_589);
    scenario.order('ann', 'buy yes 1 @ 3000');
    scenario.wait(1);
    const { answer, events } = scenario.apply('internal', { kind: 'tick' });
    expect(answer.reply.body).toEqual({ kind: 'ticked' });
    expect(events).toMatchObject([
      { kind: 'market_status', status: 'closed' },
      { kind: 'order_cancelled', orderId: order.orderId, reason: 'market_closed' },
      { kind: 'order_cancelled', reason: 'market_closed' },
    ]);
    expect(scenario.balance('ann')).toMatchObject({ locked: 0, available: 1_000_000_000 });
  });

  it('pause, resume and close follow the table of states', () => {
    const scenario = new Scenario(create);
    scenario.event();
    const seen = (
      ['resume', 'pause', 'pause', 'resume', 'close', 'close', 'pause', 'resume'] as const
    ).map((action) => [action, scenario.outcomeOf(act(scenario, action)), statusOf(scenario)]);
    expect(seen).toEqual([
      ['resume', 'market_status', 'active'],
      ['pause', 'market_status', 'paused'],
      ['pause', 'market_status', 'paused'],
      ['resume', 'market_status', 'active'],
      ['close', 'market_status', 'closed'],
      ['close', 'market_status', 'closed'],
      ['pause', 'MARKET_STATE_CONFLICT', 'closed'],
      ['resume', 'MARKET_STATE_CONFLICT', 'closed'],
    ]);
  });

  it('a paused market keeps its orders and lets them be cancelled', () => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.credit('ann', 1_000_000_000);
    const { orderId } = scenario.order('ann', 'buy yes 1 @ 4000').order;
    act(scenario, 'pause');
    expect(scenario.balance('ann').locked).toBe(400_000);
    const cancelled = scenario.apply('cancel', {
      kind: 'cancel',
      user: scenario.user('ann'),
      marketId: scenario.marketId(),
      orderId,
      signature: new Uint8Array(64),
    });
    expect(scenario.outcomeOf(cancelled)).toBe('cancel');
  });
});

describe.each(SUBJECTS)('resolution by $name', ({ create }) => {
  const resolve = (
    scenario: Scenario,
    resolution: Resolution,
    price: number | null = null,
    label = 'a',
  ) =>
    scenario.apply('admin', {
      kind: 'resolve_market',
      marketId: scenario.marketId(label),
      resolution,
      price,
    });
  /** `ann` holds 10 YES, `bob` 10 NO and a resting order. */
  const traded = (terms: Partial<CommandOf<'create_event'>> = {}): Scenario => {
    const scenario = new Scenario(create);
    scenario.event(terms);
    for (const name of ['ann', 'bob']) scenario.credit(name, 100_000_000);
    scenario.order('ann', 'buy yes 10 @ 4000');
    scenario.order('bob', 'buy no 10 @ 6000');
    scenario.order('bob', 'buy no 1 @ 6000');
    return scenario;
  };

  it.each([
    ['yes', null, 10_000_000, 0],
    ['no', null, 0, 10_000_000],
    ['void', null, 5_000_000, 5_000_000],
    ['void', 0, 0, 10_000_000],
    ['void', 3_333, 3_333_000, 6_667_000],
    ['void', 10_000, 10_000_000, 0],
  ] as const)('%s at %p pays %d to 10 YES and %d to 10 NO', (resolution, price, toYes, toNo) => {
    const scenario = traded();
    const { answer, events } = resolve(scenario, resolution, price);
    expect(answer.reply.body).toMatchObject({
      kind: 'market_resolved',
      market: {
        status: resolution === 'void' ? 'voided' : 'resolved',
        resolution,
        paidMicroUsdc: 10_000_000,
      },
    });
    expect(events.at(0)).toMatchObject({ kind: 'market_resolved', paidMicroUsdc: 10_000_000 });
    expect(events.at(1)).toMatchObject({ kind: 'order_cancelled', reason: 'market_resolved' });
    expect(scenario.balance('ann')).toMatchObject({ available: 96_000_000 + toYes, locked: 0 });
    expect(scenario.balance('bob')).toMatchObject({ available: 94_000_000 + toNo, locked: 0 });
    expect(scenario.position('ann')).toEqual({ yes: 0, no: 0, yesLocked: 0, noLocked: 0 });
    expect(scenario.subject.solvency()).toMatchObject({ collateral: 0, difference: 0 });
  });

  it('the same resolution again gives the first answer and pays nothing, another is ALREADY_RESOLVED', () => {
    const scenario = traded();
    const first = resolve(scenario, 'void');
    const total = scenario.balance('ann').total;
    scenario.wait(5);
    const again = resolve(scenario, 'void', 5_000);
    expect(again).toEqual({ answer: { replayed: true, reply: first.answer.reply }, events: [] });
    expect(scenario.balance('ann').total).toBe(total);
    for (const [resolution, price] of [
      ['yes', null],
      ['no', null],
      ['void', 4_999],
    ] as const) {
      const other = resolve(scenario, resolution, price);
      expect(scenario.outcomeOf(other)).toBe('ALREADY_RESOLVED');
      expect(scenario.detailsOf(other)).toMatchObject({ resolution: 'void' });
    }
  });

  it('in a mutually exclusive event yes comes by the event, which resolves all its markets', () => {
    const scenario = traded({ labels: ['a', 'b', 'c'], mutuallyExclusive: true });
    expect(scenario.outcomeOf(resolve(scenario, 'yes'))).toBe('RESOLVE_BY_EVENT');
    expect(scenario.outcomeOf(resolve(scenario, 'void', null, 'c'))).toBe('market_resolved');
    const resolveTo = (label: string | null) =>
      scenario.apply('admin', {
        kind: 'resolve_event',
        eventId: 'event',
        winner: label === null ? null : scenario.marketId(label),
      });
    expect(scenario.outcomeOf(resolveTo('c'))).toBe('ALREADY_RESOLVED');
    const first = resolveTo('a').answer;
    expect(first.reply.body).toMatchObject({
      kind: 'event_resolved',
      markets: [
        { marketId: scenario.marketId('a'), resolution: 'yes', paidMicroUsdc: 10_000_000 },
        { marketId: scenario.marketId('b'), resolution: 'no', paidMicroUsdc: 0 },
        { marketId: scenario.marketId('c'), resolution: 'void' },
      ],
    });
    scenario.wait(5);
    expect(resolveTo('a').answer).toEqual({ replayed: true, reply: first.reply });
    expect(scenario.outcomeOf(resolveTo('b'))).toBe('ALREADY_RESOLVED');
    expect(scenario.outcomeOf(resolveTo(null))).toBe('ALREADY_RESOLVED');
  });

  it('where its markets were resolved one by one, the event answers as the last of them did', () => {
    const scenario = traded({ labels: ['a', 'b'] });
    resolve(scenario, 'no', null, 'b');
    scenario.wait(5);
    const { seq, timestampMs } = resolve(scenario, 'yes', null, 'a').answer.reply;
    scenario.wait(5);
    const winner = scenario.marketId('a');
    const event = { kind: 'resolve_event', eventId: 'event', winner } as const;
    const { answer, events } = scenario.apply('admin', event);
    expect(answer).toMatchObject({ replayed: true, reply: { seq, timestampMs } });
    expect(answer.reply.body.kind).toBe('event_resolved');
    expect(events).toEqual([]);
  });

  it('an event without a winner is voided at 5000, market by market', () => {
    const scenario = traded({ labels: ['a', 'b'], mutuallyExclusive: true });
    const { answer, events } = scenario.apply('admin', {
      kind: 'resolve_event',
      eventId: 'event',
      winner: null,
    });
    expect(answer.reply.body).toMatchObject({
      markets: [
        { status: 'voided', price: 5_000, paidMicroUsdc: 10_000_000 },
        { status: 'voided', price: 5_000, paidMicroUsdc: 0 },
      ],
    });
    expect(events.map(({ kind }) => kind)).toEqual([
      'market_resolved',
      'market_resolved',
      'order_cancelled',
      'payout',
      'payout',
    ]);
  });

  it('knows neither unknown events nor markets of other events', () => {
    const scenario = traded();
    scenario.event({ eventId: 'other' });
    const tryIt = (eventId: string, winner: Uint8Array) =>
      scenario.outcomeOf(scenario.apply('admin', { kind: 'resolve_event', eventId, winner }));
    expect(tryIt('nothing', scenario.marketId())).toBe('EVENT_NOT_FOUND');
    expect(tryIt('other', scenario.marketId())).toBe('MARKET_NOT_FOUND');
  });
});

describe.each(SUBJECTS)('while the exchange of $name is halted', ({ create }) => {
  it('nothing is cancelled or closed by itself; what was due happens before the first command after it', () => {
    const scenario = new Scenario(create);
    scenario.event({ expiry: scenario.nowSeconds + 60 });
    scenario.credit('ann', 100_000_000);
    const user = scenario.user('ann');
    const order = scenario.order('ann', 'buy yes 1 @ 4000').order;
    const signature = new Uint8Array(64);
    const switched = { kind: 'cancel_after', user, seconds: 5, nonce: 1, signature } as const;
    scenario.expect('cancel_after', 'cancel', switched);
    scenario.apply('admin', { kind: 'set_mode', mode: 'halted' });
    expect(scenario.subject.nextDueMs()).toBeNull();
    scenario.wait(100);
    scenario.tick();
    expect(scenario.last!.events).toEqual([]);
    expect(scenario.subject.order(user, order.orderId)).toMatchObject({ status: 'resting' });
    scenario.apply('admin', { kind: 'set_mode', mode: 'open' });
    expect(scenario.last!.events).toMatchObject([{ kind: 'mode', mode: 'open' }]);
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy yes 1 @ 4000'))).toBe(
      'MARKET_NOT_ACTIVE',
    );
    expect(scenario.last!.events.slice(0, 2)).toMatchObject([
      { kind: 'market_status', status: 'closed' },
      { kind: 'order_cancelled', reason: 'market_closed' },
    ]);
  });
});
