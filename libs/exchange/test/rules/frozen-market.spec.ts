/** An invariant violation freezes its market, and a 503 refusal there uses no nonce. */
import { describe, expect, it } from 'vitest';
import { marketIdOf } from '@bellwether/canonical-message';
import { CAPACITIES, LITTLE_LOAD } from '../../src/capacities';
import type { Command, Lane, OrderCommand } from '../../src/command';
import { CommandEvents } from '../../src/command-events';
import { carryOut } from '../../src/commands/carry-out';
import { ExchangeState } from '../../src/state';
import { noncesView, openOrderViews } from '../../src/views/user-views';

const USER = new Uint8Array(32).fill(1);
const SIGNATURE = new Uint8Array(64);
const marketOf = (label: string) => marketIdOf({ network: 'test', eventId: 'event', label });

class Desk {
  readonly state = new ExchangeState('test', CAPACITIES, LITTLE_LOAD);

  constructor() {
    this.apply('admin', {
      kind: 'create_event',
      eventId: 'event',
      question: 'Will it?',
      description: '',
      category: { name: 'any', sub: 'any' },
      expiry: 1_000,
      mutuallyExclusive: false,
      feeBps: 0,
      opensAt: null,
      labels: ['frozen', 'sound'],
    });
    this.apply('admin', { kind: 'test_credit', user: USER, amount: 1_000_000, reference: 'r' });
  }

  freeze(label: string): void {
    this.state.markets.freeze(this.state.markets.find(marketOf(label)));
  }

  apply(lane: Lane, command: Command) {
    this.state.lastSeq++;
    const events = new CommandEvents();
    const { replayed, reply } = carryOut(this.state, { lane, command }, events);
    const { body } = reply;
    return { replayed, body, events: events.list };
  }

  order(label: string, nonce: number) {
    const order: OrderCommand = {
      kind: 'order',
      user: USER,
      marketId: marketOf(label),
      side: 'buy',
      outcome: 'yes',
      price: 10,
      size: 1,
      orderType: 'gtc',
      nonce,
      feeBps: 0,
      builder: null,
      signature: SIGNATURE,
    };
    const { replayed, body, events } = this.apply('order', order);
    return { replayed, outcome: body.kind === 'refused' ? body.code : body.kind, events };
  }
}

describe('a frozen market', () => {
  it('refuses orders with HALTED, uses no nonce and tells nobody', () => {
    const desk = new Desk();
    desk.freeze('frozen');
    expect(desk.order('frozen', 5)).toEqual({ replayed: false, outcome: 'HALTED', events: [] });
    expect(noncesView(desk.state, USER).order).toBe(0);
    expect(desk.order('sound', 5)).toMatchObject({ replayed: false, outcome: 'order' });
  });

  it('repeats what an order came to before', () => {
    const desk = new Desk();
    desk.order('frozen', 5);
    desk.freeze('frozen');
    expect(desk.order('frozen', 5)).toMatchObject({ replayed: true, outcome: 'order' });
  });

  it('keeps its orders: a cancel is HALTED, a cancel-all leaves them out', () => {
    const desk = new Desk();
    desk.order('frozen', 1);
    desk.order('sound', 2);
    desk.freeze('frozen');
    const [sound, frozen] = openOrderViews(desk.state, USER, { limit: 10 });
    const cancel = { kind: 'cancel', user: USER, signature: SIGNATURE } as const;
    const marketId = marketOf('frozen');
    const one = desk.apply('cancel', { ...cancel, marketId, orderId: frozen!.orderId });
    expect(one.body).toMatchObject({ kind: 'refused', code: 'HALTED' });
    const all = { kind: 'cancel_all', user: USER, marketId: null, signature: SIGNATURE } as const;
    const { body } = desk.apply('cancel', { ...all, nonce: 1 });
    expect(body).toMatchObject({ kind: 'cancel_all', cancelled: [sound!.orderId] });
  });

  it('a cancel-all that names it is HALTED and uses no nonce', () => {
    const desk = new Desk();
    desk.order('frozen', 1);
    desk.freeze('frozen');
    const all = { kind: 'cancel_all', user: USER, nonce: 1, signature: SIGNATURE } as const;
    const { body, events } = desk.apply('cancel', { ...all, marketId: marketOf('frozen') });
    expect(body).toMatchObject({ kind: 'refused', code: 'HALTED' });
    expect(events).toEqual([]);
    expect(noncesView(desk.state, USER).cancel_all).toBe(0);
    const other = desk.apply('cancel', { ...all, marketId: marketOf('sound') });
    expect(other.body).toMatchObject({ kind: 'cancel_all', cancelled: [] });
  });
});
