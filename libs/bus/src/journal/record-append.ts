/**
 * Appends a record and always determines the outcome, however long the server is down: which of the records sent under
 * a number the journal accepted.
 */
import { sameBytes } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { pause } from '../connection/backoff';
import type { Bus } from '../connection/bus';
import { Fenced } from '../jetstream/fenced';
import type { JournalRecord } from './journal-record';
import type { Log } from '../connection/log';
import type { ShortAnswers } from '../jetstream/short-answers';
import type { Stream } from '../jetstream/stream';

/** A record that may become the one of its number. */
export interface Candidate {
  readonly record: JournalRecord;
  readonly bytes: Uint8Array;
  readonly traceparents: readonly string[];
}

export interface AppendParts {
  readonly stream: Stream;
  readonly bus: Bus;
  readonly log: Log;
}

/** Sends one of the candidates until it is known which of them is the record of that number. */
export async function settleAppend(
  { stream, bus, log }: AppendParts,
  first: Candidate,
  replacement: () => Promise<Candidate | null>,
): Promise<Candidate> {
  const { number } = first.record;
  const candidates = [first];
  const short = stream.shortAnswers();
  for (let attempt = 0; ; attempt++) {
    const sent = candidates.at(-1)!;
    const { bytes, traceparents } = sent;
    const outcome = await stream.append(bytes, number - 1, undefined, { traceparents });
    if (outcome.stored) return sent;
    log.warn({ number, attempt, why: outcome.why }, 'append without a clear answer');
    await bus.whenConnected();
    const landed = await landedOf(stream, candidates, number, short);
    if (landed !== null) return landed;
    await pause(attempt);
    const other = candidates.length === 1 ? await replacement() : null;
    if (other === null) continue;
    log.warn({ number, attempt }, 'nobody waits for the record any more: another in its place');
    candidates.push(other);
  }
}

/**
 * The candidate that is the last record; null: no server shows one, and the append is to be retried, which proves more
 * than reading. Any other record under that number was written by another process.
 */
async function landedOf(
  stream: Stream,
  candidates: readonly Candidate[],
  number: number,
  short: ShortAnswers,
): Promise<Candidate | null> {
  const end = await stream.tailOnce(number - 1, short);
  if (end === undefined) return null;
  const { tail } = end;
  assertHas(number - 1, tail);
  if (tail < number) {
    short.forget();
    return null;
  }
  const stored = await stream.message(number);
  if (stored === null) {
    assert(
      !short.isConfirmed(end.copies),
      () => `journal: record ${number} is missing, the tail is ${tail}`,
    );
    return null;
  }
  const own = candidates.find(({ bytes }) => sameBytes(stored.data, bytes));
  if (tail > number || own === undefined) {
    throw new Fenced(
      `journal: another engine wrote record ${number} or a later one (tail ${tail})`,
    );
  }
  return own;
}

/** @throws InvariantViolation if a journal ends before a record that was stored */
export function assertHas(number: number, tail: number): void {
  assert(tail >= number, () => `journal: ends at record ${tail}, but ${number} was there before`);
}
