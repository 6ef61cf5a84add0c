import { ARRIVALS_AT_ONCE, ARRIVALS_TURN_MS, MAX_ARRIVALS } from '../limits';
import { Line } from './fifo-queue';

/** Takes an order in, or turns it away. */
type Take = () => void;

/**
 * Orders in the moment of their arrival. A flood brings thousands in one read of the connection, and to take them in or turn
 * them away takes a tenth of a second. So in each turn of the event loop they have some time and no more, in order, and what
 * does not wait behind orders (cancels, questions, what the journal answers) gets its turn between. While there is time they
 * are looked at as they come: a turn later all that come together would be.
 */
export class Arrivals {
  private readonly line = new Line<Take>();
  /** Of this turn. */
  private spentMs = 0;
  private turnIsComing = false;

  /** @param nowMs of a clock that never goes back */
  constructor(private readonly nowMs: () => number) {}

  get waiting(): number {
    return this.line.length;
  }

  /** `take` is called before this returns, or in one of the next turns. */
  add(take: Take): void {
    this.line.push(take);
    const isNext = this.line.length === 1 && this.spentMs < ARRIVALS_TURN_MS;
    if (isNext || this.line.length > MAX_ARRIVALS) this.takeSome(1);
    if (!this.turnIsComing) this.turnSoon();
  }

  /** Looks at all that is left. */
  finish(): void {
    this.takeSome(this.line.length);
  }

  private takeSome(count: number): void {
    const beganMs = this.nowMs();
    for (const take of this.line.take(count)) take();
    this.spentMs += this.nowMs() - beganMs;
  }

  private turnSoon(): void {
    this.turnIsComing = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.spentMs = 0;
    while (this.line.length > 0 && this.spentMs < ARRIVALS_TURN_MS) this.takeSome(ARRIVALS_AT_ONCE);
    this.turnIsComing = false;
    this.spentMs = 0;
    if (this.line.length > 0) this.turnSoon();
  }
}
