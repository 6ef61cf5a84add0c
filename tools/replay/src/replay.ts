/** The journal, carried out again: the state it leads to, and what it says of one user on the way. */
import { JOURNAL_START, decodeSnapshot } from '@bellwether/bus';
import type { JournalPosition, JournalRecord } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import { Exchange } from '@bellwether/exchange';
import type { ExchangeEvent } from '@bellwether/exchange';
import { SnapshotFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import type { RecordSource } from './records';

export interface ReplayOptions {
  /** Stops after this command; without it at the journal's tail. */
  readonly at?: number;
  /** A folder of snapshots to begin at, instead of at the first record. */
  readonly snapshots?: string;
  /** Hears of a snapshot that is damaged, or beyond what is wanted. */
  readonly onPassedOver?: (snapshot: UnusableSnapshot) => void;
  /** Sees every command that was carried out. */
  readonly onCommand?: (command: ReplayedCommand) => void;
}

export interface ReplayedCommand {
  readonly seq: number;
  readonly timestampMs: number;
  readonly events: readonly ExchangeEvent[];
  /** After the command. */
  readonly exchange: Exchange;
}

export interface Replayed {
  readonly exchange: Exchange;
  /** Number of the last record that was read; its commands may go beyond `at`. */
  readonly record: number;
  readonly epoch: number;
  /** Commands carried out, without those of a snapshot. */
  readonly commands: number;
  readonly fromSeq: number;
}

/** @throws InvariantViolation where the journal is not what it was; Error where it does not reach `at` */
export async function replay(source: RecordSource, options: ReplayOptions = {}): Promise<Replayed> {
  const { at = Infinity } = options;
  const exchange = new Exchange({ network: source.network });
  const from = await beginning(source, exchange, options);
  let { number: record, epoch } = from;
  for await (const read of source.read(from)) {
    record = read.number;
    epoch = read.epoch;
    carryOut(exchange, read, options);
    if (exchange.lastSeq >= at) break;
  }
  const { lastSeq } = exchange;
  if (at !== Infinity && lastSeq < at) throw new Error(`the journal ends at seq ${lastSeq}`);
  return { exchange, record, epoch, commands: lastSeq - from.lastSeq, fromSeq: from.lastSeq };
}

function carryOut(
  exchange: Exchange,
  { firstSeq, timestampMs, commands }: JournalRecord,
  { at = Infinity, onCommand }: ReplayOptions,
): void {
  for (const [offset, { lane, command }] of commands.entries()) {
    const seq = firstSeq + offset;
    if (seq > at) return;
    const { events } = exchange.apply({ seq, timestampMs, lane, command });
    onCommand?.({ seq, timestampMs, events, exchange });
  }
}

/** Loads the newest snapshot that is not beyond what is wanted. */
async function beginning(
  { network, shard }: RecordSource,
  exchange: Exchange,
  { at = Infinity, snapshots, onPassedOver }: ReplayOptions,
): Promise<JournalPosition> {
  if (snapshots === undefined) return JOURNAL_START;
  const loaded = await new SnapshotFolder({ path: snapshots }).newest(
    ({ content }) => {
      const snapshot = decodeSnapshot({ network, shard }, content);
      const { lastSeq } = snapshot.position;
      assert(lastSeq <= at, () => `it is of seq ${lastSeq}`);
      exchange.load(snapshot.state);
      return snapshot.position;
    },
    (passedOver) => onPassedOver?.(passedOver),
  );
  return loaded ?? JOURNAL_START;
}
