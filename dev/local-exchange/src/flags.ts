import { resolve } from 'node:path';
import type { BlockPace } from '@bellwether/local-chain';
import { Command, InvalidArgumentError, Option } from 'commander';

/** Public ports are counted from the first; these distances are part of the promise to users. */
export const SIGNER_PORT_DISTANCE = 1;
export const CONSOLE_PORT_DISTANCE = 2;
export const EXT_PORT_DISTANCE = 10;
/** The farthest. */
export const MAIN_PORT_DISTANCE = 20;
export const PORT_DISTANCES = [
  0,
  SIGNER_PORT_DISTANCE,
  CONSOLE_PORT_DISTANCE,
  EXT_PORT_DISTANCE,
  MAIN_PORT_DISTANCE,
];
const LAST_PORT = 65_535;

/** Of the apps that callers reach. */
export const portsFrom = (first: number) => ({
  gateway: first,
  signer: first + SIGNER_PORT_DISTANCE,
  console: first + CONSOLE_PORT_DISTANCE,
});

export interface Flags {
  readonly dataDir: string;
  readonly port: number;
  /** No demo markets. The builder of exchange.json is there all the same. */
  readonly isEmpty: boolean;
  /** Of both chains. */
  readonly slotMs: number;
  /** Of both chains. */
  readonly blocks: BlockPace;
  /** Off for who measures, or floods on purpose. */
  readonly hasRateLimits: boolean;
  /** A second engine, that takes over where the first one fails. */
  readonly hasStandby: boolean;
  /** Where the journal is archived; null: nowhere. */
  readonly archiveFolder: string | null;
  /** Commands from one snapshot of the engine to the next; null: as the engine comes. */
  readonly snapshotCommands: number | null;
  /** How long what crosses the bridge waits for others; 0: everything goes alone. */
  readonly shareWaitSeconds: number;
}

/** The real chains' own. Shorter ones let a test wait less; below this a busy machine would skip slots. */
const SLOT_MS_DEFAULT = 400;
const SLOT_MS_LEAST = 50;
const SLOT_MS_MOST = 10_000;

export function parseFlags(argv: readonly string[]): Flags {
  const command = new Command('npm start --')
    .description(
      'Runs a whole exchange on this machine: database, bus, chains, engine, edges and what moves money between them.',
    )
    .option(
      '--data <dir>',
      'the folder of everything it keeps; a second start continues there',
      parseFolder,
      '.local',
    )
    .option(
      '--port <n>',
      'the gateway; the signer is one above, the chains 10 and 20 above',
      parsePort,
      3000,
    )
    .option('--empty', 'without the demo markets', false)
    .option('--slot-ms <n>', 'how long a slot of both chains takes', parseSlot, SLOT_MS_DEFAULT)
    .addOption(
      new Option(
        '--blocks <when>',
        'a block each slot, or only while there is something to put in: an idle exchange then costs less',
      )
        .choices(['always', 'on-demand'])
        .default('always'),
    )
    .option('--no-rate-limits', 'let everybody do anything as often as they like')
    .option('--standby', 'a second engine, that takes over where the first one fails', false)
    .option('--archive <dir>', 'keep a second copy of the journal in this folder', parseFolder)
    .addOption(
      // For trials: a snapshot is due after half a million commands otherwise.
      new Option('--snapshot-commands <n>', 'commands from one snapshot to the next')
        .argParser(parseCommands)
        .hideHelp(),
    )
    .addOption(
      // For trials: tests and examples do not wait for others.
      new Option('--share-wait <seconds>', 'how long what crosses the bridge waits for others')
        .argParser(parseWait)
        .default(0)
        .hideHelp(),
    )
    .allowExcessArguments(false);
  command.parse([...argv], { from: 'user' });
  const options = command.opts<{
    data: string;
    port: number;
    empty: boolean;
    slotMs: number;
    blocks: 'always' | 'on-demand';
    rateLimits: boolean;
    standby: boolean;
    archive?: string;
    snapshotCommands?: number;
    shareWait: number;
  }>();
  const { data, port, empty, slotMs, blocks, rateLimits, standby, archive } = options;
  return {
    dataDir: resolve(data),
    port,
    isEmpty: empty,
    slotMs,
    blocks: blocks === 'on-demand' ? 'on_demand' : 'always',
    hasRateLimits: rateLimits,
    hasStandby: standby,
    archiveFolder: archive === undefined ? null : resolve(archive),
    snapshotCommands: options.snapshotCommands ?? null,
    shareWaitSeconds: options.shareWait,
  };
}

function parseFolder(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be a folder.');
  return text;
}

function parseSlot(text: string): number {
  const slotMs = Number(text);
  if (!/^\d+$/.test(text) || slotMs < SLOT_MS_LEAST || slotMs > SLOT_MS_MOST) {
    throw new InvalidArgumentError(`It must be a number from ${SLOT_MS_LEAST} to ${SLOT_MS_MOST}.`);
  }
  return slotMs;
}

function parseCommands(text: string): number {
  const commands = Number(text);
  if (!/^\d+$/.test(text) || commands < 1) {
    throw new InvalidArgumentError('It must be a number from 1.');
  }
  return commands;
}

function parseWait(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a number from 0.');
  return Number(text);
}

function parsePort(text: string): number {
  const port = Number(text);
  const highest = LAST_PORT - MAIN_PORT_DISTANCE;
  if (!/^\d+$/.test(text) || port < 1 || port > highest) {
    throw new InvalidArgumentError(`It must be a number from 1 to ${highest}.`);
  }
  return port;
}
