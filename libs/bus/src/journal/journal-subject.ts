/**
 * The one subject of a journal's stream: chosen by whoever makes the stream, and known to nobody who may not ask for the
 * stream. nats-server asks for no permission where it answers its own API, so whoever may ask it anything has its answer
 * put on any subject that they can name: this one they cannot.
 */
import { randomBytes } from 'node:crypto';
import { subjectsOf } from '../subjects';

/** 128 bits: not to be guessed. */
const SECRET_BYTES = 16;
const SECRET = /^[0-9a-f]{32}$/;

/** Another one each time. */
export const chooseJournalSubject = (shard: number): string =>
  `${prefixOf(shard)}${randomBytes(SECRET_BYTES).toString('hex')}`;

/** What a journal is written on, of the subjects its stream has; undefined where they are not a journal's. */
export function journalSubjectOf(shard: number, subjects: readonly string[]): string | undefined {
  const [subject = '', ...others] = subjects;
  if (others.length > 0) return undefined;
  const prefix = prefixOf(shard);
  const isChosen = subject.startsWith(prefix) && SECRET.test(subject.slice(prefix.length));
  return isChosen || subject === subjectsOf(shard).plainJournal ? subject : undefined;
}

const prefixOf = (shard: number): string => `${subjectsOf(shard).plainJournal}.`;
