import { CodedError } from '@bellwether/errors';
import { Gauge } from 'prom-client';
import type { HealthCheck } from './health';
import type { Metrics } from '../metrics/metrics';

export interface WatchedClock {
  /** This host's wall clock minus the one the process follows. `NaN`: not known yet. */
  readonly aheadMs: () => number;
  readonly maxErrorMs: number;
}

/**
 * A metric and a check of health for the host's clock. Not required: the process follows another clock and works even
 * if this one is wrong, so taking it out of service would not help. An operator is notified.
 */
export function watchClock(
  { registry }: Metrics,
  { aheadMs, maxErrorMs }: WatchedClock,
): HealthCheck {
  new Gauge({
    name: 'bellwether_clock_ahead_seconds',
    help: "This host's wall clock less the clock that the process goes by: the engine's, or PostgreSQL's.",
    registers: [registry],
    collect(this: Gauge): void {
      this.set(aheadMs() / 1_000);
    },
  });
  return {
    name: 'clock',
    required: false,
    async check() {
      if (Math.abs(aheadMs()) > maxErrorMs) throw new CodedError('INTERNAL', { reason: 'clock' });
    },
  };
}
