/** Replays a journal: see README.md beside this folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectBus, hashOf, restoreJournal } from '@bellwether/bus';
import { parsePublicKey, toHex } from '@bellwether/codec';
import { NETWORKS } from '@bellwether/exchange';
import type { Network } from '@bellwether/exchange';
import { ArchiveFolder } from '@bellwether/journal-files';
import { Command, InvalidArgumentError, Option } from 'commander';
import { archiveSource, journalSource, quiet } from './records';
import type { RecordSource } from './records';
import { replay } from './replay';
import { Statement } from './statement';

interface SourceOptions {
  readonly data?: string;
  readonly archive?: string;
  readonly nats?: string;
  readonly network: Network;
  readonly shard: number;
}

/** Keys of `operator.json`: for reading a journal, and for writing one. */
type OperatorSeed = 'nats_nkey_seed' | 'nats_restore_nkey_seed';

interface ShowOptions extends SourceOptions {
  readonly at?: number;
  readonly snapshots?: string;
  readonly book?: Uint8Array;
  readonly balance?: Uint8Array;
  readonly statement?: Uint8Array;
  readonly check?: boolean;
}

async function show(options: ShowOptions): Promise<void> {
  const source = await sourceOf(options);
  try {
    const { at, snapshots, book, balance, statement: user, check } = options;
    const statement = user === undefined ? undefined : new Statement(user);
    const startedMs = performance.now();
    const { exchange, record, epoch, commands, fromSeq } = await replay(source, {
      ...(at === undefined ? {} : { at }),
      ...(snapshots === undefined ? {} : { snapshots }),
      onPassedOver: ({ number, reason }) =>
        console.error(`snapshot ${number} is passed over: ${reason}`),
      ...(statement === undefined ? {} : { onCommand: (command) => statement.take(command) }),
    });
    const seconds = (performance.now() - startedMs) / 1_000;
    const { network, shard } = source;
    print({
      network,
      shard,
      record,
      epoch,
      seq: exchange.lastSeq,
      from_seq: fromSeq,
      commands,
      commands_per_second: Math.round(commands / seconds),
      time: new Date(exchange.lastTimestampMs).toISOString(),
      state_hash: toHex(hashOf(exchange.snapshot())),
      ...(check === true ? { breaches: exchange.checkInvariants() } : {}),
    });
    if (book !== undefined) print(exchange.book(book, Infinity) ?? 'no such market');
    if (balance !== undefined) print(exchange.balance(balance));
    for (const line of statement?.lines ?? []) print(line);
  } finally {
    await source.close();
  }
}

async function restore(
  options: SourceOptions & { readonly archive: string; readonly replicas: number },
): Promise<void> {
  const { servers, access } = await serversOf(options, 'nats_restore_nkey_seed');
  const { network, shard } = await archiveSource(options.archive);
  const bus = await connectBus({ servers, name: 'restore', ...access, log: quiet });
  try {
    const archive = new ArchiveFolder(options.archive);
    const identity = { network, shard };
    const { replicas } = options;
    const dependencies = { bus, log: quiet };
    const position = await restoreJournal(archive.read(), { ...identity, replicas }, dependencies);
    print({ ...identity, record: position.number, epoch: position.epoch, seq: position.lastSeq });
  } finally {
    await bus.close();
  }
}

async function sourceOf(options: SourceOptions): Promise<RecordSource> {
  if (options.archive !== undefined) return archiveSource(options.archive);
  const { network, shard } = options;
  return journalSource({ ...(await serversOf(options, 'nats_nkey_seed')), network, shard });
}

/** A local exchange's folder has them. A secret is never an argument, which others could read. */
async function serversOf({ data, nats }: SourceOptions, seed: OperatorSeed) {
  if (nats !== undefined) {
    const { NATS_NKEY_SEED: nkeySeed, NATS_TOKEN: token } = process.env;
    return { servers: nats, access: { nkeySeed, token } };
  }
  if (data === undefined) throw new Error('--data DIR, --nats URL or --archive DIR: from where?');
  const file = join(data, 'operator.json');
  const found = Object(JSON.parse(await readFile(file, 'utf8'))) as Record<string, unknown>;
  return { servers: String(found['nats_url']), access: { nkeySeed: String(found[seed]) } };
}

const print = (value: unknown): void =>
  console.log(
    JSON.stringify(value, (_key, inner: unknown) =>
      inner instanceof Uint8Array ? toHex(inner) : inner,
    ),
  );

function keyOf(text: string): Uint8Array {
  const key = parsePublicKey(text);
  if (key === undefined) throw new InvalidArgumentError('32 bytes as base58 or hex');
  return key;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError('an integer from 0');
  return value;
}

function count(text: string): number {
  const value = positive(text);
  if (value === 0) throw new InvalidArgumentError('an integer from 1');
  return value;
}

const withSource = (command: Command): Command =>
  command
    .option('--data <dir>', 'a running local exchange')
    .option('--nats <url>', 'its servers; NATS_NKEY_SEED is the identity, replay or restore')
    .addOption(new Option('--network <name>').choices([...NETWORKS]).default('test'))
    .option('--shard <number>', 'of the journal', positive, 0);

const program = new Command('replay').description('Carries a journal out again.');
withSource(program.command('show', { isDefault: true }))
  .description('prints the state hash, and a book, a balance or a statement')
  .option('--archive <dir>', 'an archive instead of a server')
  .option('--at <seq>', 'stop after this command', positive)
  .option('--snapshots <dir>', 'begin at the newest snapshot that is not beyond --at')
  .option('--book <market_id>', 'the whole book', keyOf)
  .option('--balance <user>', 'of a public key', keyOf)
  .option('--statement <user>', 'all that happened to a public key', keyOf)
  .option('--check', 'recompute every invariant at the end')
  .action(show);
withSource(program.command('restore'))
  .description('writes an archive into an empty journal; no engine may run')
  .requiredOption('--archive <dir>', 'the archive')
  .requiredOption('--replicas <number>', 'servers that keep a copy of the stream', count)
  .action(restore);

program.parseAsync().catch((error: unknown) => {
  console.error(`replay: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
