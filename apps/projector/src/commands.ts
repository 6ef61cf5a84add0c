/**
 * An operator's commands beside the projector, with its environment:
 *
 *     node main.js repair-candles [--market ID]   candles anew from trades, of one market or of all
 *     node main.js check-ledger                   the ledger's stored figures against all its postings, and
 *                                                 positions against the ledger
 *     node main.js forget-history                 history emptied, for a projector to write it anew
 *     node main.js write-history --archive DIR [--backups DIR]
 *                                                 history written from the archive, as far as it lacks it
 *     node main.js migrate [--require-roles]      the database's tables made, or brought to this release,
 *                                                 and who may do what with them granted
 *     node main.js backup --to DIR --archive DIR --gateway URL [--keep N]
 *                                                 a copy of the backup rows; the archive is proven
 *
 *     node main.js export-history --month 2026-10 --to DIR
 *                                                 a month of history in files, in a folder of its name
 *     node main.js drop-history --exports DIR [--keep-months N]
 *                                                 exported months that are old enough, gone from the database
 *
 * Exit code 0: nothing is wrong (any more); 1: `check-ledger` found differences, `migrate` not every role that it
 * requires, or `drop-history` a month that is old enough and not exported; 64: no such command; 69: PostgreSQL does not answer.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isNativeError } from 'node:util/types';
import { RETAINED_BACKUPS, SNAPSHOTS, backUp, seqOfEngine } from '@bellwether/backup';
import { fromHex, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import {
  CandleRepair,
  LedgerHistory,
  PositionHistory,
  Projection,
  forgetHistory,
  migrate,
  openDatabase,
} from '@bellwether/persistence';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import type { Database, GrantedRole } from '@bellwether/persistence';
import { loadConfig, withSecretFiles } from '@bellwether/runtime';
import type { Environment } from '@bellwether/runtime';
import { SECRET_VARIABLES, commandConfig } from './config';
import { COMMAND_CONNECT_TIMEOUT_MS, COMMAND_TIMEOUT_MS } from './limits';
import { dropHistory, dropOf, exportHistory, exportOf } from './month-commands';
import type { WantedDrop, WantedExport } from './month-commands';
import { writeHistory } from './write-history';

export interface CommandLine {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly print: (line: string) => void;
  /** The migrations that `migrate` applies. Default: those of the sources. */
  readonly migrationsFolder?: string;
}

const EXIT_DONE = 0;
const EXIT_DIFFERENT = 1;
const EXIT_INCOMPLETE = 1;
/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;
/** EX_UNAVAILABLE of sysexits.h. */
const EXIT_UNAVAILABLE = 69;
const USAGE = [
  'repair-candles [--market ID]',
  'check-ledger',
  'migrate [--require-roles]',
  'backup --to DIR --archive DIR --gateway URL [--keep N]',
  'forget-history',
  'write-history --archive DIR [--backups DIR]',
  'export-history --month YYYY-MM --to DIR',
  'drop-history --exports DIR [--keep-months N]',
].join(' | ');
const MARKET_BYTES = 32;

/** @throws ConfigError */
export async function runCommand(command: CommandLine): Promise<number> {
  const { args, print } = command;
  const wanted = commandOf(args);
  if (wanted === null) {
    print(`projector: ${args.join(' ')} is none of: ${USAGE}`);
    return EXIT_USAGE;
  }
  try {
    return await carryOut(wanted, command);
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'HISTORY_UNAVAILABLE') throw error;
    const reason = isNativeError(error.cause) ? error.cause.message : '';
    print(`projector: PostgreSQL does not answer (${reason}); ${DONE_STAYS}`);
    return EXIT_UNAVAILABLE;
  }
}

const DONE_STAYS = 'what is done stays done, and the command may be run again';

async function carryOut(wanted: Wanted, command: CommandLine): Promise<number> {
  const { print } = command;
  const { environment, problems } = withSecretFiles(command.environment, SECRET_VARIABLES);
  const config = loadConfig(commandConfig, environment, problems);
  const { databaseUrl, shard, historyRetentionMonths } = config;
  if (wanted.what === 'migrate') {
    return applyMigrations(databaseUrl, wanted.requiresRoles, command);
  }
  if (wanted.what === 'forget-history') {
    await forgetHistory(databaseUrl);
    print(
      'history is empty: restart the projector, which writes it anew, or write-history where events were purged',
    );
    return EXIT_DONE;
  }
  if (wanted.what === 'backup') {
    const { archive, gateway, ...place } = wanted;
    const seqNow = () => seqOfEngine(gateway);
    const sources = { databaseUrl, archive, shard, seqNow, onPassedOver: passedOver(print) };
    print(JSON.stringify(await backUp(sources, place)));
    return EXIT_DONE;
  }
  if (wanted.what === 'export-history') {
    await exportHistory(databaseUrl, wanted, print);
    return EXIT_DONE;
  }
  if (wanted.what === 'drop-history') {
    return dropOldMonths(databaseUrl, wanted, historyRetentionMonths, print);
  }
  const database = openDatabase({
    url: databaseUrl,
    poolMax: 1,
    timeoutMs: COMMAND_TIMEOUT_MS,
    connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS,
    log: { warn: (_, message) => print(message) },
  });
  try {
    if (wanted.what === 'write-history') {
      const source = { ...wanted, shard, onPassedOver: passedOver(print) };
      print(JSON.stringify(await writeHistory(source, new Projection(database, shard))));
      return EXIT_DONE;
    }
    if (wanted.what === 'check-ledger') return await checkPostings(database, print);
    const repair = new CandleRepair(database, shard);
    return await repairCandles(repair, wanted.market, print);
  } finally {
    await database.close();
  }
}

type Wanted =
  | { readonly what: 'check-ledger' }
  | { readonly what: 'forget-history' }
  | { readonly what: 'migrate'; readonly requiresRoles: boolean }
  | { readonly what: 'repair-candles'; readonly market: Uint8Array | null }
  | WantedBackup
  | WantedHistory
  | WantedExport
  | WantedDrop;

interface WantedHistory {
  readonly what: 'write-history';
  readonly archive: string;
  readonly snapshots: string | undefined;
}

interface WantedBackup {
  readonly what: 'backup';
  readonly to: string;
  readonly archive: string;
  readonly gateway: string;
  readonly keep: number;
}

function commandOf([what, ...args]: readonly string[]): Wanted | null {
  try {
    if (what === 'check-ledger' || what === 'forget-history')
      return args.length === 0 ? { what } : null;
    if (what === 'migrate') return migrateOf(args);
    if (what === 'repair-candles') return repairOf(args);
    if (what === 'write-history') return historyOf(args);
    if (what === 'export-history') return exportOf(args);
    if (what === 'drop-history') return dropOf(args);
    return what === 'backup' ? backupOf(args) : null;
  } catch {
    return null; // an unknown option
  }
}

function migrateOf(args: string[]): Wanted {
  const { values } = parseArgs({ args, options: { 'require-roles': { type: 'boolean' } } });
  return { what: 'migrate', requiresRoles: values['require-roles'] === true };
}

function repairOf(args: string[]): Wanted | null {
  const { values } = parseArgs({ args, options: { market: { type: 'string' } } });
  if (values.market === undefined) return { what: 'repair-candles', market: null };
  const market = fromHex(values.market, MARKET_BYTES);
  return market === undefined ? null : { what: 'repair-candles', market };
}

function historyOf(args: string[]): WantedHistory | null {
  const type = 'string';
  const options = { archive: { type }, backups: { type } } as const;
  const { archive, backups } = parseArgs({ args, options }).values;
  if (archive === undefined) return null;
  const snapshots = backups === undefined ? undefined : join(backups, SNAPSHOTS);
  return { what: 'write-history', archive, snapshots };
}

function backupOf(args: string[]): WantedBackup | null {
  const type = 'string';
  const options = { to: { type }, archive: { type }, gateway: { type }, keep: { type } } as const;
  const {
    to,
    archive,
    gateway,
    keep: kept = String(RETAINED_BACKUPS),
  } = parseArgs({ args, options }).values;
  if (to === undefined || archive === undefined || gateway === undefined) return null;
  const keep = Number(kept);
  if (!Number.isSafeInteger(keep) || keep < 1 || !URL.canParse(gateway)) return null;
  return { what: 'backup', to, archive, gateway, keep };
}

const passedOver =
  (print: CommandLine['print']) =>
  ({ number, reason }: UnusableSnapshot): void =>
    print(`snapshot ${number} is passed over: ${reason}`);

const ABOUT_ROLES: Readonly<Record<GrantedRole['state'], string>> = {
  granted: 'has its rights',
  missing: 'there is none, so its app connects as another user',
  unbounded:
    "may do more than its rights: it is a superuser, makes roles, or is a member of the tables' owner",
};

/** Roles may be created at the same time: run this again until all required ones exist. */
async function applyMigrations(
  databaseUrl: string,
  requiresRoles: boolean,
  { migrationsFolder, print }: CommandLine,
): Promise<number> {
  let missing = 0;
  const applied = await migrate(databaseUrl, {
    folder: migrationsFolder,
    onRole({ name, state }) {
      print(`role ${name}: ${ABOUT_ROLES[state]}`);
      if (state === 'missing') missing++;
    },
  });
  for (const name of applied) print(name);
  print(`${applied.length} migrations applied`);
  return requiresRoles && missing > 0 ? EXIT_INCOMPLETE : EXIT_DONE;
}

async function dropOldMonths(
  databaseUrl: string,
  { exports, keepMonths }: WantedDrop,
  configured: number | null,
  print: CommandLine['print'],
): Promise<number> {
  const kept = keepMonths ?? configured;
  if (kept === null) {
    print('HISTORY_RETENTION_MONTHS is none: history is kept for good');
    return EXIT_DONE;
  }
  const request = { exports, keepMonths: kept, nowMs: Date.now() };
  return (await dropHistory(databaseUrl, request, print)) ? EXIT_DONE : EXIT_INCOMPLETE;
}

async function repairCandles(
  repair: CandleRepair,
  market: Uint8Array | null,
  print: CommandLine['print'],
): Promise<number> {
  let candles = 0;
  let repaired = 0;
  for (const marketId of market === null ? await repair.markets() : [market]) {
    const found = await repair.repair(marketId);
    candles += found.candles;
    repaired += found.repaired;
    if (found.repaired > 0) print(`${toHex(marketId)}: ${found.repaired} repaired`);
  }
  print(`${candles} candles, ${repaired} repaired`);
  return EXIT_DONE;
}

async function checkPostings(database: Database, print: CommandLine['print']): Promise<number> {
  const differences = [
    ...(await new LedgerHistory(database).differences()),
    ...(await new PositionHistory(database).differences()),
  ];
  for (const { what, kept, summed } of differences)
    print(`${what}: kept ${kept}, its postings say ${summed}`);
  print(`${differences.length} differences`);
  return differences.length === 0 ? EXIT_DONE : EXIT_DIFFERENT;
}
