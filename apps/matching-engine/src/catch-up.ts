/**
 * From nothing to the journal's tail, and to the reign over it: replay every record, publish the events that the event
 * stream lacks, begin the epoch. Nobody is served before this is done.
 */
import { Fenced } from '@bellwether/bus';
import type { EventPublisher, Journal } from '@bellwether/bus';
import { believe } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from './apply-record';
import { MAX_TAKEOVER_ATTEMPTS, REPLAY_LOG_RECORDS } from './limits';

export interface CatchUpParts {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly clock: () => number;
  readonly log: Logger;
}

/**
 * @throws BrokenBelief where the journal is not what it was, or ends before what the event stream shows;
 *   Fenced where another engine will not stop writing
 */
export async function catchUp(parts: CatchUpParts): Promise<void> {
  const { exchange, journal, publisher, clock, log } = parts;
  await journal.ensureStream();
  // Read before the journal: what is published was journaled before, so the journal must reach at least as far.
  const published = await publisher.open();
  for (let attempt = 1; ; attempt++) {
    await replay(parts);
    believe(
      published.seq <= exchange.lastSeq,
      () =>
        `the journal ends at seq ${exchange.lastSeq}, but events of seq ${published.seq} are published`,
    );
    try {
      const { epoch, number } = await journal.beginEpoch(recordTimeMs(clock, journal));
      const stateHash = exchange.stateHash();
      log.info(
        { epoch, record: number, seq: exchange.lastSeq, state_hash: stateHash },
        'caught up',
      );
      return;
    } catch (error) {
      // Another engine appended since the tail was read: read on and try again.
      if (!(error instanceof Fenced) || attempt === MAX_TAKEOVER_ATTEMPTS) throw error;
      log.warn({ attempt, reason: error.message }, 'taking over');
    }
  }
}

/** Time never falls in the journal, whatever the clock does. */
export const recordTimeMs = (clock: () => number, journal: Journal): number =>
  Math.max(clock(), journal.position.timestampMs);

async function replay({ exchange, journal, publisher, log }: CatchUpParts): Promise<void> {
  for await (const record of journal.read(journal.position)) {
    publisher.publish(applyRecord(exchange, record).events);
    await publisher.whenRoom();
    if (record.number % REPLAY_LOG_RECORDS === 0) {
      log.info({ record: record.number, seq: exchange.lastSeq }, 'replaying the journal');
    }
  }
}
