/**
 * The events of orders, as an engine makes them: pairs of users who only trade with each other. The users of every
 * second pair use a builder's key.
 */
import { marketIdOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { Exchange } from '@bellwether/exchange';
import type { Command, Lane, SequencedEvent } from '@bellwether/exchange';
import { createEvent, order as orderOf, testCredit } from '../load/commands';
import { TradingPair } from '../load/trading-pair';

const NETWORK = 'test';
const CREDIT_MICRO_USDC = 1e12;
/** Markets of one event. */
const LABELS = 100;
const FEE_BPS = 700;
const BUILDER_FEE_BPS = 20;
const BUILDER_ID = 'b';
/** The time between two orders of a busy exchange, in the journal's time. */
const ORDERS_PER_MS = 2;

export const KEY_ID = new Uint8Array(16).fill(7);

interface RecordedNames {
  /** The events' stem; a number follows it. */
  readonly name?: string;
  readonly userKey?: (number: number) => Uint8Array;
}

function hashedKey(number: number): Uint8Array {
  const user = new Uint8Array(32).fill(0xab);
  const view = new DataView(user.buffer);
  view.setUint32(0, Math.imul(number + 1, 0x9e3779b1) >>> 0);
  view.setUint32(28, number);
  return user;
}

export class RecordedEvents {
  /** The events of what must exist before the first order. */
  readonly setUp: SequencedEvent[] = [];
  /** Users who trade through `KEY_ID`. */
  readonly linkedUsers: Uint8Array[] = [];
  private readonly exchange = new Exchange({ network: NETWORK });
  private readonly pairs: TradingPair[] = [];
  private readonly startMs = Date.now();
  private orders = 0;

  /**
   * @param userKey the users' keys, by number; without it keys like hashes, so that neighbours in time are none in an
   *   index
   */
  constructor(pairs: number, { name = 'event', userKey = hashedKey }: RecordedNames = {}) {
    for (let first = 0; first < pairs; first += LABELS) {
      const labels = Array.from(
        { length: Math.min(LABELS, pairs - first) },
        (_, at) => `pair ${at}`,
      );
      const eventId = `${name} ${first}`;
      this.setUp.push(...this.apply('admin', createEvent(eventId, labels, FEE_BPS)));
      for (const [at, label] of labels.entries()) {
        const users = [userKey(2 * (first + at)), userKey(2 * (first + at) + 1)] as const;
        this.openPair(first + at, users, eventId, label);
      }
    }
  }

  /** The next `count` orders' events, one list an order. The pairs alternate. */
  next(count: number): SequencedEvent[][] {
    return Array.from({ length: count }, () => {
      const number = this.orders++ % this.pairs.length;
      const [order] = this.pairs[number]!.next(1);
      const isBuilders = number % 2 === 0;
      const fee = isBuilders
        ? { feeBps: BUILDER_FEE_BPS, builder: KEY_ID }
        : { feeBps: 0, builder: null };
      const lane = isBuilders ? 'builder' : 'order';
      return this.apply(lane, { ...orderOf(order!.terms), ...fee });
    });
  }

  private openPair(
    number: number,
    users: readonly [Uint8Array, Uint8Array],
    eventId: string,
    label: string,
  ): void {
    for (const user of users) {
      if (number % 2 === 0) {
        this.linkedUsers.push(user);
        this.setUp.push(
          ...this.apply('builder', { kind: 'register_delegate', user, builderId: BUILDER_ID }),
        );
      }
      const reference = toHex(user).slice(-40);
      const credit = testCredit(user, CREDIT_MICRO_USDC, reference);
      this.setUp.push(...this.apply('admin', credit));
    }
    const marketId = marketIdOf({ network: NETWORK, eventId, label });
    this.pairs.push(new TradingPair(marketId, users));
  }

  private apply(lane: Lane, command: Command): SequencedEvent[] {
    const seq = this.exchange.lastSeq + 1;
    const timestampMs = this.startMs + Math.floor(this.orders / ORDERS_PER_MS);
    const { answer, events } = this.exchange.apply({ seq, timestampMs, lane, command });
    const { body } = answer.reply;
    if (body.kind === 'refused') throw new Error(`refused: ${JSON.stringify(body)}`);
    return events.map((event, index) => ({ seq, index, timestampMs, event }));
  }
}
