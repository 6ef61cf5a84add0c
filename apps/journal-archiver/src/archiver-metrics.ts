import type { Metrics } from '@bellwether/runtime';
import { Gauge } from 'prom-client';

export class ArchiverMetrics {
  private readonly archived: Gauge;

  constructor(private readonly metrics: Metrics) {
    this.archived = new Gauge({
      name: 'bellwether_archive_record',
      help: 'Number of the last journal record that is in the archive.',
      registers: [metrics.registry],
    });
  }

  /** Reads the lag at each scrape. */
  watch(lagSeconds: () => number): void {
    new Gauge({
      name: 'bellwether_archive_lag_seconds',
      help: 'How long the oldest record has waited that was read and is not in the archive.',
      registers: [this.metrics.registry],
      collect(this: Gauge): void {
        this.set(lagSeconds());
      },
    });
  }

  setArchived(number: number): void {
    this.archived.set(number);
  }
}
