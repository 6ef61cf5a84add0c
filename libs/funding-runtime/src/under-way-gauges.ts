import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

interface GaugeText {
  readonly name: string;
  readonly help: string;
}

/** Records under way in one state. `oldestMs`: since when the oldest has been in it, Unix time. */
export type UnderWay<L extends string> = Readonly<Record<L, string>> & {
  readonly count: number;
  readonly oldestMs: number;
};

/** Two metrics of work under way: how much is in each state, and for how many seconds the oldest has been in it. */
export class UnderWayGauges<L extends string> {
  private readonly count: Gauge<L>;
  private readonly oldestSeconds: Gauge<L>;

  /** @param labelNames the fields that name a state */
  constructor(
    registry: Registry,
    private readonly labelNames: readonly L[],
    texts: { readonly count: GaugeText; readonly oldestSeconds: GaugeText },
  ) {
    const registers = [registry];
    this.count = new Gauge({ ...texts.count, labelNames, registers });
    this.oldestSeconds = new Gauge({ ...texts.oldestSeconds, labelNames, registers });
  }

  /** States that are missing have nothing under way. */
  set(underWay: readonly UnderWay<L>[], nowMs: number): void {
    this.count.reset();
    this.oldestSeconds.reset();
    for (const one of underWay) {
      const labels = this.labelNames.map((name): string => one[name]);
      this.count.labels(...labels).set(one.count);
      this.oldestSeconds.labels(...labels).set((nowMs - one.oldestMs) / 1_000);
    }
  }
}
