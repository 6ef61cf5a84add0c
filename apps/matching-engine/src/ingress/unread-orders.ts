import { READS_AT_ONCE, READ_BUDGET_MS, MAX_UNREAD_ORDERS } from '../limits';
import { FifoQueue } from './fifo-queue';

/** Decodes an order, and enqueues or rejects it. */
type Read = () => void;

/**
 * Orders at the moment of their arrival. A flood brings thousands in one read of the connection, and decoding and
 * enqueueing them takes a tenth of a second. So each turn of the event loop has a time budget for them. Cancels,
 * queries and the journal's acknowledgements get their turn in between. Within the budget, orders are decoded as they
 * arrive.
 */
export class UnreadOrders {
  private readonly queue = new FifoQueue<Read>();
  /** Of this turn. */
  private spentMs = 0;
  private turnIsComing = false;

  /** @param nowMs of a monotonic clock */
  constructor(private readonly nowMs: () => number) {}

  get length(): number {
    return this.queue.length;
  }

  /** Calls `read` before it returns, or in one of the next turns. */
  push(read: Read): void {
    this.queue.push(read);
    const isNext = this.queue.length === 1 && this.spentMs < READ_BUDGET_MS;
    if (isNext || this.queue.length > MAX_UNREAD_ORDERS) this.readSome(1);
    if (!this.turnIsComing) this.turnSoon();
  }

  readAll(): void {
    this.readSome(this.queue.length);
  }

  private readSome(count: number): void {
    const beganMs = this.nowMs();
    for (const read of this.queue.take(count)) read();
    this.spentMs += this.nowMs() - beganMs;
  }

  private turnSoon(): void {
    this.turnIsComing = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.spentMs = 0;
    while (this.queue.length > 0 && this.spentMs < READ_BUDGET_MS) this.readSome(READS_AT_ONCE);
    this.turnIsComing = false;
    this.spentMs = 0;
    if (this.queue.length > 0) this.turnSoon();
  }
}
