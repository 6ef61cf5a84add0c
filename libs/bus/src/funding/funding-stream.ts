/**
 * The stream FUNDING: written from outboxes, at least once; read by durable consumers, each message until its reader
 * has done what it asks for. Which of the repeats counts is the reader's inbox to say.
 */
import { AckPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { ConsumerConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Bus } from '../connection/bus';
import { FUNDING_ACK_WAIT_MS, FUNDING_MAX_IN_HAND, MAX_MESSAGE_BYTES } from '../limits';
import type { Log } from '../connection/log';
import { Stream } from '../jetstream/stream';
import { FUNDING_STREAM, FUNDING_STREAM_SUBJECTS } from '../subjects';

/** Kept whole; an operator may purge what every reader has consumed. */
export function fundingStream(
  { replicas = 1, signal }: { replicas?: number; signal?: AbortSignal },
  { bus, log }: { bus: Bus; log: Log },
): Stream {
  const shape = {
    name: FUNDING_STREAM,
    subjects: [...FUNDING_STREAM_SUBJECTS],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_msgs: -1,
    max_bytes: -1,
    max_age: 0,
    max_msg_size: MAX_MESSAGE_BYTES,
    num_replicas: replicas,
  };
  return new Stream(shape, FUNDING_STREAM_SUBJECTS[0], bus, log, signal);
}

/** A reader that outlives its processes: the server knows what it has acknowledged. */
export const durableReader = (
  name: string,
  subjects: readonly string[],
): Partial<ConsumerConfig> => ({
  durable_name: name,
  filter_subjects: [...subjects],
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(FUNDING_ACK_WAIT_MS),
  max_ack_pending: FUNDING_MAX_IN_HAND,
  max_deliver: -1,
});
