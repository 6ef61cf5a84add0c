/** A timer counts whole milliseconds: a shorter pause would be longer than what it is for. */
const SHORTEST_PAUSE_MS = 2;
/** However long the turns took. */
const LONGEST_PAUSE_MS = 50;

/**
 * Work that comes in crowds, as answers that waited for the same thing: so much of it in a turn of the event loop, the
 * rest in the next ones, so that whoever is in a hurry has its turn in between. While somebody is, a crowd that takes more than a moment
 * rests for as long as its turns took: what the hurried one waits for may be another process, on the same cores.
 */
export class Turns {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];
  private isNextComing = false;
  /** What the turns of this crowd took since the last pause. */
  private owedMs = 0;

  constructor(
    private readonly worksATurn: number,
    private readonly isSomebodyHurried: () => boolean,
  ) {}

  /** At once while the turn has room, else as soon as one has; in order. */
  take(work: () => void): void {
    if (this.taken === this.worksATurn) {
      this.waiting.push(work);
      return;
    }
    this.taken++;
    this.comeSoon();
    work();
  }

  private comeSoon(): void {
    if (this.isNextComing) return;
    this.isNextComing = true;
    const begunMs = performance.now();
    setImmediate(() => {
      const hasToRest = this.waiting.length > 0 && this.isSomebodyHurried();
      this.owedMs = hasToRest ? this.owedMs + performance.now() - begunMs : 0;
      if (this.owedMs < SHORTEST_PAUSE_MS) this.next();
      else this.rest();
    });
  }

  private rest(): void {
    const pauseMs = Math.min(this.owedMs, LONGEST_PAUSE_MS);
    this.owedMs = 0;
    setTimeout(() => this.next(), pauseMs);
  }

  private next(): void {
    this.isNextComing = false;
    const works = this.waiting.splice(0, this.worksATurn);
    this.taken = works.length;
    if (works.length > 0) this.comeSoon();
    for (const work of works) work();
  }
}
