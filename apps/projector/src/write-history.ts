/**
 * Writes history from the archive instead of the event stream, for a projector that is further behind than the stream
 * reaches back. Engine and projector may go on meanwhile: the second writer finds the events already there.
 */
import { ArchiveReplay, identityOfArchive, newestProven } from '@bellwether/backup';
import { compareOffsets } from '@bellwether/bus';
import type { EventOffset } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import type { SequencedEvent } from '@bellwether/exchange';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import type { Projection } from '@bellwether/persistence';
import { MAX_REPLAYED_EVENTS_PER_TRANSACTION } from './limits';

export interface HistorySource {
  readonly archive: string;
  /** A folder of proven snapshots. Without it the archive is replayed from its first record. */
  readonly snapshots?: string | undefined;
  readonly shard: number;
  readonly onPassedOver: (passedOver: UnusableSnapshot) => void;
}

/**
 * Writes what history lacks, up to the archive's end. May be interrupted and started again.
 * @throws Error if it is the archive of another shard; ArchiveDamaged, InvariantViolation; CodedError
 *   HISTORY_UNAVAILABLE
 */
export async function writeHistory(
  { archive, snapshots, shard, onPassedOver }: HistorySource,
  projection: Pick<Projection, 'apply' | 'cursor'>,
): Promise<{ readonly seq: number; readonly events: number }> {
  const identity = await identityOfArchive(archive);
  if (identity.shard !== shard) {
    throw new Error(`${archive} is the archive of shard ${identity.shard}, not of ${shard}`);
  }
  const cursor = await projection.cursor();
  const isKnown = ({ lastEvent }: { readonly lastEvent: EventOffset }): void =>
    assert(compareOffsets(lastEvent, cursor) <= 0, 'history is behind its last event');
  const start =
    snapshots === undefined
      ? undefined
      : await newestProven({ path: snapshots, archive, identity }, isKnown, onPassedOver);
  const replay = new ArchiveReplay(archive, identity, start);
  let previous: EventOffset = replay.lastEvent;
  let waiting: SequencedEvent[] = [];
  let applied = 0;
  const write = async (): Promise<void> => {
    const last = waiting.at(-1);
    if (last === undefined) return;
    const batch = { previousSeq: previous.seq, previousIndex: previous.index, events: waiting };
    // It belongs to no message: the cursor's number in the stream stays.
    applied += (await projection.apply([{ streamSequence: 0, batch }])).applied;
    previous = { seq: last.seq, index: last.index };
    waiting = [];
  };
  for await (const record of replay.records()) {
    for (const event of replay.carryOut(record)) {
      if (compareOffsets(event, cursor) > 0) waiting.push(event);
      else previous = { seq: event.seq, index: event.index };
    }
    if (waiting.length >= MAX_REPLAYED_EVENTS_PER_TRANSACTION) await write();
  }
  await write();
  return { seq: replay.exchange.lastSeq, events: applied };
}
