import { ID_BYTES } from '@bellwether/canonical-message';
import { decode, encode, sameBytes } from '@bellwether/codec';
import { refusalLayout } from '../reply';
import type { Refusal } from '../reply';
import { feeBpsOf, orderTypeOf, outcomeOf, ownPriceOf, sideOf } from '../orders/order-word';
import type { MarketTable } from '../markets/market-table';
import { IncomingOrder } from '../trading/incoming-order';
import { StepLog, WORDS_PER_STEP } from '../trading/step-log';
import { readBytes, wordsForBytes, writeBytes } from './bytes-in-words';
import type { OutcomeMemory } from './outcome-memory';
import { sameOrNone } from './request-body';

/**
 * The remembered outcome of an order: its body, by which a repeat is recognised, and its result.
 *
 *     words 0-1    seq and time of the command
 *     ints  4-5    1 accepted, 0 refused, 2 of another command (signed-order-outcome.ts); 4 more with a client id ·
 *                  reference to the market, 0 if the id was unknown
 *     ints  6-7    word · size
 *     ints  8-9    builder · number of steps, or bytes of the refusal
 *     accepted:    word 5 order id · ints 12-13 filled, resting · int 14 cancel reason + 1 · then the steps
 *     refused:     4 words market id · then the encoded refusal
 *     at the end   2 words client id, where the order has one
 */
export const OUTCOME = 4;
export const MARKET = 5;
const REFUSED = 0;
const ACCEPTED = 1;
export const SIGNED = 2;
export const WITH_CLIENT_ID = 4;
const WORD = 6;
const SIZE = 7;
const BUILDER = 8;
const COUNT = 9;
const ORDER_ID = 5;
const FILLED = 12;
const RESTING = 13;
const REASON = 14;
const UNUSED = 15;
const ACCEPTED_WORDS = 8;
const REFUSED_WORDS = 9;
const MARKET_ID = 5;

/** An index into `NONCE_KINDS`. */
export const ORDER_NONCE = 0;

/** The result of an order in its own command. `reason`: index into `CANCEL_REASONS`, -1 if nothing was cancelled. */
export interface PlacedOrder {
  readonly orderId: number;
  readonly filled: number;
  readonly resting: number;
  readonly reason: number;
}

/** A remembered outcome: `placed` with `log`, or `refusal`. */
export interface RecalledOrder {
  readonly order: IncomingOrder;
  readonly outcome:
    | { readonly placed: PlacedOrder; readonly log: StepLog }
    | { readonly refusal: Refusal };
}

/** The part of an order by which a repeat is recognised and that its numbers do not have. */
type RequestIds = { readonly marketId: Uint8Array; readonly clientId?: Uint8Array | undefined };

export class OrderOutcomes {
  constructor(
    private readonly memory: OutcomeMemory,
    private readonly markets: MarketTable,
  ) {}

  rememberPlaced(
    order: IncomingOrder,
    clientId: Uint8Array | undefined,
    placed: PlacedOrder,
    log: StepLog,
  ): void {
    const at = this.append(order, ACCEPTED_WORDS + log.steps * WORDS_PER_STEP, clientId);
    if (at < 0) return;
    this.writeBody(at, order, ACCEPTED, log.steps, clientId);
    const { words, ints } = this.memory;
    words[at + ORDER_ID] = placed.orderId;
    ints[at * 2 + FILLED] = placed.filled;
    ints[at * 2 + RESTING] = placed.resting;
    ints[at * 2 + REASON] = placed.reason + 1;
    ints[at * 2 + UNUSED] = 0;
    log.copyTo(ints, (at + ACCEPTED_WORDS) * 2);
  }

  rememberRefused(
    order: IncomingOrder,
    { marketId, clientId }: RequestIds,
    refusal: Refusal,
  ): void {
    const bytes = encode(refusalLayout, refusal);
    const at = this.append(order, REFUSED_WORDS + wordsForBytes(bytes.length), clientId);
    if (at < 0) return;
    this.writeBody(at, order, REFUSED, bytes.length, clientId);
    writeBytes(this.memory.words, at + MARKET_ID, marketId);
    writeBytes(this.memory.words, at + REFUSED_WORDS, bytes);
  }

  /** Whether the market of the outcome at `at` is archived: the answer cannot be rebuilt. */
  isForgotten(at: number): boolean {
    const reference = this.memory.ints[at * 2 + MARKET]!;
    return reference !== 0 && this.markets.byReference(reference) === 0;
  }

  /** Whether the outcome at `at` is of another command than an order in its short form. */
  isSigned(at: number): boolean {
    return (this.memory.ints[at * 2 + OUTCOME]! & ~WITH_CLIENT_ID) === SIGNED;
  }

  /** Whether the outcome at `at`, which must not be forgotten, belongs to an order with the same body. */
  isOf(at: number, order: IncomingOrder, { marketId, clientId }: RequestIds): boolean {
    const { words, ints } = this.memory;
    if (this.isSigned(at) || !sameOrNone(this.clientIdOf(at), clientId)) return false;
    if (ints[at * 2 + WORD] !== order.word || ints[at * 2 + SIZE] !== order.size) return false;
    const reference = ints[at * 2 + MARKET]!;
    if (reference !== 0) return reference === this.markets.referenceTo(order.market);
    return sameBytes(readBytes(words, at + MARKET_ID, marketId.length), marketId);
  }

  recall(at: number, account: number, nonce: number): RecalledOrder {
    const { words, ints } = this.memory;
    const order = this.readBody(at, account, nonce);
    const count = ints[at * 2 + COUNT]!;
    if ((ints[at * 2 + OUTCOME]! & ~WITH_CLIENT_ID) === REFUSED) {
      const bytes = readBytes(words, at + REFUSED_WORDS, count);
      return { order, outcome: { refusal: decode(refusalLayout, bytes) } };
    }
    const log = new StepLog();
    const from = at + ACCEPTED_WORDS;
    log.restore(words.subarray(from, from + count * WORDS_PER_STEP));
    const placed = {
      orderId: words[at + ORDER_ID]!,
      filled: ints[at * 2 + FILLED]!,
      resting: ints[at * 2 + RESTING]!,
      reason: ints[at * 2 + REASON]! - 1,
    };
    return { order, outcome: { placed, log } };
  }

  /** Of an order in its short form. */
  clientIdOf(at: number): Uint8Array | undefined {
    const { words, ints } = this.memory;
    if ((ints[at * 2 + OUTCOME]! & WITH_CLIENT_ID) === 0) return undefined;
    return readBytes(words, this.clientIdAt(at), ID_BYTES);
  }

  private append(order: IncomingOrder, words: number, clientId: Uint8Array | undefined): number {
    const all = words + (clientId === undefined ? 0 : wordsForBytes(ID_BYTES));
    return this.memory.append(order.account, ORDER_NONCE, order.nonce, all);
  }

  private clientIdAt(at: number): number {
    const { ints } = this.memory;
    const count = ints[at * 2 + COUNT]!;
    return (ints[at * 2 + OUTCOME]! & ACCEPTED) === ACCEPTED
      ? at + ACCEPTED_WORDS + count * WORDS_PER_STEP
      : at + REFUSED_WORDS + wordsForBytes(count);
  }

  private writeBody(
    at: number,
    order: IncomingOrder,
    outcome: number,
    count: number,
    clientId: Uint8Array | undefined,
  ): void {
    const { words, ints } = this.memory;
    words[at] = order.seq;
    words[at + 1] = order.timestampMs;
    ints[at * 2 + OUTCOME] = clientId === undefined ? outcome : outcome | WITH_CLIENT_ID;
    ints[at * 2 + MARKET] = this.markets.referenceTo(order.market);
    ints[at * 2 + WORD] = order.word;
    ints[at * 2 + SIZE] = order.size;
    ints[at * 2 + BUILDER] = order.builder;
    ints[at * 2 + COUNT] = count;
    if (clientId !== undefined) writeBytes(words, this.clientIdAt(at), clientId);
  }

  private readBody(at: number, account: number, nonce: number): IncomingOrder {
    const { words, ints } = this.memory;
    const word = ints[at * 2 + WORD]!;
    const order = new IncomingOrder();
    order.account = account;
    order.nonce = nonce;
    order.seq = words[at]!;
    order.timestampMs = words[at + 1]!;
    order.market = this.markets.byReference(ints[at * 2 + MARKET]!);
    order.size = ints[at * 2 + SIZE]!;
    order.builder = ints[at * 2 + BUILDER]!;
    order.outcome = outcomeOf(word);
    order.side = sideOf(word);
    order.price = ownPriceOf(word);
    order.orderType = orderTypeOf(word);
    order.feeBps = feeBpsOf(word);
    order.derive();
    return order;
  }
}
