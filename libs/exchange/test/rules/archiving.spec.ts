/** Events that were resolved long ago are archived, and their ids never reused (docs/adr/0047). */
import { describe, expect, it } from 'vitest';
import { Exchange } from '../../src/exchange';
import { ARCHIVED_EVENTS_PER_COMMAND } from '../../src/limits';
import { SUBJECTS, Scenario } from './scenario';

const DAY_SECONDS = 86_400;
const NO_POSITION = { yes: 0, no: 0, yesLocked: 0, noLocked: 0 };

const resolve = (scenario: Scenario, label = 'a', eventId = 'event') =>
  scenario.apply('admin', {
    kind: 'resolve_market',
    marketId: scenario.marketId(label, eventId),
    resolution: 'yes',
    price: null,
  });
const kindsOf = ({ events }: ReturnType<Scenario['apply']>) => events.map(({ kind }) => kind);

describe.each(SUBJECTS)('archiving, $name', ({ create }) => {
  /** Ann and Bob traded, and the market was resolved. */
  const resolved = (options = {}): Scenario => {
    const scenario = new Scenario(create, options);
    scenario.event();
    scenario.credit('ann', 10_000_000);
    scenario.credit('bob', 10_000_000);
    scenario.order('ann', 'buy yes 4 @ 5000');
    scenario.order('bob', 'buy no 4 @ 5000');
    resolve(scenario);
    return scenario;
  };
  const isThere = (scenario: Scenario) => scenario.subject.market(scenario.marketId()) !== null;

  it('nothing is archived before it is said when', () => {
    const scenario = resolved();
    scenario.wait(4_000 * DAY_SECONDS);
    expect(kindsOf(scenario.tick())).toEqual([]);
    expect(isThere(scenario)).toBe(true);
  });

  it('an event goes so long after the last of its markets was resolved, and tells it once', () => {
    const scenario = new Scenario(create);
    scenario.setArchiving();
    scenario.event({ labels: ['a', 'b'], expiry: scenario.nowSeconds + 9 * DAY_SECONDS });
    resolve(scenario, 'a');
    scenario.wait(2 * DAY_SECONDS);
    resolve(scenario, 'b');
    expect(scenario.subject.nextDueMs()).toBe((scenario.nowSeconds + DAY_SECONDS) * 1000);
    scenario.wait(DAY_SECONDS - 1);
    expect(kindsOf(scenario.tick())).toEqual([]);
    scenario.wait(1);
    expect(scenario.tick().events).toEqual([
      {
        kind: 'event_archived',
        eventId: 'event',
        markets: [scenario.marketId('a'), scenario.marketId('b')],
      },
    ]);
    expect(isThere(scenario)).toBe(false);
    expect(scenario.subject.status().markets).toBe(0);
    expect(scenario.subject.nextDueMs()).toBeNull();
    scenario.wait(30 * DAY_SECONDS);
    expect(kindsOf(scenario.tick())).toEqual([]);
  });

  it('what is not wholly resolved stays, however old', () => {
    const scenario = new Scenario(create);
    scenario.setArchiving();
    scenario.event({ labels: ['a', 'b'] });
    resolve(scenario, 'a');
    scenario.wait(4_000 * DAY_SECONDS);
    scenario.tick();
    expect(isThere(scenario)).toBe(true);
  });

  it('money, nonces and the ledger are as they were; positions are zero', () => {
    const scenario = resolved();
    scenario.setArchiving();
    const balances = ['ann', 'bob'].map((name) => scenario.balance(name));
    const solvency = scenario.subject.solvency();
    scenario.wait(DAY_SECONDS);
    expect(kindsOf(scenario.tick())).toEqual(['event_archived']);
    expect(['ann', 'bob'].map((name) => scenario.balance(name))).toEqual(balances);
    expect(scenario.subject.solvency()).toEqual(solvency);
    expect(scenario.position('ann')).toEqual(NO_POSITION);
    expect(scenario.subject.book(scenario.marketId(), 10)).toBeNull();
    expect(scenario.subject.nonces(scenario.user('ann')).order).toBe(1);
  });

  it('its id is never given again, the same command or another', () => {
    const scenario = new Scenario(create);
    const command = scenario.event();
    resolve(scenario);
    scenario.setArchiving();
    scenario.wait(DAY_SECONDS);
    scenario.tick();
    for (const again of [command, { ...command, labels: ['c'] }]) {
      const later = { ...again, expiry: scenario.nowSeconds + 60 };
      const refused = scenario.apply('admin', later);
      expect(scenario.outcomeOf(refused)).toBe('EVENT_EXISTS');
      expect(refused.answer.replayed).toBe(false);
    }
  });

  it('whoever names it is told that it is not there', () => {
    const scenario = resolved();
    scenario.setArchiving();
    scenario.wait(DAY_SECONDS);
    scenario.tick();
    const marketId = scenario.marketId();
    const outcome = (lane: 'admin' | 'cancel', command: Parameters<Scenario['apply']>[1]) =>
      scenario.outcomeOf(scenario.apply(lane, command));
    expect(scenario.outcomeOf(scenario.tryOrder('ann', 'buy yes 1 @ 5000'))).toBe(
      'MARKET_NOT_FOUND',
    );
    expect(scenario.outcomeOf(resolve(scenario))).toBe('MARKET_NOT_FOUND');
    expect(outcome('admin', { kind: 'set_market_status', marketId, action: 'pause' })).toBe(
      'MARKET_NOT_FOUND',
    );
    expect(outcome('admin', { kind: 'resolve_event', eventId: 'event', winner: null })).toBe(
      'EVENT_NOT_FOUND',
    );
    const user = scenario.user('ann');
    const signature = new Uint8Array(64);
    expect(outcome('cancel', { kind: 'cancel_all', user, marketId, nonce: 1, signature })).toBe(
      'MARKET_NOT_FOUND',
    );
  });

  it('what is remembered of its orders goes with it, and their nonces stay used', () => {
    const scenario = new Scenario(create);
    scenario.event();
    scenario.credit('ann', 10_000_000);
    const { order } = scenario.order('ann', 'buy yes 4 @ 5000');
    const user = scenario.user('ann');
    scenario.event({ eventId: 'other' });
    const elsewhere = { marketId: scenario.marketId('a', 'other') };
    scenario.order('ann', 'buy yes 1 @ 5000', elsewhere);
    resolve(scenario);
    const repeat = () => scenario.tryOrder('ann', 'buy yes 4 @ 5000', { nonce: 1 });
    expect(repeat().answer.replayed).toBe(true);
    expect(scenario.subject.order(user, order.orderId)).not.toBeNull();
    scenario.setArchiving();
    scenario.wait(DAY_SECONDS);
    expect(scenario.detailsOf(repeat())).toEqual({ last_nonce: 2, fate: 'forgotten' });
    expect(scenario.subject.order(user, order.orderId)).toBeNull();
    const signature = new Uint8Array(64);
    const { orderId, marketId } = order;
    const cancel = scenario.apply('cancel', { kind: 'cancel', user, marketId, orderId, signature });
    expect(scenario.outcomeOf(cancel)).toBe('ORDER_NOT_FOUND');
    const other = scenario.tryOrder('ann', 'buy yes 1 @ 5000', { ...elsewhere, nonce: 2 });
    expect(other.answer.replayed).toBe(true);
  });

  it('its room is another’s, which has nothing of it', () => {
    const scenario = resolved({ maxMarkets: 1 });
    const next = { eventId: 'next', expiry: scenario.nowSeconds + 9 * DAY_SECONDS };
    scenario.event(next);
    expect(scenario.outcomeOf(scenario.last!)).toBe('CAPACITY_REACHED');
    scenario.setArchiving();
    scenario.wait(DAY_SECONDS);
    scenario.event(next);
    expect(kindsOf(scenario.last!)).toEqual(['event_archived', 'event_created']);
    const marketId = scenario.marketId('a', 'next');
    expect(scenario.subject.market(marketId)!.market).toMatchObject({
      status: 'active',
      volume: 0,
      lastPrice: null,
      resolution: null,
      openInterest: 0,
    });
    // The same order under the nonce used in the archived market: its outcome does not apply to the new market.
    const again = scenario.tryOrder('ann', 'buy yes 4 @ 5000', { marketId, nonce: 1 });
    expect(scenario.detailsOf(again)).toEqual({ last_nonce: 1, fate: 'forgotten' });
    scenario.order('ann', 'buy yes 2 @ 5000', { marketId });
    expect(scenario.subject.book(marketId, 5)!.bids).toEqual([{ price: 5000, size: 2, orders: 1 }]);
  });

  it('many go some at a time, the rest with the next commands', () => {
    const scenario = new Scenario(create);
    const events = 2 * ARCHIVED_EVENTS_PER_COMMAND + 1;
    for (let i = 0; i < events; i++) {
      scenario.event({ eventId: `event ${i}` });
      resolve(scenario, 'a', `event ${i}`);
    }
    scenario.setArchiving();
    scenario.wait(2 * DAY_SECONDS);
    const archived = [scenario.tick(), scenario.tick(), scenario.tick(), scenario.tick()];
    expect(archived.map((step) => step.events.length)).toEqual([
      ARCHIVED_EVENTS_PER_COMMAND,
      ARCHIVED_EVENTS_PER_COMMAND,
      1,
      0,
    ]);
  });

  it('a halted exchange forgets nothing until it is open again', () => {
    const scenario = resolved();
    scenario.setArchiving();
    scenario.apply('admin', { kind: 'set_mode', mode: 'halted' });
    scenario.wait(DAY_SECONDS);
    expect(scenario.subject.nextDueMs()).toBeNull();
    expect(kindsOf(scenario.tick())).toEqual([]);
    expect(kindsOf(scenario.apply('admin', { kind: 'set_mode', mode: 'open' }))).toEqual(['mode']);
    expect(kindsOf(scenario.tick())).toEqual(['event_archived']);
  });
});

describe('a snapshot where events are archived', () => {
  it('leads on as without it: numbers that are free, ids that are not, what is due', () => {
    const scenarioOf = (exchange: Exchange) => new Scenario(() => exchange, { maxMarkets: 4 });
    const straight = scenarioOf(new Exchange({ network: 'test', maxMarkets: 4 }));
    for (const [i, eventId] of ['one', 'two', 'three'].entries()) {
      straight.event({ eventId, expiry: straight.nowSeconds + 99 * DAY_SECONDS });
      resolve(straight, 'a', eventId);
      straight.wait(i * 100);
    }
    straight.setArchiving();
    straight.wait(DAY_SECONDS - 250);
    straight.tick();
    const exchange = straight.subject as Exchange;
    expect(exchange.events().map(({ eventId }) => eventId)).toEqual(['three']);
    const restored = Exchange.restore(exchange.snapshot());
    expect(restored.stateHash()).toBe(exchange.stateHash());
    expect(restored.nextDueMs()).toBe(exchange.nextDueMs());
    expect(restored.archiving()).toEqual({ afterSeconds: DAY_SECONDS });
    const after = scenarioOf(restored);
    after.resumeAt(exchange.lastSeq, exchange.lastTimestampMs);
    for (const scenario of [straight, after]) {
      scenario.event({ eventId: 'two' });
      expect(scenario.outcomeOf(scenario.last!)).toBe('EVENT_EXISTS');
      scenario.event({ eventId: 'four', labels: ['a', 'b', 'c'] });
      expect(scenario.outcomeOf(scenario.last!)).toBe('event_created');
      scenario.wait(DAY_SECONDS);
      scenario.tick();
    }
    expect(restored.stateHash()).toBe(exchange.stateHash());
    expect(restored.checkInvariants()).toEqual([]);
    expect(restored.events().map(({ eventId }) => eventId)).toEqual(['four']);
  });
});
