import { ARRIVALS_AT_ONCE, ARRIVALS_TURN_MS, MAX_ARRIVALS } from './limits';
import { Line } from './line';

/** Takes an order in, or turns it away. */
type Take = () => void;

/**
 * Orders in the moment of their arrival. A flood brings thousands in one read of the connection, and to take them in or turn
 * them away takes a tenth of a second. So in each turn of the event loop they have some time and no more, in order, and what
 * does not wait behind orders (cancels, questions, what the journal answers) gets its turn between. One that comes alone is
 * looked at as it comes.
 */
export class Arrivals {
  private readonly line = new Line<Take>();
  private turnIsComing = false;

  /** @param nowMs of a clock that never goes back */
  constructor(private readonly nowMs: () => number) {}

  get waiting(): number {
    return this.line.length;
  }

  /** `take` is called before this returns, or in one of the next turns. */
  add(take: Take): void {
    if (!this.turnIsComing) {
      take();
      this.turnSoon();
      return;
    }
    this.line.push(take);
    if (this.line.length > MAX_ARRIVALS) this.takeSome(1);
  }

  /** Looks at all that is left. */
  finish(): void {
    this.takeSome(this.line.length);
  }

  private takeSome(count: number): void {
    for (const take of this.line.take(count)) take();
  }

  private turnSoon(): void {
    this.turnIsComing = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    const untilMs = this.nowMs() + ARRIVALS_TURN_MS;
    while (this.line.length > 0 && this.nowMs() < untilMs) this.takeSome(ARRIVALS_AT_ONCE);
    this.turnIsComing = false;
    if (this.line.length > 0) this.turnSoon();
  }
}
