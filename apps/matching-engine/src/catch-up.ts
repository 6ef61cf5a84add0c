/**
 * From nothing to the journal's tail, and to the reign over it: the newest snapshot, then every record after it; while
 * another engine leads, its records as they come. Nobody is served before the epoch is begun.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fenced, hashOf } from '@bellwether/bus';
import type { EventPublisher, Journal, JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import type { Exchange } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from './apply-record';
import { MAX_TAKEOVER_ATTEMPTS, READ_LEASE_MS, REPLAY_LOG_RECORDS } from './limits';
import type { Snapshots } from './snapshots';
import type { Standby } from './standby';

export interface CatchUpParts {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly snapshots: Snapshots;
  readonly clock: () => number;
  readonly log: Logger;
}

export interface CatchUpOptions {
  /** Waits while another engine leads; none: takes over at once. */
  readonly standby?: Standby;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * @throws BrokenBelief where the journal is not what it was, or ends before what the event stream shows; Fenced where
 *   another engine will not stop writing; AbortError
 */
export async function catchUp(parts: CatchUpParts, options: CatchUpOptions): Promise<void> {
  const { exchange, journal, publisher, snapshots, clock, log } = parts;
  const { standby, signal } = options;
  await journal.ensureStream();
  // Read before the journal: what is published was journaled before, so the journal must reach at least as far.
  const published = await publisher.open();
  publisher.standBy();
  await snapshots.restore(published);
  for (let attempt = 1; ; attempt++) {
    await standby?.untilFree((record) => replayRecord(parts, record));
    signal.throwIfAborted();
    await replay(parts);
    journal.believeReaches(published.seq);
    try {
      const { epoch, number } = await journal.beginEpoch(recordTimeMs(clock, journal));
      // The engine before may have left a record unanswered because of read leases, which have run out then.
      await sleep(READ_LEASE_MS);
      await publisher.takeUp();
      const facts = { epoch, record: number, seq: exchange.lastSeq };
      log.info({ ...facts, state_hash: toHex(hashOf(exchange.snapshot())) }, 'caught up');
      return;
    } catch (error) {
      // Another engine appended since the tail was read: read on and try again.
      if (!(error instanceof Fenced) || attempt === MAX_TAKEOVER_ATTEMPTS) throw error;
      standby?.anotherWasFaster();
      log.warn({ attempt, reason: error.message }, 'taking over');
    }
  }
}

/** Time never falls in the journal, whatever the clock does. */
export const recordTimeMs = (clock: () => number, journal: Journal): number =>
  Math.max(clock(), journal.position.timestampMs);

async function replay(parts: CatchUpParts): Promise<void> {
  const { journal, exchange, publisher, log } = parts;
  for await (const record of journal.read(journal.position)) {
    replayRecord(parts, record);
    if (!publisher.hasRoom) await publisher.catchUp();
    if (record.number % REPLAY_LOG_RECORDS === 0) {
      log.info({ record: record.number, seq: exchange.lastSeq }, 'replaying the journal');
    }
  }
}

function replayRecord(
  { exchange, publisher, snapshots }: CatchUpParts,
  record: JournalRecord,
): void {
  const { events } = applyRecord(exchange, record);
  publisher.publish(events);
  snapshots.afterRecord(events.at(-1));
}
