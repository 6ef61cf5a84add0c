import type {
  EventBatch,
  ExchangeEvent,
  Fill,
  OrderView,
  SequencedEvent,
} from '@bellwether/exchange';
import type { StreamedBatch } from '../src/projection/fresh-events';

/** 32 bytes made from a small number: users and markets of the tests. */
export const key32 = (number: number): Uint8Array => keyOf(number, 32);
/** 16 bytes: API keys. */
export const key16 = (number: number): Uint8Array => keyOf(number, 16);

function keyOf(number: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  return bytes;
}

export const START_MS = Date.UTC(2026, 10, 20, 12);

export type OrderFields = Partial<OrderView> & Pick<OrderView, 'orderId'>;
export type FillFields = Partial<Fill> & Pick<Fill, 'tradeId'>;

/**
 * Builds events as an engine could have made them. Positions and defaults are filled in; a test gives only what matters
 * to it.
 */
export class EventScript {
  readonly events: SequencedEvent[] = [];
  private seq = 0;
  private index = 0;
  private timestampMs = START_MS;

  /** Starts the next command, `afterMs` milliseconds later. */
  next(afterMs = 0): this {
    this.seq++;
    this.index = 0;
    this.timestampMs += afterMs;
    return this;
  }

  add(event: ExchangeEvent): this {
    const { seq, timestampMs } = this;
    this.events.push({ seq, index: this.index++, timestampMs, event });
    return this;
  }

  order(fields: OrderFields): this {
    const order: OrderView = {
      user: key32(1),
      marketId: key32(100),
      outcome: 'yes',
      side: 'buy',
      price: 5_000,
      size: 10,
      filled: 0,
      orderType: 'gtc',
      feeBps: 0,
      builder: null,
      nonce: fields.orderId,
      status: 'resting',
      cancelReason: null,
      seq: this.seq,
      createdMs: this.timestampMs,
      ...fields,
    };
    return this.add({ kind: 'order_accepted', order });
  }

  /** A trade of an order that `order` placed. By default both buy: a seller must have contracts. */
  trade(fields: FillFields, { marketId = key32(100), makerFilled = 1 } = {}): this {
    const fill: Fill = {
      quantity: 1,
      price: 5_000,
      outcome: 'yes',
      takerSide: 'buy',
      makerPrice: 10_000 - (fields.price ?? 5_000),
      makerOutcome: fields.outcome === 'no' ? 'yes' : 'no',
      makerSide: 'buy',
      settlementType: 'mint',
      takerFee: 0,
      makerRebate: 0,
      builderFee: 0,
      makerBuilderFee: 0,
      maker: key32(1),
      taker: key32(2),
      makerOrderId: 1,
      takerOrderId: 2,
      ...fields,
      // A side that pays a builder fee has a builder.
      builder: fields.builder ?? builderOf(fields.builderFee),
      makerBuilder: fields.makerBuilder ?? builderOf(fields.makerBuilderFee),
    };
    return this.add({ kind: 'trade', marketId, fill, makerFilled });
  }

  /** A trade with its own maker order, so that it can stand alone. */
  tradeAlone(fields: FillFields, options: { marketId?: Uint8Array } = {}): this {
    const makerOrderId = fields.makerOrderId ?? 1_000_000 + fields.tradeId;
    const size = fields.quantity ?? 1;
    const user = fields.maker ?? key32(1);
    this.order({ orderId: makerOrderId, user, size, filled: 0 });
    return this.trade({ ...fields, makerOrderId }, { ...options, makerFilled: size });
  }

  batches(sizes?: readonly number[]): StreamedBatch[] {
    return batchesOf(this.events, sizes);
  }
}

const builderOf = (fee = 0): Uint8Array | null => (fee > 0 ? key16(7) : null);

/** Cuts events into batches of the given sizes; the last batch takes the rest. */
export function batchesOf(
  events: readonly SequencedEvent[],
  sizes: readonly number[] = [],
): StreamedBatch[] {
  const batches: StreamedBatch[] = [];
  let at = 0;
  for (const size of [...sizes, events.length]) {
    const part = events.slice(at, at + size);
    if (part.length === 0) continue;
    batches.push({
      streamSequence: batches.length + 1,
      batch: batchOf(events.at(at - 1), part, at),
    });
    at += part.length;
  }
  return batches;
}

const batchOf = (
  before: SequencedEvent | undefined,
  events: SequencedEvent[],
  at: number,
): EventBatch => ({
  previousSeq: at === 0 ? 0 : (before?.seq ?? 0),
  previousIndex: at === 0 ? 0 : (before?.index ?? 0),
  events,
});
