import { Counter } from 'prom-client';
import type { Metrics } from '../metrics/metrics';

export interface AlarmLog {
  error(fields: object, message: string): void;
}

/** Alarms for a person. Each is a line in the log, and is counted by kind: alert on any increase. */
export class Alarms<Kind extends string> {
  private readonly counter: Counter<'kind'>;

  /** @param kinds all kinds, so that each is counted from 0 */
  constructor(
    kinds: readonly Kind[],
    private readonly log: AlarmLog,
    { service, registry }: Metrics,
  ) {
    this.counter = new Counter({
      name: `bellwether_${service.replaceAll('-', '_')}_alarms_total`,
      help: 'What a person has to look at, by kind; the log says what it is.',
      labelNames: ['kind'],
      registers: [registry],
    });
    for (const kind of kinds) this.counter.inc({ kind }, 0);
  }

  raise(kind: Kind, details: object): void {
    this.counter.inc({ kind });
    this.log.error({ alarm: kind, ...details }, 'alarm');
  }
}
