import { setTimeout as sleep } from 'node:timers/promises';
import { carriedOut, eventIdOf, eventOfSeries, seriesOf, startsAhead } from '@bellwether/api';
import type { Series } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import type { SeriesStore, StoredSeries } from '@bellwether/persistence';
import { asCodedError } from '@bellwether/runtime';
import type { Logger, Metrics } from '@bellwether/runtime';
import { Counter } from 'prom-client';
import { SERIES_INTERVAL_MS } from '../limits';

export interface SeriesMakerParts {
  readonly rows: Pick<SeriesStore, 'current'>;
  readonly engine: Pick<EngineClient, 'send'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Unix time in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Makes the events of series, each before it begins. An event's id is that of the series and its start, and the engine
 * makes an id once: so several gateways, a restart, and an answer that was lost make none twice, and nothing is stored of
 * what was made. What nobody made before it began is left out.
 */
export class SeriesMaker {
  /** Until they begin, so that they are not sent again at each look: their starts by id. */
  private readonly made = new Map<string, number>();
  private readonly stopping = new AbortController();
  private readonly failures: Counter;
  private pause = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly parts: SeriesMakerParts) {
    this.failures = new Counter({
      name: 'bellwether_gateway_series_failures_total',
      help: 'Events of series that could not be made, or a series that could not be read, at a look.',
      registers: [parts.metrics.registry],
    });
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Looks at once: a series has changed. */
  soon(): void {
    this.pause.abort();
  }

  /** Once through all series. */
  async look(): Promise<void> {
    const nowSeconds = Math.floor(this.parts.nowMs() / 1_000);
    for (const [id, start] of this.made) if (start <= nowSeconds) this.made.delete(id);
    for (const row of await this.parts.rows.current(nowSeconds)) {
      const series = this.readable(row);
      if (series === null) continue;
      for (const start of startsAhead(series, nowSeconds)) await this.make(series, start);
    }
  }

  /** Null: one that this release cannot read. The others go on. */
  private readable(row: StoredSeries): Series | null {
    try {
      return seriesOf(row);
    } catch (error) {
      this.failed(error, { series_id: row.seriesId });
      return null;
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.pause = new AbortController();
      await this.look().catch((error: unknown) => this.failed(error, {}));
      const ends = AbortSignal.any([signal, this.pause.signal]);
      await sleep(SERIES_INTERVAL_MS, undefined, { signal: ends, ref: false }).catch(() => {});
    }
  }

  private async make(series: Series, start: number): Promise<void> {
    const eventId = eventIdOf(series, start);
    if (this.made.has(eventId)) return;
    try {
      const command = eventOfSeries(series, start);
      const options = { requestId: `series-${eventId}` };
      carriedOut(await this.parts.engine.send('admin', command, options), 'event_created');
      this.made.set(eventId, start);
    } catch (error) {
      // Made by an earlier form of the series, or by an operator: it stays as it is.
      if (asCodedError(error).code === 'EVENT_EXISTS') this.made.set(eventId, start);
      else this.failed(error, { event_id: eventId });
    }
  }

  private failed(error: unknown, facts: object): void {
    if (this.stopping.signal.aborted) return;
    this.failures.inc();
    this.parts.log.warn({ err: error, ...facts }, 'an event of a series could not be made');
  }
}
