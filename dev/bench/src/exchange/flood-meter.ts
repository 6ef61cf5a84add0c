/** By each second since the last call for these counts. `refused`: rejected as `OVERLOADED`. */
export interface FloodCounts {
  readonly asked: number;
  readonly done: number;
  readonly refused: number;
}

/** A flood counts here while it runs. */
export class FloodMeter {
  asked = 0;
  done = 0;
  refused = 0;
  private sinceMs = performance.now();

  take(): FloodCounts {
    const seconds = (performance.now() - this.sinceMs) / 1_000;
    const { asked, done, refused } = this;
    this.asked = this.done = this.refused = 0;
    this.sinceMs = performance.now();
    return { asked: asked / seconds, done: done / seconds, refused: refused / seconds };
  }
}
