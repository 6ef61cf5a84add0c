/** Longer than the longest deliveries take: what took longer was held up, and resting would add to it. */
const MAX_REST_MS = 50;

/**
 * Does something at once after a pause, and while it is asked for again and again, no more often than every `intervalMs`:
 * what was asked for meanwhile is done together. And it rests as long as it took: half of the time is for others.
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
    this.nextMs = begunMs + this.intervalMs;
    this.act();
    const endedMs = performance.now();
    const restMs = Math.min(endedMs - begunMs, MAX_REST_MS);
    this.nextMs = Math.max(this.nextMs, endedMs + restMs);
  }
}
