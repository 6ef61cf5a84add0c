/**
 * Brings the exchange to the end of the journal and begins to lead: loads the newest snapshot, replays every later
 * record, and follows the journal while another engine leads. Nothing is served or published before this engine's epoch
 * has begun and its predecessor's lease has certainly expired (docs/protocol/leadership.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fenced } from '@bellwether/bus';
import type {
  ClockWatch,
  EventPublisher,
  Journal,
  JournalRecord,
  Leadership,
} from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import type { Exchange } from '@bellwether/exchange';
import { hashByTurns } from '@bellwether/journal-files';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from '../apply-record';
import { recordTimeMs } from '../due-time';
import {
  LEADER_ASK_INTERVAL_MS,
  MAX_TAKEOVER_ATTEMPTS,
  PREDECESSOR_SURE_MS,
  REPLAY_LOG_RECORDS,
} from '../limits';
import type { Snapshots } from '../snapshots/snapshots';
import type { LeaderLease } from './leader-lease';
import type { Standby } from './standby';

export interface CatchUpParts {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly snapshots: Snapshots;
  readonly lease: LeaderLease;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
  /** Whether records may be stamped with it. */
  readonly clockWatch: Pick<ClockWatch, 'isSure' | 'whenSure'>;
  readonly log: Logger;
}

export interface CatchUpOptions {
  /** Waits while another engine leads. Absent: takes over at once. */
  readonly standby?: Standby;
  /** Subscribes for who asks for the leader, and resolves when the server has it. */
  readonly announce?: () => Promise<Pick<Leadership, 'withdraw'>>;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/**
 * @throws InvariantViolation if the journal has changed, or ends before the event stream
 * @throws Fenced if another engine does not stop writing
 * @throws AbortError
 */
export async function catchUp(parts: CatchUpParts, options: CatchUpOptions): Promise<void> {
  const { exchange, journal, publisher, snapshots, lease, clock, clockWatch, log } = parts;
  const { standby, announce, signal } = options;
  await journal.ensureStream();
  // Read before the journal. What is published was journaled before, so the journal must reach at least that far.
  const published = await publisher.open();
  publisher.standBy();
  await snapshots.restore(published);
  // Before anybody is asked who leads: an epoch that is read afterwards was begun meanwhile.
  await replayTo(parts, publisher.lastPublished().seq);
  for (let attempt = 1; ; attempt++) {
    await standby?.untilFree((record) => replayRecord(parts, record));
    signal.throwIfAborted();
    // This process may have stood by for long, so it reads the published events again.
    await publisher.catchUp();
    await replayTo(parts, publisher.lastPublished().seq);
    if (standby?.isOvertaken === true) {
      standby.anotherWasFaster();
      continue;
    }
    if (!clockWatch.isSure) {
      // An engine that cannot stamp records must not replace one that can. Another engine may lead by the time the
      // clock is sure.
      await clockWatch.whenSure();
      continue;
    }
    const [before, beforeSinceMs] = [journal.position, journal.lastKnownSinceMs];
    // From here on a standby finds this engine; one that asked before reads this epoch, or loses its append.
    const leadership = await announce?.();
    try {
      const begun = lease.begin();
      const { epoch, number } = await journal.beginEpoch(recordTimeMs(clock, journal));
      lease.renew(begun);
      const isSilent = standby?.handedOver(before.writer) === true;
      const [stateHash] = await Promise.all([
        standby?.hasSeenLeader === true ? null : hashByTurns([exchange.snapshot()]),
        isSilent ? null : untilSilent(beforeSinceMs, signal),
      ]);
      await publisher.takeUp();
      journal.assertReaches(publisher.lastPublished().seq);
      const facts = { epoch, record: number, seq: exchange.lastSeq };
      // A start says which state it leads to. After a takeover users wait, and a large state takes a second to hash.
      log.info(
        { ...facts, ...(stateHash === null ? {} : { state_hash: toHex(stateHash) }) },
        'caught up',
      );
      return;
    } catch (error) {
      // Another engine appended after the tail was read: read on and try again.
      if (!(error instanceof Fenced) || attempt === MAX_TAKEOVER_ATTEMPTS) throw error;
      leadership?.withdraw();
      standby?.anotherWasFaster();
      log.warn({ attempt, reason: error.message }, 'taking over');
    }
  }
}

/** The predecessor's lease may be proven by an append that began before its record was read here. */
async function untilSilent(lastKnownSinceMs: number, signal: AbortSignal): Promise<void> {
  const remainingMs = lastKnownSinceMs + PREDECESSOR_SURE_MS - performance.now();
  if (remainingMs > 0) await sleep(Math.ceil(remainingMs), undefined, { signal });
}

/**
 * Replays every record, at least up to `seq`, whose events are published, and to the newest snapshot. A server that was
 * cut off may show fewer.
 * @throws InvariantViolation if the journal ends before
 */
async function replayTo(parts: CatchUpParts, seq: number): Promise<void> {
  const { journal, snapshots } = parts;
  const short = journal.shortAnswers();
  const isShort = (): boolean =>
    journal.position.lastSeq < seq || journal.position.number < snapshots.witnessedNumber;
  await replay(parts);
  while (isShort() && !(await journal.endsHere(short))) {
    await sleep(LEADER_ASK_INTERVAL_MS);
    await replay(parts);
  }
  journal.assertReaches(seq);
  snapshots.compareWithWitness({ isWhole: true });
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
