import { Counter } from 'prom-client';
import type { Metrics } from '../metrics';

/** What each duty did, and how often it failed. One that fails and never does anything wants a look. */
export class DutyCounters {
  private readonly done: Counter<'duty'>;
  private readonly failures: Counter<'duty'>;

  constructor({ service, registry }: Metrics) {
    const prefix = `bellwether_${service.replaceAll('-', '_')}`;
    const labels = { labelNames: ['duty'] as const, registers: [registry] };
    this.done = new Counter({
      name: `${prefix}_done_total`,
      help: 'Things done, by duty.',
      ...labels,
    });
    this.failures = new Counter({
      name: `${prefix}_failures_total`,
      help: 'Attempts that failed and are made again, by duty.',
      ...labels,
    });
  }

  observeRound(duty: string, done: number): void {
    this.done.inc({ duty }, done);
  }

  observeFailure(duty: string): void {
    this.failures.inc({ duty });
  }
}
