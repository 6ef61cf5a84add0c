/**
 * Work that comes in crowds, as answers to reads: it is done at the end of a turn of the event loop, as much of it as the
 * turn has time for, and the rest in the next ones, so that everything else has its turn in between. Company makes it
 * cheap: what reads requests and what writes answers are each in the processor's caches once for many
 * (docs/PERFORMANCE.md).
 */
export class Turns {
  private waiting: (() => void)[] = [];
  private isTurnComing = false;

  /** @param turnMs for so long of a turn work is begun, and one in any case */
  constructor(
    private readonly turnMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** In order, soon. */
  take(work: () => void): void {
    this.waiting.push(work);
    this.comeSoon();
  }

  private comeSoon(): void {
    if (this.isTurnComing) return;
    this.isTurnComing = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    const begunMs = this.nowMs();
    this.isTurnComing = false;
    const works = this.waiting;
    this.waiting = [];
    let done = 0;
    do works[done++]!();
    while (done < works.length && this.nowMs() - begunMs < this.turnMs);
    if (done === works.length) return;
    this.waiting = [...works.slice(done), ...this.waiting];
    this.comeSoon();
  }
}
