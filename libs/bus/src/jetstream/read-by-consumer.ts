/** Reads a stream through a consumer of the server, which delivers: the fastest way, for who may make one. */
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Bus } from '../connection/bus';
import { READER_IDLE_MS, READ_AHEAD_MESSAGES, READ_SILENCE_MS } from '../limits';
import { notedRequests } from '../events/noted-requests';
import type { StoredMessage } from './stored-message';
import type { Stream } from './stream';
import { assertReadable } from './stream-hole';
import type { StreamReading } from './stream-reading';

/** Anything that disturbs the order of messages ends it. */
export async function* readByConsumer(
  { stream, bus, signal }: StreamReading,
  from: number,
): AsyncGenerator<StoredMessage[]> {
  const consumer = await openConsumer(stream, bus, from);
  for (let next = from; !signal.aborted;) {
    const before = next;
    for await (const messages of fetched(consumer, signal)) {
      const inOrder = untilGap(messages, next);
      next += inOrder.length;
      if (inOrder.length > 0) yield inOrder;
      if (inOrder.length === messages.length) continue;
      await assertReadable(stream, next);
      throw new Error(`message ${next} was not delivered`);
    }
    if (next === before) await assertReadable(stream, next);
  }
}

async function openConsumer(stream: Stream, bus: Bus, from: number): Promise<Consumer> {
  // Asked first, as it tells a stream that is gone from a server that is not ready.
  await stream.lastSequence();
  const { consumers } = await stream.jetstream();
  const info = await consumers.add(stream.name, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    inactive_threshold: nanos(READER_IDLE_MS),
    mem_storage: true,
    num_replicas: 1,
  });
  return jetstream(bus.connection).consumers.getConsumerFromInfo(info);
}

/** One pull: what arrives within `READ_SILENCE_MS`, in the portions in which it arrives. */
async function* fetched(consumer: Consumer, signal: AbortSignal): AsyncGenerator<JsMsg[]> {
  const messages = await consumer.fetch({
    max_messages: READ_AHEAD_MESSAGES,
    expires: READ_SILENCE_MS,
  });
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop);
  try {
    let waiting: JsMsg[] = [];
    for await (const message of messages) {
      waiting.push(message);
      if (messages.getPending() > 0) continue;
      yield waiting;
      waiting = [];
    }
    if (waiting.length > 0) yield waiting;
  } finally {
    signal.removeEventListener('abort', stop);
    messages.stop();
  }
}

function untilGap(messages: readonly JsMsg[], next: number): StoredMessage[] {
  const inOrder: StoredMessage[] = [];
  for (const message of messages) {
    if (message.seq !== next + inOrder.length) break;
    const requestIds = notedRequests(message.headers);
    inOrder.push({ sequence: message.seq, data: message.data, requestIds });
  }
  return inOrder;
}
