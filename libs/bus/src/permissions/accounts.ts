/**
 * Which account of nats-server an identity is a user of. Subjects, streams and the JetStream API of an account end at
 * its border, and so do messages of the server itself: it answers and delivers on any subject that a request names,
 * without a check of permissions.
 */
import type { Identity } from './rights';

/**
 * - `EXCHANGE`: requests. It has no JetStream.
 * - `JOURNAL`: journals and events; its users are those who write them.
 * - `JOURNAL_READERS`: no stream; its users may ask the other account for records.
 */
export const ACCOUNTS = ['EXCHANGE', 'JOURNAL', 'JOURNAL_READERS'] as const;
export type Account = (typeof ACCOUNTS)[number];

const OTHER_ACCOUNTS: Partial<Readonly<Record<Identity, Account>>> = {
  'matching-engine-journal': 'JOURNAL',
  restore: 'JOURNAL',
  'journal-archiver': 'JOURNAL_READERS',
  replay: 'JOURNAL_READERS',
};

export const accountOf = (identity: Identity): Account => OTHER_ACCOUNTS[identity] ?? 'EXCHANGE';

/** Nobody sends to these subjects: the server maps those of the API to them, for users of another account. */
const BORDER = 'border';

const API = '$JS.API';
const QUESTIONS = ['STREAM.INFO', 'STREAM.MSG.GET'] as const;

/** A reader's requests to the API of the stream's account; `isBorder`: under their names at an account's border. */
export const readingSubjects = (stream: string, isBorder = false): string[] =>
  QUESTIONS.map((question) => `${isBorder ? BORDER : API}.${question}.${stream}`);

/** Whether its streams are another account's: all streams are in `JOURNAL`. */
export const isAcrossBorder = (identity: Identity): boolean => accountOf(identity) !== 'JOURNAL';
