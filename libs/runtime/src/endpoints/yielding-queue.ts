/**
 * A queue of short tasks that yields to all other work of the process. A turn of the event loop runs as many tasks as
 * its time allows, and the rest waits for the next turns. Tasks in batches are also cheaper, as their code and data stay
 * in the processor's caches (docs/PERFORMANCE.md).
 */
export class YieldingQueue {
  private waiting: (() => void)[] = [];
  private isScheduled = false;

  /** @param turnMs no further task begins after this time in a turn; the first always does */
  constructor(
    private readonly turnMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Runs `task` soon, after earlier tasks. */
  add(task: () => void): void {
    this.waiting.push(task);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.runTurn());
  }

  private runTurn(): void {
    const begunMs = this.nowMs();
    this.isScheduled = false;
    const tasks = this.waiting;
    this.waiting = [];
    let done = 0;
    do tasks[done++]!();
    while (done < tasks.length && this.nowMs() - begunMs < this.turnMs);
    if (done === tasks.length) return;
    this.waiting = [...tasks.slice(done), ...this.waiting];
    this.schedule();
  }
}
