/** A timer counts whole milliseconds: a shorter pause would be longer than what it is for. */
const SHORTEST_PAUSE_MS = 2;
/** However long the turns took. */
const LONGEST_PAUSE_MS = 50;

/**
 * Work that comes in crowds, as answers to reads: it is done at the end of a turn of the event loop, as much of it as the
 * turn has time for, and the rest in the next ones, so that whoever is in a hurry has its turn in between. Company makes it cheap: what reads
 * requests and what writes answers are each in the processor's caches once for many (docs/PERFORMANCE.md). While
 * somebody is in a hurry, a crowd that takes more than a moment rests for as long as its turns took: what the hurried one
 * waits for may be another process, on the same cores.
 */
export class Turns {
  private waiting: (() => void)[] = [];
  private isTurnComing = false;
  /** When the last turn began that left some waiting; null: it left none, or was before a pause. */
  private leftSomeMs: number | null = null;
  /** What the turns of this crowd took since the last pause. */
  private owedMs = 0;

  /** @param turnMs for so long of a turn work is begun, and one in any case */
  constructor(
    private readonly turnMs: number,
    private readonly isSomebodyHurried: () => boolean,
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
    const hasToRest = this.leftSomeMs !== null && this.isSomebodyHurried();
    this.owedMs = hasToRest ? this.owedMs + begunMs - this.leftSomeMs! : 0;
    if (this.owedMs < SHORTEST_PAUSE_MS) this.work(begunMs);
    else this.rest();
  }

  private rest(): void {
    const pauseMs = Math.min(this.owedMs, LONGEST_PAUSE_MS);
    this.owedMs = 0;
    this.leftSomeMs = null;
    setTimeout(() => this.work(this.nowMs()), pauseMs);
  }

  private work(begunMs: number): void {
    this.isTurnComing = false;
    const works = this.waiting;
    this.waiting = [];
    let done = 0;
    do works[done++]!();
    while (done < works.length && this.nowMs() - begunMs < this.turnMs);
    this.leftSomeMs = null;
    if (done === works.length) return;
    this.leftSomeMs = begunMs;
    this.waiting = [...works.slice(done), ...this.waiting];
    this.comeSoon();
  }
}
