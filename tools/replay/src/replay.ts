/** Replays the journal: to the state it leads to, and to the statement of one user. */
import { JOURNAL_START, decodeSnapshot } from '@bellwether/bus';
import type { JournalPosition, JournalRecord } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import { Exchange } from '@bellwether/exchange';
import type { ExchangeEvent } from '@bellwether/exchange';
import { SnapshotFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import type { RecordSource } from './records';

export interface ReplayOptions {
  /** Stops after this command; by default at the journal's tail. */
  readonly at?: number;
  /** A folder of snapshots to begin from, instead of the first record. */
  readonly snapshots?: string;
  /** Called for a snapshot that is damaged, or later than wanted. */
  readonly onPassedOver?: (snapshot: UnusableSnapshot) => void;
  /** Called for every command that was executed. */
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
  /** Number of the last record that was read; its commands may be later than `at`. */
  readonly record: number;
  readonly epoch: number;
  /** Number of commands executed, without those of a snapshot. */
  readonly commands: number;
  readonly fromSeq: number;
}

/** @throws InvariantViolation if the journal is corrupt; Error if it does not reach `at` */
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

/** Loads the newest snapshot that is not later than wanted. */
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
