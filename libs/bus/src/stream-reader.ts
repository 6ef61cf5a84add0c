/**
 * Reads a stream from a sequence on, in order and without a gap, for as long as the caller asks for more.
 * The server skips a message it cannot read from disk without a word, and one sent while the connection broke is
 * lost: so every sequence is checked here, and a message that is really gone ends the reading with `StreamHole`.
 */
import { AckPolicy, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import type { Consumer, JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { Fault } from '@bellwether/errors';
import { pause } from './backoff';
import type { Bus } from './bus';
import { READER_IDLE_MS, READ_AHEAD_MESSAGES, READ_SILENCE_MS } from './limits';
import type { Log } from './log';
import { notedRequests } from './noted-requests';
import type { StoredMessage, Stream } from './stream';

export class StreamHole extends Error {
  constructor(stream: string, sequence: number, why: string) {
    super(`stream ${stream}: message ${sequence} ${why}`);
    this.name = 'StreamHole';
  }
}

export interface StreamReading {
  readonly stream: Stream;
  readonly bus: Bus;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Yields what has arrived, at least one message at a time, the first with the sequence `from`; waits at the tail for
 * more. Ends when `signal` is aborted.
 * @throws StreamHole; Fault where the stream is gone; RequestError once the bus is closed
 */
export async function* readStream(
  reading: StreamReading,
  from: number,
): AsyncGenerator<StoredMessage[]> {
  const { stream, bus, log, signal } = reading;
  let next = from;
  for (let failures = 0; !signal.aborted;) {
    try {
      await bus.whenConnected(signal);
      for await (const messages of readUntilDisturbed(reading, next)) {
        next += messages.length;
        failures = 0;
        yield messages;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof StreamHole || error instanceof Fault || bus.closed) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ stream: stream.name, next, reason }, 'reading a stream: starting again');
      await pause(failures++, signal).catch(() => undefined);
    }
  }
}

/** Reads through one consumer of the server; anything that disturbs its order ends it. */
async function* readUntilDisturbed(
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
      await believeReadable(stream, next);
      throw new Error(`message ${next} was not delivered`);
    }
    if (next === before) await believeReadable(stream, next);
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

/** Silence is right at the tail only: elsewhere the server has a message that it does not deliver. */
async function believeReadable(stream: Stream, next: number): Promise<void> {
  const last = await stream.lastSequence();
  if (last < next - 1) {
    throw new StreamHole(stream.name, next - 1, `was read, but the stream ends at ${last}`);
  }
  if (last < next) return;
  if ((await stream.message(next)) === null) {
    throw new StreamHole(stream.name, next, `is missing, while the stream goes on to ${last}`);
  }
}
