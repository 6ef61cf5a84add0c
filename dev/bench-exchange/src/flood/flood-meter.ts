export interface FloodCounts {
  /** Since these counts were asked for last, by each second. */
  readonly askedPerSecond: number;
  readonly donePerSecond: number;
  /** Turned away: OVERLOADED and the like. */
  readonly refusedPerSecond: number;
}

/** Counted by a flood as it goes. */
export class FloodMeter {
  asked = 0;
  done = 0;
  refused = 0;
  private sinceMs = performance.now();

  take(): FloodCounts {
    const seconds = (performance.now() - this.sinceMs) / 1_000;
    const counts = {
      askedPerSecond: this.asked / seconds,
      donePerSecond: this.done / seconds,
      refusedPerSecond: this.refused / seconds,
    };
    this.asked = 0;
    this.done = 0;
    this.refused = 0;
    this.sinceMs = performance.now();
    return counts;
  }
}
