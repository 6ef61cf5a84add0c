import { describe, expect, it } from 'vitest';
import { MAX_EVENTS_PAGE, MAX_ORDERS_PAGE, MAX_QUERY_ANSWER_BYTES } from '@bellwether/bus';
import type { EngineQueryRequest } from '@bellwether/bus';
import { withdrawalIdOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { Exchange, LANES_OF } from '@bellwether/exchange';
import type { Command, EventView, OrderView } from '@bellwether/exchange';
import { signedOrder, signedWithdraw, testUser } from '../../test/incoming';
import { answerQuery } from './query-answers';

const alice = testUser(1);
const bob = testUser(2);
const EVENT_PLACE = { seq: 3, index: 4 };

/** An exchange to which commands are applied one after the other. */
class Floor {
  readonly exchange = new Exchange({ network: 'test' });

  do(command: Command): void {
    const seq = this.exchange.lastSeq + 1;
    const { answer } = this.exchange.apply({
      seq,
      timestampMs: 1_000 + seq,
      lane: LANES_OF[command.kind][0]!,
      command,
    });
    if (answer.reply.body.kind === 'refused') throw new Error(answer.reply.body.code);
  }

  createEvent(eventId: string, texts: { description?: string; labels?: string[] } = {}): void {
    this.do({
      kind: 'create_event',
      eventId,
      question: 'q',
      description: '',
      category: { name: 'sport', sub: 'tennis' },
      expiry: 4_000_000_000,
      mutuallyExclusive: false,
      feeBps: null,
      opensAt: null,
      labels: ['only'],
      ...texts,
    });
  }

  ask<Q extends EngineQueryRequest>(query: Q, takesOrders = true, takesCommands = true) {
    const now = { eventOffset: EVENT_PLACE, takesOrders, takesCommands, clock: () => 0 };
    return answerQuery(this.exchange, query, now);
  }
}

const jsonBytes = (value: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(value, (_key, item: unknown) =>
      item instanceof Uint8Array ? toHex(item) : item,
    ),
  );

interface Page<T> {
  readonly next: number | null;
  readonly items: readonly T[];
}

/** Follows `next` from the first page to the last. */
function pages<T>(read: (before: number | undefined) => Page<T>): (readonly T[])[] {
  const all: (readonly T[])[] = [];
  for (let before: number | undefined; ;) {
    const { items, next } = read(before);
    all.push(items);
    if (next === null) return all;
    before = next;
  }
}

const eventPages = (floor: Floor, limit: number): (readonly EventView[])[] =>
  pages((before) => {
    const params = before === undefined ? { limit } : { limit, before };
    const view = floor.ask({ what: 'events', params }).view as {
      events: EventView[];
      next: number;
    };
    expect(jsonBytes(view)).toBeLessThanOrEqual(MAX_QUERY_ANSWER_BYTES);
    return { items: view.events, next: view.next };
  });

describe('the pages of events', () => {
  it('hold each event once, newest first', () => {
    const floor = new Floor();
    for (let number = 0; number < 25; number++) floor.createEvent(`e${number}`);
    const found = eventPages(floor, 10);
    expect(found.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(found.flat().map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: 25 }, (_, i) => `e${24 - i}`),
    );
  });

  it('stay below the size of an answer with the largest events there can be', () => {
    const floor = new Floor();
    for (let number = 0; number < 12; number++) {
      // A control character takes six bytes of JSON, the most for one byte of UTF-8.
      floor.createEvent(`e${number}`, {
        description: '\u0001'.repeat(8_192),
        labels: Array.from({ length: 100 }, (_, i) => `${i}`.padStart(128, '\u0001')),
      });
    }
    const found = eventPages(floor, MAX_EVENTS_PAGE);
    expect(found.flat()).toHaveLength(12);
    expect(found.length).toBeGreaterThan(1);
  });

  it('are empty on an empty exchange', () => {
    expect(eventPages(new Floor(), 10)).toEqual([[]]);
  });
});

describe('the pages of orders', () => {
  const orderPages = (floor: Floor, limit: number): (readonly OrderView[])[] =>
    pages((before) => {
      const page = before === undefined ? { limit } : { limit, before };
      const params = { user: alice.user, ...page };
      const view = floor.ask({ what: 'orders', params }).view as {
        orders: OrderView[];
        next: number;
      };
      expect(jsonBytes(view)).toBeLessThanOrEqual(MAX_QUERY_ANSWER_BYTES);
      return { items: view.orders, next: view.next };
    });

  it('hold each open order once, newest first, and the last says that it is the last', () => {
    const floor = new Floor();
    floor.createEvent('e');
    floor.do({ kind: 'test_credit', user: alice.user, amount: 10 ** 12, reference: 'r' });
    const { marketId } = floor.exchange.event('e')!.markets[0]!;
    for (let nonce = 1; nonce <= 1_000; nonce++) {
      floor.do(signedOrder(alice, { marketId, nonce, price: 1 + (nonce % 9_000) }));
    }
    for (const limit of [300, 500, MAX_ORDERS_PAGE]) {
      const nonces = orderPages(floor, limit).map((page) => page.map((order) => order.nonce));
      expect(nonces.flat()).toEqual(Array.from({ length: 1_000 }, (_, i) => 1_000 - i));
      expect(nonces).toHaveLength(Math.ceil(1_000 / limit));
    }
  });

  it('stay below the size of an answer with the longest orders there can be', () => {
    const longest: OrderView = {
      orderId: Number.MAX_SAFE_INTEGER,
      user: new Uint8Array(32),
      marketId: new Uint8Array(32),
      outcome: 'yes',
      side: 'sell',
      price: 9_999,
      size: 10_000_000,
      filled: 10_000_000,
      orderType: 'post_only',
      feeBps: 100,
      builder: new Uint8Array(16),
      nonce: Number.MAX_SAFE_INTEGER,
      status: 'partially_filled',
      cancelReason: 'market_resolved',
      seq: Number.MAX_SAFE_INTEGER,
      createdMs: Number.MAX_SAFE_INTEGER,
    };
    const page = { orders: Array<OrderView>(MAX_ORDERS_PAGE).fill(longest), next: longest.seq };
    expect(
      jsonBytes({ seq: longest.seq, timestampMs: longest.seq, view: page }),
    ).toBeLessThanOrEqual(MAX_QUERY_ANSWER_BYTES);
  });
});

describe('an account', () => {
  it('is all that a user has as of one command', () => {
    const floor = new Floor();
    for (const eventId of ['e', 'f']) floor.createEvent(eventId);
    const [first, second] = ['e', 'f'].map((id) => floor.exchange.event(id)!.markets[0]!.marketId);
    for (const user of [alice, bob]) {
      const credit = { user: user.user, amount: 10 ** 12, reference: user.user.toString() };
      floor.do({ kind: 'test_credit', ...credit });
    }
    for (const [nonce, marketId] of [first!, second!].entries()) {
      const terms = { marketId, nonce: nonce + 1, price: 5_000, size: 3 };
      floor.do(signedOrder(alice, { ...terms, outcome: 'yes' }));
      floor.do(signedOrder(bob, { ...terms, outcome: 'no' }));
    }
    floor.do(signedOrder(alice, { marketId: first!, nonce: 3, price: 10, size: 1 }));
    const { user } = alice;
    const { seq, view } = floor.ask({ what: 'account', params: { user } });
    expect(seq).toBe(floor.exchange.lastSeq);
    expect(view).toEqual({
      balance: floor.exchange.balance(user),
      positions: [second!, first!].map((marketId) => ({
        marketId,
        ...floor.exchange.position(user, marketId),
      })),
      morePositions: false,
      orders: floor.exchange.openOrders(user, { limit: 10 }),
      nextOrders: null,
    });
    const zeros = { available: 0, locked: 0, total: 0, withdrawing: 0, gasDebt: 0, staked: 0 };
    const nobody = {
      balance: zeros,
      positions: [],
      morePositions: false,
      orders: [],
      nextOrders: null,
    };
    const unknown = new Uint8Array(32).fill(9);
    expect(floor.ask({ what: 'account', params: { user: unknown } }).view).toEqual(nobody);
  });
});

describe('queries of the funding workers', () => {
  it('are answered: how far a user is, and what became of a withdrawal', () => {
    const floor = new Floor();
    const { user } = alice;
    const proof = { txSignature: new Uint8Array(64), slot: 1 };
    floor.do({ kind: 'chain_credit', user, creditSeq: 1, amount: 100, ...proof });
    floor.do({ kind: 'charge_gas', user, chargeSeq: 1, amount: 7, purpose: 'bridge' });
    expect(floor.ask({ what: 'funding', params: { user } }).view).toEqual({
      lastCreditSeq: 1,
      lastChargeSeq: 1,
      gasDebt: 7,
    });
    floor.do(signedWithdraw(alice, { amount: 20, nonce: 1, gasFee: 5 }));
    const withdrawalId = withdrawalIdOf({ network: 'test', user, nonce: 1 });
    const ask = () => floor.ask({ what: 'withdrawal', params: { withdrawalId } }).view;
    expect(ask()).toMatchObject({ user, amount: 20, netAmount: 15, chain: 'ext', status: 'open' });
    floor.do({ kind: 'settle_withdrawal', withdrawalId, gasFee: null });
    expect(ask()).toMatchObject({ status: 'settled', endedSeq: 4, endedMs: 1_004 });
    const unknown = { withdrawalId: new Uint8Array(32) };
    expect(floor.ask({ what: 'withdrawal', params: unknown }).view).toBeNull();
    const params = { users: [bob.user, user], withdrawalIds: [unknown.withdrawalId, withdrawalId] };
    expect(floor.ask({ what: 'bookings', params })).toMatchObject({
      seq: 4,
      view: {
        solvency: { depositsCredited: 100, payouts: 15 },
        lastCreditSeqs: [0, 1],
        withdrawals: [null, 'settled'],
      },
    });
  });
});

describe('queries of those who keep views', () => {
  it('are answered: the whole book, and where the events end', () => {
    const floor = new Floor();
    floor.createEvent('e');
    const { marketId } = floor.exchange.event('e')!.markets[0]!;
    expect(floor.ask({ what: 'levels', params: { marketId } }).view).toEqual({
      bids: [],
      asks: [],
    });
    expect(floor.ask({ what: 'levels', params: { marketId: alice.user } }).view).toBeNull();
    expect(floor.ask({ what: 'event_place', params: {} }).view).toEqual(EVENT_PLACE);
  });
});

describe('the status', () => {
  it('of an engine that catches up is cancel_only, and what was set is not hidden by it', () => {
    const floor = new Floor();
    const modes = () =>
      [true, false].map((takesOrders) => {
        const { view } = floor.ask({ what: 'status', params: {} }, takesOrders);
        return Object(view).mode;
      });
    expect(modes()).toEqual(['open', 'cancel_only']);
    floor.do({ kind: 'set_mode', mode: 'halted' });
    expect(modes()).toEqual(['halted', 'halted']);
  });

  it('of an engine that can take no command is halted, whatever was set', () => {
    const floor = new Floor();
    for (const mode of ['open', 'cancel_only', 'halted'] as const) {
      floor.do({ kind: 'set_mode', mode });
      const { view } = floor.ask({ what: 'status', params: {} }, false, false);
      expect(Object(view).mode).toBe('halted');
    }
  });
});

describe('every answer', () => {
  it('says after which command it holds', () => {
    const floor = new Floor();
    floor.createEvent('e');
    expect(floor.ask({ what: 'status', params: {} })).toMatchObject({ seq: 1, timestampMs: 1_001 });
    expect(floor.ask({ what: 'book', params: { marketId: alice.user, depth: 1 } })).toEqual({
      seq: 1,
      timestampMs: 1_001,
      view: null,
    });
  });
});
