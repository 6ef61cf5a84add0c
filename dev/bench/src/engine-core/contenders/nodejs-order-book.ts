/** The peer: a book a market and nothing else; no accounts, no money, no nonces. */
import { type LimitOrderOptions, OrderBook, Side } from 'nodejs-order-book';
import { BID, CANCEL, ID, MARKET, OP, PRICE, SIDE, SIZE, TAKE } from '../command-words';
import type { Contender, Totals, Workload } from '../workload';

type TimeInForce = NonNullable<LimitOrderOptions['timeInForce']>;
/** The package does not export this enumeration. */
const GTC = String('GTC') as TimeInForce;
const IOC = String('IOC') as TimeInForce;

export class NodejsOrderBook implements Contender {
  private readonly books: OrderBook[];
  private trades = 0;
  private volume = 0;
  private notional = 0;
  private resting = 0;

  constructor({ shape }: Workload) {
    this.books = Array.from({ length: shape.markets }, () => new OrderBook());
  }

  apply(commands: Int32Array, at: number): void {
    const book = this.books[commands[at + MARKET]!]!;
    const id = String(commands[at + ID]);
    if (commands[at + OP] === CANCEL) {
      book.cancel(id);
      this.resting--;
      return;
    }
    const size = commands[at + SIZE]!;
    const isTake = commands[at + OP] === TAKE;
    const { done, partial, partialQuantityProcessed } = book.limit({
      id,
      side: commands[at + SIDE] === BID ? Side.BUY : Side.SELL,
      size,
      price: commands[at + PRICE]!,
      timeInForce: isTake ? IOC : GTC,
    });
    let filled = 0;
    for (const order of done) {
      if (order.id === id) continue;
      filled += this.traded(order.size, 'price' in order ? order.price : 0);
      this.resting--;
    }
    if (partial !== null && partial.id !== id) {
      filled += this.traded(partialQuantityProcessed, partial.price);
    }
    if (filled < size && !isTake) this.resting++;
  }

  totals(): Totals {
    const { trades, volume, notional, resting } = this;
    return { trades, volume, notional, resting };
  }

  private traded(quantity: number, price: number): number {
    this.trades++;
    this.volume += quantity;
    this.notional += quantity * price;
    return quantity;
  }
}
