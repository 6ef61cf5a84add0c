import { newestBackupMs } from '@bellwether/backup';
import type { Metrics } from '@bellwether/runtime';
import { Gauge } from 'prom-client';

const MS_PER_SECOND = 1_000;

/** Shows how old the backups in a folder are, where nothing else knows of them: one machine has no CronJobs. */
export function watchBackups({ registry }: Pick<Metrics, 'registry'>, folder: string): void {
  new Gauge({
    name: 'bellwether_archive_backup_timestamp_seconds',
    help: 'When the newest whole backup in BACKUPS_DIR was begun, as Unix time; 0 without one.',
    registers: [registry],
    async collect(this: Gauge): Promise<void> {
      this.set(((await newestBackupMs(folder)) ?? 0) / MS_PER_SECOND);
    },
  });
}
