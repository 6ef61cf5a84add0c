/** A journal's stream, and how to reach it. */
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Bus } from '../connection/bus';
import type { JournalIdentity } from './journal-record';
import { chooseJournalSubject, journalSubjectOf } from './journal-subject';
import { MAX_RECORD_BYTES } from '../limits';
import type { Log } from '../connection/log';
import { Stream } from '../jetstream/stream';
import type { StreamShape } from '../jetstream/stream';
import type { ReadingWay } from '../jetstream/stream-reading';
import { subjectsOf } from '../subjects';

export interface JournalOptions extends JournalIdentity {
  /** Number of servers with a copy; 1 on one machine, 3 in a cluster. */
  readonly replicas?: number;
}

export interface JournalDependencies {
  readonly bus: Bus;
  readonly log: Log;
  /** Default: `asked`, which every reader of a journal is allowed. */
  readonly way?: ReadingWay;
}

/**
 * Nothing is removed from a journal by age, size or count. An operator purges what is before a proven snapshot
 * (docs/adr/0046-a-journal-may-begin-behind-a-snapshot.md); the engine has no right to.
 */
const shapeOf = (shard: number, replicas: number): StreamShape => ({
  name: subjectsOf(shard).journalStream,
  subjects: [chooseJournalSubject(shard)],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  max_msgs: -1,
  max_bytes: -1,
  max_age: 0,
  max_msg_size: MAX_RECORD_BYTES,
  deny_delete: true,
  deny_purge: false,
  num_replicas: replicas,
});

export function journalStream(
  { shard, replicas = 1 }: JournalOptions,
  { bus, log }: JournalDependencies,
): Stream {
  const subjectOf = (subjects: readonly string[]) => journalSubjectOf(shard, subjects);
  return new Stream(shapeOf(shard, replicas), subjectOf, bus, log);
}
