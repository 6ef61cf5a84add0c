import type { Metrics } from '@bellwether/runtime';
import { Gauge } from 'prom-client';

export class ArchiverMetrics {
  private readonly archived: Gauge;

  constructor({ registry }: Metrics) {
    this.archived = new Gauge({
      name: 'bellwether_archive_record',
      help: 'Number of the last journal record that is in the archive.',
      registers: [registry],
    });
  }

  setArchived(number: number): void {
    this.archived.set(number);
  }
}
