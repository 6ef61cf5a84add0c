import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics';

/** Work done, failures, and the time since the first of the present failures, by worker. */
export class WorkerCounters {
  /**
   * Since when it fails, in milliseconds of the process's own clock. A worker whose last attempt succeeded has no
   * entry.
   */
  private readonly failingSince = new Map<string, number>();
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
    const { failingSince } = this;
    new Gauge({
      name: `${prefix}_failing_seconds`,
      help: 'How long every attempt has failed, by duty; none where the last one went well.',
      ...labels,
      collect(this: Gauge<'duty'>): void {
        this.reset();
        for (const [worker, sinceMs] of failingSince) {
          this.set({ duty: worker }, (performance.now() - sinceMs) / 1_000);
        }
      },
    });
  }

  observeTick(worker: string, done: number): void {
    this.done.inc({ duty: worker }, done);
    this.observeWell(worker);
  }

  observeWell(worker: string): void {
    this.failingSince.delete(worker);
  }

  observeFailure(worker: string): void {
    this.failures.inc({ duty: worker });
    if (!this.failingSince.has(worker)) this.failingSince.set(worker, performance.now());
  }
}
