import type { Code } from '@bellwether/errors';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/**
 * Requests are counted in batches of this size: after each single request the library's data would have left the
 * caches.
 */
const COUNTED_TOGETHER = 64;

/** Seconds, from a read of memory to the longest wait of a caller. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface ObservedRequest {
  readonly method: string;
  /** The route's pattern, never the path, so that labels are bounded by the number of routes. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Each sample wakes the process. At the library's 10 ms that was more than a quarter of an idle app's cost. */
const EVENT_LOOP_SAMPLE_MS = 25;

/** An app's metrics in a registry of their own; apps add theirs to `registry`. */
export class Metrics {
  readonly registry = new Registry();
  readonly service: string;
  private readonly requests: Histogram<'method' | 'route' | 'status'>;
  /** The library looks a series up by its labels at every observation. This map finds it by one text. */
  private readonly series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  private readonly uncounted: ObservedRequest[] = [];
  private readonly errors: Counter<'code'>;

  constructor(options: { service: string }) {
    this.service = options.service;
    this.registry.setDefaultLabels({ service: options.service });
    const eventLoopMonitoringPrecision = EVENT_LOOP_SAMPLE_MS;
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision });
    this.requests = new Histogram({
      name: 'bellwether_http_request_duration_seconds',
      help: 'Time from the request line to the end of the answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers: [this.registry],
      collect: () => this.countRequests(),
    });
    this.errors = new Counter({
      name: 'bellwether_errors_total',
      help: 'Answers that were errors, by code of the registry.',
      labelNames: ['code'],
      registers: [this.registry],
    });
    // A series that begins at 1 has not risen, so the first count of a process would not be seen.
    this.errors.inc({ code: 'INTERNAL' }, 0);
  }

  observeRequest(request: ObservedRequest): void {
    if (this.uncounted.push(request) === COUNTED_TOGETHER) this.countRequests();
  }

  private countRequests(): void {
    for (const request of this.uncounted) this.seriesOf(request).observe(request.seconds);
    this.uncounted.length = 0;
  }

  private seriesOf({ method, route, status }: ObservedRequest) {
    const key = `${method} ${route} ${status}`;
    const known = this.series.get(key);
    if (known !== undefined) return known;
    const series = this.requests.labels({ method, route, status: String(status) });
    this.series.set(key, series);
    return series;
  }

  countError(code: Code): void {
    this.errors.inc({ code });
  }

  /** The exposition text and its content type. */
  async expose(): Promise<{ text: string; contentType: string }> {
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }
}
