/**
 * Runs a task at once after a pause, and at most every `intervalMs` while it is requested repeatedly; requests in
 * between are served by one run. However long a run takes, half an interval between two runs is left for other work.
 */
export class Pace {
  private timer: NodeJS.Timeout | undefined;
  private nextMs = -Infinity;
  private isStopped = false;

  constructor(
    private readonly intervalMs: number,
    private readonly act: () => void,
  ) {}

  go(): void {
    if (this.timer !== undefined || this.isStopped) return;
    const waitMs = this.nextMs - performance.now();
    if (waitMs <= 0) this.run();
    else this.timer = setTimeout(() => this.run(), waitMs);
  }

  /** Runs nothing more, not even a requested run. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isStopped = true;
  }

  private run(): void {
    this.timer = undefined;
    const begunMs = performance.now();
    this.act();
    this.nextMs = Math.max(begunMs + this.intervalMs, performance.now() + this.intervalMs / 2);
  }
}
