import { tokenOf } from '@bellwether/runtime';
import type { Metrics } from '@bellwether/runtime';
import { Histogram } from 'prom-client';
import type { BusRequest } from './bus-request';

/** Seconds; from a read of PostgreSQL to the timeout of a transaction on a chain. */
const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60];
/** Stands for a code if a request succeeded. */
const ANSWERED = 'answered';

/** Undefined: the app answers no requests. */
export const REQUEST_METRICS = tokenOf<RequestMetrics | undefined>('the metrics of requests');

/** Duration and outcome of the requests over the bus that this process answers. */
export class RequestMetrics {
  private readonly durations: Histogram<'code' | 'operation'>;

  constructor({ registry }: Metrics) {
    this.durations = new Histogram({
      name: 'bellwether_bus_request_duration_seconds',
      help: 'Time from a request over the bus to its answer; `code` is `answered`, or what it was refused with.',
      labelNames: ['operation', 'code'],
      buckets: DURATION_BUCKETS,
      registers: [registry],
    });
  }

  observe({ asked: { operation }, elapsedMs }: BusRequest, code: string = ANSWERED): void {
    this.durations.observe({ operation, code }, elapsedMs / 1_000);
  }
}
