/**
 * The only subject of a journal's stream: chosen by the stream's creator, and unknown to anyone without the right to
 * request stream info. nats-server checks no permission when it answers its own API, so anyone who may call it can have
 * the answer put on any subject they can name; this one they cannot.
 */
import { randomBytes } from 'node:crypto';
import { subjectsOf } from '../subjects';

/** 128 bits: cannot be guessed. */
const SECRET_BYTES = 16;
const SECRET = /^[0-9a-f]{32}$/;

/** A new one each time. */
export const chooseJournalSubject = (shard: number): string =>
  `${prefixOf(shard)}${randomBytes(SECRET_BYTES).toString('hex')}`;

/** The journal's subject among its stream's subjects; undefined if they are not a journal's. */
export function journalSubjectOf(shard: number, subjects: readonly string[]): string | undefined {
  const [subject = '', ...others] = subjects;
  if (others.length > 0) return undefined;
  const prefix = prefixOf(shard);
  const isChosen = subject.startsWith(prefix) && SECRET.test(subject.slice(prefix.length));
  return isChosen || subject === subjectsOf(shard).plainJournal ? subject : undefined;
}

const prefixOf = (shard: number): string => `${subjectsOf(shard).plainJournal}.`;
