/** `npm run drill`: see README.md beside this folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DEFAULT_EVENTS_DAYS,
  SNAPSHOTS,
  backUp,
  newestBackup,
  purgeCovered,
  seqOfEngine,
} from '@bellwether/backup';
import type { BackupPlace, BackupReport, RetentionReport } from '@bellwether/backup';
import { connectBus } from '@bellwether/bus';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import { Command, InvalidArgumentError, Option } from 'commander';
import { quiet } from '../../replay/src/records';
import { EmptyMachine } from './empty-machine';
import { CONNECT_TIMEOUT_MS } from './limits';
import { databaseUrlOf, runningPlace } from './places';
import type { PlaceOptions } from './places';
import { rehearse } from './rehearse';
import { restore, restoreJournalAlone } from './restore';
import type { RestoreTargets } from './restore';

/** Root of the checkout, or of the image: the bundle is at the same depth as the source. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MIGRATIONS = join(ROOT, 'dist/apps/projector/migrations');
const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

interface BackupOptions extends PlaceOptions, BackupPlace {
  readonly archive: string;
  readonly shard: number;
}

async function backupTo(options: BackupOptions): Promise<BackupReport> {
  const { databaseUrl, gatewayUrl } = await runningPlace(options, process.env);
  const { archive, shard } = options;
  const seqNow = () => seqOfEngine(gatewayUrl);
  return backUp({ databaseUrl, archive, shard, seqNow, onPassedOver }, options);
}

async function rehearseIn(
  folder: string,
  from: { readonly backup: string; readonly archive: string },
): Promise<void> {
  const machine = new EmptyMachine({ folder, root: ROOT, path: process.env['PATH'] });
  try {
    const report = await rehearse(from, machine, MIGRATIONS);
    print(report);
    if (!report.ok) process.exitCode = 1;
  } finally {
    await machine.stop();
  }
}

interface RehearsalOptions {
  readonly backup?: string;
  readonly backups?: string;
  readonly archive: string;
}

async function backupOf({ backup, backups }: Omit<RehearsalOptions, 'archive'>): Promise<string> {
  if (backup !== undefined) return backup;
  if (backups === undefined) throw new Error('--backup DIR or --backups DIR: which one?');
  return newestBackup(backups);
}

async function inNewFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-drill-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Backup and rehearsal in one; leaves nothing behind. */
const whole = (options: Omit<BackupOptions, 'to'>): Promise<void> =>
  inNewFolder(async (folder) => {
    const backup = await backupTo({ ...options, to: join(folder, 'backup') });
    const from = { backup: backup.folder, archive: options.archive };
    await rehearseIn(join(folder, 'machine'), from);
  });

interface TargetOptions {
  readonly archive: string;
  readonly nats: string;
  readonly replicas: number;
  readonly snapshotTo?: string;
}

/** Progress is written to stderr, beside the report. */
const onProgress = (progress: unknown): void => console.error(JSON.stringify(progress));
const onPassedOver = ({ number, reason }: UnusableSnapshot): void =>
  console.error(`snapshot ${number} is passed over: ${reason}`);

const busOf = ({ nats }: Pick<TargetOptions, 'nats'>): RestoreTargets['bus'] => {
  const { NATS_NKEY_SEED: nkeySeed, NATS_TOKEN: token } = process.env;
  return { servers: nats.split(','), nkeySeed, token };
};

function targetsOf({ nats, replicas, snapshotTo }: TargetOptions): RestoreTargets {
  const databaseUrl = databaseUrlOf(process.env);
  const bus = busOf({ nats });
  return { bus, databaseUrl, replicas, migrations: MIGRATIONS, snapshotTo, onProgress };
}

async function restoreTo(options: RehearsalOptions & TargetOptions): Promise<void> {
  const from = { backup: await backupOf(options), archive: options.archive };
  const { manifest, ...restored } = await restore(from, targetsOf(options));
  print({ taken_at: manifest.taken_at, ...restored });
}

function count(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

/** `none`: forever. */
function days(text: string): number | null {
  return text === 'none' ? null : count(text);
}

interface PurgeOptions {
  readonly archive: string;
  readonly backups: string;
  readonly nats: string;
  readonly journalDays?: number | null;
  readonly eventsDays: number | null;
}

async function purge(options: PurgeOptions): Promise<RetentionReport> {
  const { archive, backups, journalDays = null, eventsDays } = options;
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const bus = await connectBus({ ...busOf(options), name: 'restore', log: quiet, signal });
  try {
    return await purgeCovered(
      { journalDays, eventsDays },
      {
        archive,
        snapshots: join(backups, SNAPSHOTS),
        databaseUrl: databaseUrlOf(process.env),
        nowMs: Date.now(),
        bus,
        log: quiet,
      },
    );
  } finally {
    await bus.close();
  }
}

const withSources = (command: Command): Command =>
  command
    .requiredOption('--archive <dir>', 'where the archiver writes')
    .option('--data <dir>', 'a running local exchange')
    .option('--gateway <url>', 'of any other; DATABASE_URL from the environment')
    .option('--shard <number>', 'of the journal', Number, 0);

/** An app's environment has the same settings under the names in brackets. */
const withTargets = (command: Command): Command =>
  command
    .requiredOption('--archive <dir>', 'of the journal')
    .addOption(
      new Option('--nats <urls>', 'the servers, comma-separated')
        .env('NATS_URL')
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--replicas <number>', "servers that keep a copy of the journal's stream")
        .env('STREAM_REPLICAS')
        .argParser(count)
        .makeOptionMandatory(),
    )
    .option('--snapshot-to <dir>', "an engine's SNAPSHOT_DIR: gets one of the archive's end");

const program = new Command('drill').description('Backup, restore, and the proof of both.');
withSources(program.command('whole', { isDefault: true }))
  .description('takes a backup, restores it on an empty machine of its own, compares')
  .action(whole);
withSources(program.command('backup'))
  .description('copies what the journal cannot give back, and proves the archive')
  .requiredOption('--to <dir>', 'a folder of backups')
  .option('--keep <number>', 'how many stay, once the new one is whole; else all', count)
  .action(async (options: BackupOptions) => print(await backupTo(options)));
program
  .command('rehearse')
  .description('restores a backup on an empty machine of its own, compares')
  .option('--backup <dir>', 'of one backup')
  .option('--backups <dir>', 'a folder of backups: the newest one')
  .requiredOption('--archive <dir>', 'of the journal')
  .action(async ({ archive, ...named }: RehearsalOptions) => {
    const backup = await backupOf(named);
    await inNewFolder((folder) => rehearseIn(folder, { backup, archive }));
  });
withTargets(program.command('restore'))
  .description(
    'onto empty servers; DATABASE_URL and NATS_NKEY_SEED (the identity restore) from the environment',
  )
  .option('--backup <dir>', 'of one backup')
  .option('--backups <dir>', 'a folder of backups: the newest one')
  .action(restoreTo);
withTargets(program.command('restore-journal'))
  .description('onto empty servers of NATS, beside a database that is well; environment as above')
  .option('--backups <dir>', 'a folder of backups: begins at the newest snapshot there')
  .action(async ({ backups, ...options }: TargetOptions & { readonly backups?: string }) => {
    const snapshots = backups === undefined ? undefined : join(backups, SNAPSHOTS);
    const from = { archive: options.archive, snapshots };
    print(await restoreJournalAlone(from, targetsOf(options), onPassedOver));
  });
program
  .command('purge')
  .description(
    'removes from NATS what archive and snapshots have; DATABASE_URL and NATS_NKEY_SEED (the identity restore) from the environment',
  )
  .requiredOption('--archive <dir>', 'of the journal')
  .requiredOption('--backups <dir>', 'the folder of backups, with their snapshots')
  .addOption(
    new Option('--nats <urls>', 'the servers, comma-separated')
      .env('NATS_URL')
      .makeOptionMandatory(),
  )
  .addOption(
    new Option('--journal-days <days>', 'how long records stay; none: for good')
      .env('JOURNAL_RETENTION_DAYS')
      .argParser(days),
  )
  .addOption(
    new Option('--events-days <days>', 'how long events stay; none: for good')
      .env('EVENTS_RETENTION_DAYS')
      .argParser(days)
      .default(DEFAULT_EVENTS_DAYS),
  )
  .action(async (options: PurgeOptions) => print(await purge(options)));

program.parseAsync().catch((error: unknown) => {
  console.error(`drill: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
