/**
 * From nothing to the journal's tail, and to its lead: the newest snapshot, then every record after it; while another
 * engine leads, its records as they come. Nobody is served, and nothing published, before the epoch is begun and the engine
 * before is silent for certain (docs/protocol/leadership.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fenced, hashOf } from '@bellwether/bus';
import type { ClockWatch, EventPublisher, Journal, JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import type { Exchange } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from './apply-record';
import type { LeaderProof } from './leader-proof';
import {
  LEADER_ASK_INTERVAL_MS,
  MAX_TAKEOVER_ATTEMPTS,
  PREDECESSOR_SURE_MS,
  REPLAY_LOG_RECORDS,
} from './limits';
import type { Snapshots } from './snapshots';
import type { Standby } from './standby';

export interface CatchUpParts {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly snapshots: Snapshots;
  readonly proof: LeaderProof;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
  /** Whether that may be stamped with. */
  readonly clockWatch: Pick<ClockWatch, 'isSure' | 'whenSure'>;
  readonly log: Logger;
}

export interface CatchUpOptions {
  /** Waits while another engine leads; none: takes over at once. */
  readonly standby?: Standby;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * @throws InvariantViolation where the journal is not what it was, or ends before what the event stream shows; Fenced where
 *   another engine will not stop writing; AbortError
 */
export async function catchUp(parts: CatchUpParts, options: CatchUpOptions): Promise<void> {
  const { exchange, journal, publisher, snapshots, proof, clock, clockWatch, log } = parts;
  const { standby, signal } = options;
  await journal.ensureStream();
  // Read before the journal: what is published was journaled before, so the journal must reach at least as far.
  const published = await publisher.open();
  publisher.standBy();
  await snapshots.restore(published);
  for (let attempt = 1; ; attempt++) {
    await standby?.untilFree((record) => replayRecord(parts, record));
    signal.throwIfAborted();
    // What was published when this process began is long out of date where it has stood by.
    await publisher.catchUp();
    await replayTo(parts, publisher.lastPublished().seq);
    if (!clockWatch.isSure) {
      // Who cannot stamp a record must not take the place of an engine that can: another may lead by then.
      await clockWatch.whenSure();
      continue;
    }
    const [before, beforeSinceMs] = [journal.position, journal.lastKnownSinceMs];
    try {
      const begun = proof.begin();
      const { epoch, number } = await journal.beginEpoch(recordTimeMs(clock, journal));
      proof.made(begun);
      const isSilent = standby?.handedOver(before.writer) === true;
      if (!isSilent) await untilSilent(beforeSinceMs, signal);
      await publisher.takeUp();
      journal.assertReaches(publisher.lastPublished().seq);
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

/** The engine before may be sure that it leads, by an append that was begun before its record was known of here. */
async function untilSilent(lastKnownSinceMs: number, signal: AbortSignal): Promise<void> {
  const remainingMs = lastKnownSinceMs + PREDECESSOR_SURE_MS - performance.now();
  if (remainingMs > 0) await sleep(Math.ceil(remainingMs), undefined, { signal });
}

/**
 * Every record there is: at least to `seq`, of which events are published. A server that was cut off may show less.
 * @throws InvariantViolation where the journal ends before it
 */
async function replayTo(parts: CatchUpParts, seq: number): Promise<void> {
  const { journal } = parts;
  const short = journal.shortAnswers();
  await replay(parts);
  while (journal.position.lastSeq < seq && !(await journal.endsHere(short))) {
    await sleep(LEADER_ASK_INTERVAL_MS);
    await replay(parts);
  }
  journal.assertReaches(seq);
}

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
