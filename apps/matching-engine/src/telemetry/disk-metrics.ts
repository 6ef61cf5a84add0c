import type { Metrics } from '@bellwether/runtime';
import { Gauge } from 'prom-client';
import { DISK_MODES } from '../ingress/disk-watch';
import type { DiskWatch } from '../ingress/disk-watch';

export type DiskReadings = Pick<DiskWatch, 'mode' | 'freeBytes' | 'reserveBytes'>;

/** The free space of the journal's disk, read at each scrape. */
export class DiskMetrics {
  constructor({ registry }: Pick<Metrics, 'registry'>, disk: DiskReadings) {
    const registers = [registry];
    const gauge = (name: string, help: string, value: () => number | null): void => {
      new Gauge({
        name: `bellwether_engine_journal_${name}`,
        help,
        registers,
        collect(this: Gauge): void {
          this.set(value() ?? Number.NaN);
        },
      });
    };
    gauge(
      'free_bytes',
      'What the disk of the journal still takes; of several servers, what a majority has. Not a number: nobody told.',
      () => disk.freeBytes,
    );
    gauge(
      'reserve_bytes',
      'Below so many free bytes the engine takes no orders, below a quarter of them nothing.',
      () => disk.reserveBytes,
    );
    gauge(
      'disk_low',
      "0: the journal's disk has room; 1: cancels alone are taken; 2: no command is, reads go on.",
      () => DISK_MODES.indexOf(disk.mode),
    );
  }
}
