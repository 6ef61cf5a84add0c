/** The stream `EVENTS_<shard>`: the form of its messages, for writer and readers. */
import { DecodeError, decode } from '@bellwether/codec';
import type { LaterFields } from '@bellwether/codec';
import { Fault, assert } from '@bellwether/errors';
import { eventBatchLayout } from '@bellwether/exchange';
import type { EventBatch, SequencedEvent } from '@bellwether/exchange';
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { Bus } from '../connection/bus';
import type { EventOffset } from './event-offset';
import { MAX_MESSAGE_BYTES } from '../limits';
import type { Log } from '../connection/log';
import { Stream } from '../jetstream/stream';
import { subjectsOf } from '../subjects';

/**
 * Events stay until an operator purges those that every reader has read and a proven snapshot covers. The archive can
 * restore them.
 */
export function eventStream(
  { shard, replicas = 1, signal }: { shard: number; replicas?: number; signal?: AbortSignal },
  { bus, log }: { bus: Bus; log: Log },
): Stream {
  const { eventStream: name, events, storedEvents } = subjectsOf(shard);
  const shape = {
    name,
    subjects: [`events.${shard}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_msgs: -1,
    max_bytes: -1,
    max_age: 0,
    max_msg_size: MAX_MESSAGE_BYTES,
    deny_delete: true,
    num_replicas: replicas,
    // Readers fetch what is stored; this notifies them of new messages.
    republish: { src: events, dest: storedEvents, headers_only: true },
  };
  return new Stream(shape, events, bus, log, signal);
}

/**
 * Sequence of the event stream's last message, for a reader to measure its lag. Retries until the server answers.
 * @throws Fault if the stream does not exist yet
 */
export const eventStreamTail = (
  { shard, signal }: { shard: number; signal: AbortSignal },
  dependencies: { bus: Bus; log: Log },
): Promise<number> => eventStream({ shard, signal }, dependencies).lastSequence();

/** @throws Fault (poison) if the bytes are no batch of events */
export function decodeBatch(
  data: Uint8Array,
  streamSequence: number,
  laterFields?: LaterFields,
): EventBatch {
  try {
    const batch = decode(eventBatchLayout, data, laterFields);
    if (batch.events.length > 0) return batch;
    throw new DecodeError('a batch without events', 0);
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    throw new Fault('poison', `event message ${streamSequence} is unreadable`, { cause });
  }
}

export const offsetBefore = (batch: EventBatch): EventOffset => ({
  seq: batch.previousSeq,
  index: batch.previousIndex,
});

export const offsetOf = ({ seq, index }: SequencedEvent): EventOffset => ({ seq, index });

export function lastEventOf(batch: EventBatch): SequencedEvent {
  const last = batch.events.at(-1);
  assert(last !== undefined, 'a batch without events');
  return last;
}
