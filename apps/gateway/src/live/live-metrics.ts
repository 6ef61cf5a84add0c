import type { Metrics } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import type { LiveViews } from './live-views';

/** The progress of the gateway's own copy of the exchange, read at each scrape. */
export function watchLiveViews(
  { registry }: Metrics,
  live: Pick<LiveViews, 'asOf' | 'isLoaded'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'bellwether_gateway_views_seq',
    help: 'Last command that the views have taken in; compare with bellwether_engine_seq.',
    registers,
    collect(this: Gauge): void {
      this.set(live.asOf.seq);
    },
  });
  new Gauge({
    name: 'bellwether_gateway_views_loaded',
    help: '1 where the views are whole and can be read without the engine.',
    registers,
    collect(this: Gauge): void {
      this.set(live.isLoaded ? 1 : 0);
    },
  });
}
