/**
 * Rebuilds the event stream from the archive, from what its readers have not read to the archive's end. An engine would
 * rebuild it too, but holds all these events in memory until it leads.
 */
import { BEFORE_ALL_EVENTS, EventPublisher, compareOffsets } from '@bellwether/bus';
import type { EventOffset, PurgeDependencies } from '@bellwether/bus';
import type { SequencedEvent } from '@bellwether/exchange';
import type { ArchiveReplay } from './archive-replay';

export interface EventsRestored {
  /** Seq of the last command whose events are in the stream. */
  readonly seq: number;
  /** Number of events published; those already in the stream are not counted. */
  readonly events: number;
}

/**
 * Publishes the events after `after` that `replay` makes. The stream then begins with the last known event, so that it
 * is never empty. An existing stream is continued. No engine may run meanwhile.
 *
 * @param replay begins at or before `after`, or at a snapshot that makes every event after it
 * @throws InvariantViolation if the stream holds other events, or more
 */
export async function restoreEvents(
  after: EventOffset,
  replay: ArchiveReplay,
  {
    replicas,
    bus,
    log,
    upToRecord = Infinity,
  }: PurgeDependencies & {
    readonly replicas: number;
    /** The journal's last record: its archive may have grown since. */
    readonly upToRecord?: number;
  },
): Promise<EventsRestored> {
  const broken: { error?: unknown } = {};
  const { shard } = replay.identity;
  const onBroken = (error: unknown): void => void (broken.error = error);
  const publisher = new EventPublisher({ shard, replicas }, { bus, log, onBroken });
  const there = await publisher.open();
  let isBegun = compareOffsets(there, BEFORE_ALL_EVENTS) > 0;
  const wantedFrom = isBegun ? there : after;
  if (isBegun && compareOffsets(replay.lastEvent, there) > 0) {
    throw new Error(
      `the events end at seq ${there.seq}, before the snapshot: begin at an older one`,
    );
  }
  let before: EventOffset = replay.lastEvent;
  let events = 0;
  const publish = async (made: readonly SequencedEvent[]): Promise<void> => {
    const wanted = made.filter((event) => compareOffsets(event, wantedFrom) >= 0);
    const [first] = wanted;
    if (first === undefined) {
      before = replay.lastEvent;
      return;
    }
    if (!isBegun) publisher.beginAfter(offsetBefore(made, first, before));
    isBegun = true;
    events += wanted.filter((event) => compareOffsets(event, there) > 0).length;
    publisher.publish(wanted);
    before = replay.lastEvent;
    await publisher.whenRoom();
  };
  try {
    for await (const record of replay.records()) {
      if (record.number > upToRecord) break;
      await publish(replay.carryOut(record));
    }
    await publisher.whenIdle();
  } catch (error) {
    throw broken.error ?? error;
  }
  if (compareOffsets(publisher.lastPublished(), replay.lastEvent) > 0) {
    throw new Error(
      `the events go on to seq ${publisher.lastPublished().seq}, the archive does not`,
    );
  }
  return { seq: replay.exchange.lastSeq, events };
}

/** The offset before `first`, among the events made with it or before. */
function offsetBefore(
  made: readonly SequencedEvent[],
  first: SequencedEvent,
  before: EventOffset,
): EventOffset {
  const previous = made[made.indexOf(first) - 1];
  return previous === undefined ? before : { seq: previous.seq, index: previous.index };
}
