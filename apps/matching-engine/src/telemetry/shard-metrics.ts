import type { ClockFigures } from '@bellwether/bus';
import { EXCHANGE_MODES } from '@bellwether/exchange';
import type { ExchangeMode } from '@bellwether/exchange';
import type { Metrics } from '@bellwether/runtime';
import { Gauge } from 'prom-client';

/** The shard's role and position in this process, read at each scrape. */
export interface ShardFigures {
  readonly leads: boolean;
  /** It leads, and the journal takes its appends. */
  readonly serves: boolean;
  readonly standsBy: boolean;
  /** Number of the last journal record that was written or read here. */
  readonly record: number;
  readonly mode: ExchangeMode;
  readonly clock: ClockFigures;
}

/** `null` before there is a shard, and while it is not known. */
export interface ShardReadings {
  readonly shard: () => ShardFigures | null;
  /** Whether every journal server that answers syncs before it acknowledges. */
  readonly isSynced: () => boolean | null;
}

const flag = (value: boolean | null | undefined): number =>
  value === null || value === undefined ? Number.NaN : Number(value);

/** Who leads, the positions of all engines, and the exchange's mode. */
export class ShardMetrics {
  constructor({ registry }: Metrics, { shard, isSynced }: ShardReadings) {
    const registers = [registry];
    const gauge = (name: string, help: string, value: () => number): void => {
      new Gauge({
        name: `bellwether_engine_${name}`,
        help,
        registers,
        collect(this: Gauge): void {
          this.set(value());
        },
      });
    };
    gauge('leads', '1 in the process that takes commands; exactly one is right.', () =>
      flag(shard()?.leads ?? false),
    );
    gauge('serves', '1 in the process that leads while the journal takes its records.', () =>
      flag(shard()?.serves ?? false),
    );
    gauge('stands_by', '1 in a process that follows the journal, ready to lead.', () =>
      flag(shard()?.standsBy ?? false),
    );
    gauge(
      'journal_record',
      'Number of the last journal record written or read here.',
      () => shard()?.record ?? 0,
    );
    gauge(
      'journal_synced',
      '1: the servers of the journal sync before they acknowledge; 0: one does not. Not a number: nobody told.',
      () => flag(isSynced()),
    );
    gauge('clock_sure', '1 where the time agrees with the journal server: it may be stamped.', () =>
      flag(shard()?.clock.isSure),
    );
    gauge(
      'clock_server_ahead_seconds',
      "The journal server's clock less this engine's time, at the last look.",
      () => (shard()?.clock.serverAheadMs ?? Number.NaN) / 1_000,
    );
    gauge(
      'clock_wall_ahead_seconds',
      "This host's wall clock less this engine's time.",
      () => (shard()?.clock.wallAheadMs ?? Number.NaN) / 1_000,
    );
    new Gauge({
      name: 'bellwether_engine_mode',
      help: '1 for what the whole exchange takes now: everything, cancels only, or nothing.',
      labelNames: ['mode'],
      registers,
      collect(this: Gauge<'mode'>): void {
        const now = shard()?.mode;
        for (const mode of EXCHANGE_MODES) this.set({ mode }, Number(mode === now));
      },
    });
  }
}
