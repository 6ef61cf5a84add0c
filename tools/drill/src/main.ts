/** `npm run drill`: see README.md beside this folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backUp, newestBackup, seqOfEngine } from '@bellwether/backup';
import type { BackupPlace, BackupReport } from '@bellwether/backup';
import { Command, InvalidArgumentError, Option } from 'commander';
import { EmptyMachine } from './empty-machine';
import { databaseUrlOf, runningPlace } from './places';
import type { PlaceOptions } from './places';
import { rehearse } from './rehearse';
import { restore, restoreJournalAlone } from './restore';
import type { RestoreTargets } from './restore';

/** Of the checkout, or of the image: the bundle lies as deep as the source. */
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
  return backUp({ databaseUrl, archive, shard, seqNow }, options);
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

/** Backup and rehearsal in one; nothing is left. */
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
}

function targetsOf({ nats, replicas }: TargetOptions): RestoreTargets {
  const { NATS_NKEY_SEED: nkeySeed, NATS_TOKEN: token } = process.env;
  const bus = { servers: nats.split(','), nkeySeed, token };
  return { bus, databaseUrl: databaseUrlOf(process.env), replicas, migrations: MIGRATIONS };
}

async function restoreTo(options: RehearsalOptions & TargetOptions): Promise<void> {
  const from = { backup: await backupOf(options), archive: options.archive };
  const { manifest, record, seq, rows } = await restore(from, targetsOf(options));
  print({ taken_at: manifest.taken_at, record, seq, rows });
}

function count(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

const withSources = (command: Command): Command =>
  command
    .requiredOption('--archive <dir>', 'where the archiver writes')
    .option('--data <dir>', 'a running local exchange')
    .option('--gateway <url>', 'of any other; DATABASE_URL from the environment')
    .option('--shard <number>', 'of the journal', Number, 0);

/** An app's environment says the same by the names in brackets. */
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
    );

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
  .action(async (options: TargetOptions) =>
    print(await restoreJournalAlone(options.archive, targetsOf(options))),
  );

program.parseAsync().catch((error: unknown) => {
  console.error(`drill: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
