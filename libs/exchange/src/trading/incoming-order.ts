import { bookSideOf, orderWord, selfTradeOf, yesPriceOf } from '../orders/order-word';
import type { TradingKey } from '../accounts/trading-keys';
import type { Taker } from '../markets/walk';

/** `builder` of an order whose builder key no longer fits in the table. */
export const NO_ROOM_FOR_BUILDER = -1;

/**
 * An order as numbers: the input of the matching core. One object is reused for every command. Account, market and
 * builder are numbers of their tables; the words are indices into `OUTCOMES`, `SIDES` and `ORDER_TYPES`; `price` is
 * in the order's own terms, `yesPrice` is the same price in YES terms.
 */
export class IncomingOrder implements Taker {
  account = 0;
  market = 0;
  outcome = 0;
  side = 0;
  price = 0;
  size = 0;
  orderType = 0;
  feeBps = 0;
  /** `fullFormBits`, 0 for the short form. */
  terms = 0;
  /** Unix ms, 0 for never. */
  expiresMs = 0;
  /** Micro-USDC with all fees, 0 for no other bound than price and size. */
  maxCost = 0;
  builder = 0;
  nonce = 0;
  /** The trading key that signed it, null where its user did. */
  key: TradingKey | null = null;
  seq = 0;
  timestampMs = 0;
  /** Of the present command: an amended order is older. */
  nowMs = 0;
  /** Set by `derive`. */
  word = 0;
  selfTrade = 0;
  bookSide = 0;
  yesPrice = 0;

  /** Call it after setting the fields above. */
  derive(): void {
    this.word =
      orderWord(this.outcome, this.side, this.price, this.orderType, this.feeBps) | this.terms;
    this.selfTrade = selfTradeOf(this.word);
    this.bookSide = bookSideOf(this.word);
    this.yesPrice = yesPriceOf(this.word);
  }
}
