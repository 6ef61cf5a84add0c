/** However long a turn took. */
const MAX_PAUSE_MS = 50;

/**
 * Work that comes in crowds, as answers that waited for the same thing: so much of it in a turn of the event loop, the
 * rest in the next ones, so that whoever is in a hurry has its turn in between. While somebody is, there is a pause after each
 * turn, as long as the turn was: what the hurried one waits for may be another process, on the same cores.
 */
export class Turns {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];
  private isNextComing = false;

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
      if (this.isSomebodyHurried()) {
        const pauseMs = Math.min(performance.now() - begunMs, MAX_PAUSE_MS);
        setTimeout(() => this.next(), pauseMs);
      } else this.next();
    });
  }

  private next(): void {
    this.isNextComing = false;
    const works = this.waiting.splice(0, this.worksATurn);
    this.taken = works.length;
    if (works.length > 0) this.comeSoon();
    for (const work of works) work();
  }
}
