/**
 * Does something at once after a pause, and while it is asked for again and again, no more often than every `intervalMs`:
 * what was asked for meanwhile is done together. However long it takes, half an interval between two is for others.
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

  /** Nothing is done any more, not even what waits. */
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
