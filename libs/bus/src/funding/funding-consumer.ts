/**
 * The one loop that reads FUNDING. The handler returns or throws what it cannot do; the loop alone acknowledges, asks
 * for another delivery, or sets aside.
 */
import { decode } from '@bellwether/codec';
import { InvariantViolation, Fault } from '@bellwether/errors';
import { fundingMessageLayout } from '@bellwether/funding';
import type { FundingMessage } from '@bellwether/funding';
import { jetstream } from '@nats-io/jetstream';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { pause, retryDelayMs } from '../connection/backoff';
import type { Bus } from '../connection/bus';
import { durableReader, fundingStream } from './funding-stream';
import { FUNDING_MAX_IN_HAND } from '../limits';
import type { Log } from '../connection/log';
import { FUNDING_STREAM } from '../subjects';

export interface ConsumeFundingOptions {
  /** The reader's name, for ever: the server keeps what it has acknowledged under it. Processes of one app share it. */
  readonly consumer: string;
  /** e.g. `funding.transfer.*`; several narrow it to several. */
  readonly subjects: readonly string[];
  readonly signal: AbortSignal;
}

/** `messageId` is for the inbox: the same message may come again. */
export interface DeliveredFundingMessage {
  readonly messageId: string;
  readonly message: FundingMessage;
  /** 1 the first time. */
  readonly delivery: number;
}

export type FundingMessageHandler = (delivered: DeliveredFundingMessage) => Promise<void>;

/**
 * Calls `handler` with each message, one at a time, until `signal` is aborted.
 *
 * - It returns: the message is acknowledged.
 * - It throws a `Fault` to `retry`, or any error but the following: the message comes again after a growing pause, and
 *   the others go on meanwhile.
 * - It throws a `Fault` that is `poison`, or the message does not decode: it is logged and set aside; it stays in the
 *   stream for who looks.
 * - It throws a `InvariantViolation`: the loop ends with it.
 */
export async function consumeFunding(
  { consumer, subjects, signal }: ConsumeFundingOptions,
  { bus, log }: { readonly bus: Bus; readonly log: Log },
  handler: FundingMessageHandler,
): Promise<void> {
  const stream = fundingStream({ signal }, { bus, log });
  for (let failures = 0; !signal.aborted;) {
    try {
      await bus.whenConnected(signal);
      await stream.whenCreated();
      const { consumers } = await stream.jetstream();
      const info = await consumers.add(FUNDING_STREAM, durableReader(consumer, subjects));
      const reader = jetstream(bus.connection).consumers.getConsumerFromInfo(info);
      const messages = await reader.consume({ max_messages: FUNDING_MAX_IN_HAND });
      failures = 0;
      await readUntilEnded(messages, { signal, log, handler });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof InvariantViolation || bus.closed) throw error;
      log.warn({ err: error, consumer }, 'reading FUNDING: starting again');
    }
    if (!signal.aborted) await pause(failures++, signal).catch(() => undefined);
  }
}

async function readUntilEnded(
  messages: ConsumerMessages,
  { signal, log, handler }: { signal: AbortSignal; log: Log; handler: FundingMessageHandler },
): Promise<void> {
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return;
    for await (const message of messages) {
      await take(message, handler, log);
      if (signal.aborted) return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    messages.stop();
  }
}

async function take(message: JsMsg, handler: FundingMessageHandler, log: Log): Promise<void> {
  const { deliveryCount, streamSequence } = message.info;
  try {
    await handler(deliveredOf(message));
    message.ack();
  } catch (error) {
    if (error instanceof InvariantViolation) throw error;
    const details = { err: error, subject: message.subject, stream_sequence: streamSequence };
    if (error instanceof Fault && error.verdict === 'poison') {
      log.error(details, 'FUNDING: message set aside');
      message.term('poison');
      return;
    }
    log.warn({ ...details, deliveries: deliveryCount }, 'FUNDING: message not consumed yet');
    message.nak(retryDelayMs(deliveryCount - 1));
  }
}

function deliveredOf(message: JsMsg): DeliveredFundingMessage {
  const messageId = message.headers?.get('Nats-Msg-Id') ?? '';
  if (messageId === '') throw new Fault('poison', 'a message without an id');
  try {
    const { deliveryCount: delivery } = message.info;
    return { messageId, message: decode(fundingMessageLayout, message.data), delivery };
  } catch (cause) {
    throw new Fault('poison', `message ${messageId} is unreadable`, { cause });
  }
}
