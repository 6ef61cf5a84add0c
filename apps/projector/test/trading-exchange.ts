/** A real exchange under random, seeded trading, and every event it made. */
import { Exchange } from '@bellwether/exchange';
import type { Answer, Command, Lane, OrderView, SequencedEvent } from '@bellwether/exchange';
import { publicKeyOf } from '@bellwether/signature';
import { Random } from '@bellwether/seeded-random';

export const USERS = 10;
/** Users below this number belong to a builder and trade through its key. */
export const DELEGATED_USERS = 4;
const START_MS = Date.UTC(2026, 10, 20, 23, 50);
const EXPIRY_SECONDS = Date.UTC(2030, 0, 1) / 1_000;
const CREDIT = 100_000_000_000;

export const BUILDER_ID = 'builder';
/** Of a user who can sign. */
export const userSeed = (number: number): Uint8Array => keyOf(number + 1, 32);
const USER_KEYS = Array.from({ length: USERS }, (_, number) => publicKeyOf(userSeed(number)));
export const userKey = (number: number): Uint8Array => USER_KEYS[number]!;
export const apiKeyId = (number: number): Uint8Array => keyOf(number + 1, 16);

function keyOf(number: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  return bytes;
}

/** The outcome of an order nonce that was used up: the order's id, or the refusal's code. */
export interface NonceUse {
  readonly user: Uint8Array;
  readonly nonce: number;
  readonly outcome: number | string;
}

/** All events for history, and their result. */
export interface WhatHappened {
  readonly exchange: Exchange;
  readonly events: readonly SequencedEvent[];
  readonly marketIds: readonly Uint8Array[];
  readonly nonceOutcomes: readonly NonceUse[];
}

export class TradingExchange implements WhatHappened {
  readonly exchange = new Exchange({ network: 'test' });
  readonly events: SequencedEvent[] = [];
  readonly marketIds: Uint8Array[] = [];
  readonly nonceOutcomes: NonceUse[] = [];
  private readonly random: Random;
  private readonly nonces = new Map<number, number>();
  private readonly orders: OrderView[] = [];
  private timestampMs = START_MS;

  constructor(seed: number) {
    this.random = new Random(seed);
    for (let user = 0; user < DELEGATED_USERS; user++)
      this.apply('builder', {
        kind: 'register_delegate',
        user: userKey(user),
        builderId: BUILDER_ID,
      });
    for (let user = 0; user < USERS; user++)
      this.apply('admin', {
        kind: 'test_credit',
        user: userKey(user),
        amount: CREDIT,
        reference: `credit ${user}`,
      });
    this.createEvent(['first', 'second']);
    this.createEvent(['only']);
  }

  /** Carries out `commands` random commands; answers the events they made. */
  trade(commands: number): SequencedEvent[] {
    const before = this.events.length;
    for (let command = 0; command < commands; command++) {
      this.timestampMs += this.below(this.random.unit() < 0.01 ? 3_000_000 : 5_000);
      const what = this.random.unit();
      if (what < 0.85) this.placeOrder();
      else if (what < 0.95) this.cancelOrder();
      else if (what < 0.99) this.cancelAll();
      else this.pauseOrResume();
    }
    return this.events.slice(before);
  }

  /** The end of one market: its orders are cancelled, its holders paid. */
  resolve(market: number, resolution: 'yes' | 'no' | 'void'): void {
    const marketId = this.marketIds[market]!;
    const price = resolution === 'void' ? 2_500 : null;
    this.apply('admin', { kind: 'resolve_market', marketId, resolution, price });
  }

  private createEvent(labels: string[]): void {
    const { reply } = this.apply('admin', {
      kind: 'create_event',
      eventId: `event ${this.marketIds.length}`,
      question: 'Who?',
      description: '',
      category: { name: 'sport', sub: 'chess' },
      expiry: EXPIRY_SECONDS,
      mutuallyExclusive: false,
      feeBps: null,
      opensAt: null,
      labels,
    });
    if (reply.body.kind !== 'event_created') throw new Error(`no event: ${reply.body.kind}`);
    this.marketIds.push(...reply.body.markets.map(({ marketId }) => marketId));
  }

  private placeOrder(): void {
    const number = this.below(USERS);
    const user = userKey(number);
    const isDelegated = number < DELEGATED_USERS;
    const nonce = (this.nonces.get(number) ?? 0) + 1 + this.below(3);
    this.nonces.set(number, nonce);
    const { reply } = this.apply(isDelegated ? 'builder' : 'order', {
      kind: 'order',
      user,
      marketId: this.marketIds[this.below(this.marketIds.length)]!,
      outcome: this.pick(['yes', 'no']),
      side: this.random.unit() < 0.7 ? 'buy' : 'sell',
      price: 4_800 + this.below(400),
      size: 1 + this.below(40),
      orderType: this.pick(['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only']),
      nonce,
      feeBps: isDelegated ? this.below(101) : 0,
      builder: isDelegated ? apiKeyId(0) : null,
      signature: new Uint8Array(64),
    });
    if (reply.body.kind === 'order') this.orders.push(reply.body.order);
    const outcome = reply.body.kind === 'refused' ? reply.body.code : this.orders.at(-1)!.orderId;
    this.nonceOutcomes.push({ user, nonce, outcome });
  }

  private cancelOrder(): void {
    const order = this.orders[this.orders.length - 1 - this.below(50)];
    if (order === undefined) return;
    const { user, marketId, orderId } = order;
    const signature = new Uint8Array(64);
    this.apply('cancel', { kind: 'cancel', user, marketId, orderId, signature });
  }

  private cancelAll(): void {
    const user = userKey(this.below(USERS));
    const nonce = this.exchange.nonces(user).cancel_all + 1;
    const marketId = this.random.unit() < 0.5 ? null : this.marketIds[0]!;
    const signature = new Uint8Array(64);
    this.apply('cancel', { kind: 'cancel_all', user, marketId, nonce, signature });
  }

  private pauseOrResume(): void {
    const marketId = this.marketIds[this.below(this.marketIds.length)]!;
    const isActive = this.exchange.market(marketId)?.market.status === 'active';
    const action = isActive && this.random.unit() < 0.1 ? 'pause' : 'resume';
    this.apply('admin', { kind: 'set_market_status', marketId, action });
  }

  private apply(lane: Lane, command: Command): Answer {
    const { exchange, timestampMs } = this;
    const seq = exchange.lastSeq + 1;
    const { answer, events } = exchange.apply({ lane, command, seq, timestampMs });
    for (const [index, event] of events.entries())
      this.events.push({ seq, index, timestampMs, event });
    return answer;
  }

  private below(count: number): number {
    return this.random.index(count);
  }

  private pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
