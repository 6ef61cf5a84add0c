import { READS_AT_ONCE, READ_BUDGET_MS, MAX_UNREAD_ORDERS } from '../limits';
import { FifoQueue } from './fifo-queue';

/** Reads an order, and pushes it on or rejects it. */
type Read = () => void;

/**
 * Orders in the moment of their arrival. A flood brings thousands in one read of the connection, and to read and enqueue or
 * reject them takes a tenth of a second. So each turn of the event loop has a budget for them, in order, and what
 * does not wait behind orders (cancels, queries, what the journal answers) gets its turn between. Within the budget they
 * are read as they come: a turn later all that come together would be.
 */
export class UnreadOrders {
  private readonly queue = new FifoQueue<Read>();
  /** Of this turn. */
  private spentMs = 0;
  private turnIsComing = false;

  /** @param nowMs of a clock that never goes back */
  constructor(private readonly nowMs: () => number) {}

  get length(): number {
    return this.queue.length;
  }

  /** `read` is called before this returns, or in one of the next turns. */
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
