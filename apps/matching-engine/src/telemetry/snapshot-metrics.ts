import type { Metrics } from '@bellwether/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';

/** Seconds that commands wait while the state is copied. */
const PAUSE_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5];

export class SnapshotMetrics {
  private readonly taken: Gauge;
  private readonly takenAt: Gauge;
  private readonly interval: Gauge;
  private readonly failed: Counter;
  private readonly unusable: Counter;
  private readonly pause: Histogram;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.taken = new Gauge({
      name: 'bellwether_engine_snapshot_seq',
      help: 'Last command in the newest snapshot that this process wrote or began with.',
      registers,
    });
    this.takenAt = new Gauge({
      name: 'bellwether_engine_snapshot_timestamp_seconds',
      help: 'When this process wrote the newest snapshot; 0 before its first one.',
      registers,
    });
    this.interval = new Gauge({
      name: 'bellwether_engine_snapshot_interval_commands',
      help: 'Commands from one snapshot to the next; 0 where none are taken.',
      registers,
    });
    this.failed = new Counter({
      name: 'bellwether_engine_snapshots_failed_total',
      help: 'Snapshots that could not be written.',
      registers,
    });
    this.unusable = new Counter({
      name: 'bellwether_engine_snapshots_unusable_total',
      help: 'Snapshots passed over at start: damaged, or ahead of the published events.',
      registers,
    });
    this.pause = new Histogram({
      name: 'bellwether_engine_snapshot_pause_seconds',
      help: 'Time for which commands wait while the state is copied.',
      buckets: PAUSE_BUCKETS,
      registers,
    });
  }

  setInterval(commands: number): void {
    this.interval.set(commands);
  }

  setLoaded(seq: number): void {
    this.taken.set(seq);
  }

  setTaken(seq: number): void {
    this.taken.set(seq);
    this.takenAt.setToCurrentTime();
  }

  countFailed(): void {
    this.failed.inc();
  }

  countUnusable(): void {
    this.unusable.inc();
  }

  observePause(seconds: number): void {
    this.pause.observe(seconds);
  }
}
