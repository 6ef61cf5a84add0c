/** `npm run drill`: see README.md beside this folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { checkoutRoot } from '../../local-exchange/src/checkout';
import { takeBackup } from './backup';
import type { Backup } from './backup';
import { EmptyMachine } from './empty-machine';
import { databaseUrlOf, runningPlace, seqOfEngine } from './places';
import type { PlaceOptions } from './places';
import { rehearse } from './rehearse';
import { restore } from './restore';

const MIGRATIONS = 'libs/persistence/prisma/migrations';
const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));
const migrations = () => join(checkoutRoot(), MIGRATIONS);

interface BackupOptions extends PlaceOptions {
  readonly archive: string;
  readonly to: string;
  readonly shard: number;
}

async function backupTo(options: BackupOptions): Promise<Backup> {
  const { databaseUrl, gatewayUrl } = await runningPlace(options, process.env);
  const { archive, shard, to } = options;
  const seqNow = () => seqOfEngine(gatewayUrl);
  return takeBackup({ databaseUrl, archive, shard, seqNow }, to);
}

async function rehearseIn(
  folder: string,
  from: { readonly backup: string; readonly archive: string },
): Promise<void> {
  const root = checkoutRoot();
  const machine = new EmptyMachine({ folder, root, path: process.env['PATH'] });
  try {
    const report = await rehearse(from, machine, migrations());
    print(report);
    if (!report.ok) process.exitCode = 1;
  } finally {
    await machine.stop();
  }
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

async function restoreTo(options: {
  readonly backup: string;
  readonly archive: string;
  readonly nats: string;
  readonly replicas: number;
}): Promise<void> {
  const { NATS_NKEY_SEED: nkeySeed, NATS_TOKEN: token } = process.env;
  const bus = { servers: options.nats.split(','), nkeySeed, token };
  const { manifest, record, seq, rows } = await restore(options, {
    bus,
    databaseUrl: databaseUrlOf(process.env),
    replicas: options.replicas,
    migrations: migrations(),
  });
  print({ taken_at: manifest.taken_at, record, seq, rows });
}

const withSources = (command: Command): Command =>
  command
    .requiredOption('--archive <dir>', 'where the archiver writes')
    .option('--data <dir>', 'a running local exchange')
    .option('--gateway <url>', 'of any other; DATABASE_URL from the environment')
    .option('--shard <number>', 'of the journal', Number, 0);

const program = new Command('drill').description('Backup, restore, and the proof of both.');
withSources(program.command('whole', { isDefault: true }))
  .description('takes a backup, restores it on an empty machine of its own, compares')
  .action(whole);
withSources(program.command('backup'))
  .description('copies what the journal cannot give back, and proves the archive')
  .requiredOption('--to <dir>', 'a folder of backups')
  .action(async (options: BackupOptions) => {
    const { folder, manifest } = await backupTo(options);
    const { tables, taken_at, journal } = manifest;
    print({ folder, taken_at, rows: tables.reduce((sum, { rows }) => sum + rows, 0), journal });
  });
program
  .command('rehearse')
  .description('restores a backup on an empty machine of its own, compares')
  .requiredOption('--backup <dir>', 'of one backup')
  .requiredOption('--archive <dir>', 'of the journal')
  .action((from: { readonly backup: string; readonly archive: string }) =>
    inNewFolder((folder) => rehearseIn(folder, from)),
  );
program
  .command('restore')
  .description(
    'onto empty servers; DATABASE_URL and NATS_NKEY_SEED (the identity restore) from the environment',
  )
  .requiredOption('--backup <dir>', 'of one backup')
  .requiredOption('--archive <dir>', 'of the journal')
  .requiredOption('--nats <urls>', 'the servers, comma-separated')
  .option('--replicas <number>', "copies of the journal's stream", Number, 1)
  .action(restoreTo);

program.parseAsync().catch((error: unknown) => {
  console.error(`drill: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
