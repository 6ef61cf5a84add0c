import type { Metrics } from '@bellwether/runtime';
import { Counter, Gauge } from 'prom-client';
import type { OfBoth } from '../parts';
import type { ScanPlace } from './scan-place';

/** Why a movement to a watched address is no deposit. */
export const SET_ASIDE = [
  /** By a transaction that one of the exchange's apps signed. */
  'own',
  /** A withdrawal, paid to the address. */
  'payout',
  /** More than can exist. */
  'too_large',
  /** Lamports that keep an account alive. */
  'rent',
] as const;
export type SetAside = (typeof SET_ASIDE)[number];

/** Findings and lag of the scans. */
export class ScanMetrics {
  private readonly found: Counter<'chain' | 'what'>;
  private readonly setAside: Counter<'chain' | 'why'>;

  constructor(
    private readonly metrics: Metrics,
    places: OfBoth<ScanPlace>,
    now: () => number,
  ) {
    const registers = [metrics.registry];
    this.found = new Counter({
      name: 'bellwether_deposit_listener_found_total',
      help: 'Deposits, arrivals and credits that were found in blocks.',
      labelNames: ['chain', 'what'],
      registers,
    });
    this.setAside = new Counter({
      name: 'bellwether_deposit_listener_set_aside_total',
      help: 'Movements to watched addresses that are no deposits, by reason.',
      labelNames: ['chain', 'why'],
      registers,
    });
    this.gauge(places, 'scan_slot', 'The last block that is in the tables.', (place) => place.slot);
    this.gauge(places, 'scan_lag_slots', 'Finalized slots that are not.', (place) =>
      place.lagSlots(),
    );
    this.gauge(
      places,
      'scan_lag_seconds',
      'Since the scan was last level with the chain.',
      (place) => place.lagSeconds(now()),
    );
    this.gauge(places, 'chain_idle_seconds', 'Since the chain finalized a block.', (place) =>
      place.idleSeconds(now()),
    );
  }

  countFound(
    chain: 'ext' | 'main',
    what: 'deposits' | 'arrivals' | 'credits',
    count: number,
  ): void {
    this.found.inc({ chain, what }, count);
  }

  countSetAside(chain: 'ext' | 'main', why: SetAside): void {
    this.setAside.inc({ chain, why });
  }

  /** NaN if another process scans. */
  private gauge(
    places: OfBoth<ScanPlace>,
    name: string,
    help: string,
    value: (place: ScanPlace) => number | null,
  ): void {
    new Gauge({
      name: `bellwether_deposit_listener_${name}`,
      help,
      labelNames: ['chain'],
      registers: [this.metrics.registry],
      collect(this: Gauge<'chain'>): void {
        for (const chain of ['ext', 'main'] as const) {
          this.set({ chain }, value(places[chain]) ?? Number.NaN);
        }
      },
    });
  }
}
