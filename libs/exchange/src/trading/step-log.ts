import type { FillMessage } from '../accounts/settlement';
import { Records } from '../tables/records';

/**
 * The result of each step of an order's walk: 72 bytes a step. Reply, events and remembered outcome are built from
 * it.
 *
 *     words 0-1   trade id · maker's order id
 *     words 2-3   taker's protocol fee · maker's rebate
 *     words 4-5   builder fees: taker's · maker's
 *     ints 12-13  quantity (0: a cancel) · maker's account
 *     ints 14-15  maker's word · maker's builder
 *     ints 16-17  maker's filled and open contracts, after the fill or as it was cancelled
 *
 * For a cancel (a self-trade), word 3 holds the micro-USDC that it released.
 */
export const TRADE_ID = 0;
export const MAKER_ORDER_ID = 1;
export const PROTOCOL_FEE = 2;
export const REBATE = 3;
export const RELEASED = 3;
export const TAKER_BUILDER_FEE = 4;
export const MAKER_BUILDER_FEE = 5;
export const QUANTITY = 12;
export const MAKER_ACCOUNT = 13;
export const MAKER_WORD = 14;
export const MAKER_BUILDER = 15;
export const MAKER_FILLED = 16;
export const MAKER_OPEN = 17;

export const WORDS_PER_STEP = 9;
const INTS_PER_STEP = WORDS_PER_STEP * 2;

export class StepLog extends Records {
  steps = 0;

  constructor() {
    super(WORDS_PER_STEP, 16);
  }

  /** Empties the log and makes room for `steps` steps. */
  begin(steps: number): void {
    this.steps = 0;
    if ((steps + 1) * WORDS_PER_STEP > this.words.length) this.reserve(steps);
  }

  /** A word of a step; steps count from 0. */
  word(step: number, field: number): number {
    return this.words[(step + 1) * WORDS_PER_STEP + field]!;
  }

  int(step: number, field: number): number {
    return this.ints[(step + 1) * INTS_PER_STEP + field]!;
  }

  fill(tradeId: number, makerOrderId: number, message: FillMessage): void {
    const at = ++this.steps * WORDS_PER_STEP;
    const words = this.words;
    words[at + TRADE_ID] = tradeId;
    words[at + MAKER_ORDER_ID] = makerOrderId;
    words[at + PROTOCOL_FEE] = message.protocolFee;
    words[at + REBATE] = message.rebate;
    words[at + TAKER_BUILDER_FEE] = message.taker.builderFee;
    words[at + MAKER_BUILDER_FEE] = message.maker.builderFee;
    const ints = this.ints;
    ints[at * 2 + QUANTITY] = message.quantity;
    ints[at * 2 + MAKER_ACCOUNT] = message.maker.account;
    ints[at * 2 + MAKER_BUILDER] = message.maker.builder;
  }

  cancel({ orderId, account }: { orderId: number; account: number }, released: number): void {
    const at = ++this.steps * WORDS_PER_STEP;
    // The step's bytes are remembered as they are, so nothing of an earlier command may be left in them.
    this.words.fill(0, at, at + WORDS_PER_STEP);
    this.words[at + MAKER_ORDER_ID] = orderId;
    this.words[at + RELEASED] = released;
    this.ints[at * 2 + MAKER_ACCOUNT] = account;
  }

  /**
   * Copies the ints of all steps to `target`, from `at`. There are few, so a loop is faster than a view and its copy.
   */
  copyTo(target: Int32Array, at: number): void {
    const { ints } = this;
    const count = this.steps * INTS_PER_STEP;
    for (let i = 0; i < count; i++) target[at + i] = ints[INTS_PER_STEP + i]!;
  }

  /** Restores the words of remembered steps. */
  restore(content: Float64Array): void {
    this.begin(content.length / WORDS_PER_STEP);
    this.words.set(content, WORDS_PER_STEP);
    this.steps = content.length / WORDS_PER_STEP;
  }

  /** The state of the maker's order after the last step. */
  maker(word: number, filled: number, open: number): void {
    const ints = this.ints;
    const at = this.steps * INTS_PER_STEP;
    ints[at + MAKER_WORD] = word;
    ints[at + MAKER_FILLED] = filled;
    ints[at + MAKER_OPEN] = open;
  }
}
