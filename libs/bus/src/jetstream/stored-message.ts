/**
 * Requests one message of a stream by its sequence. The library's own request would do, but it runs a JavaScript loop
 * over every byte of an answer, and readers fetch all events this way.
 */
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { ApiError } from '@nats-io/jetstream';
import type { Bus } from '../connection/bus';
import type { EventOffset } from '../events/event-offset';
import { JETSTREAM_TIMEOUT_MS } from '../limits';
import { isCutIn, notedRequestsIn } from '../events/noted-requests';

export interface StoredMessage {
  readonly sequence: number;
  readonly data: Uint8Array;
  /** Request ids it came from, as far as its publisher knew. */
  readonly requestIds?: readonly string[];
  /** The events of its last command go on in the next message. */
  readonly isCut?: boolean;
  /** The reader needs nothing of it, so `data` was not fetched and is empty. The offset of its last event. */
  readonly passedTo?: EventOffset;
}

const utf8Encoder = new TextEncoder();

/** @returns null if the stream has no message with that sequence @throws RequestError, JetStreamApiError */
export async function askForMessage(
  bus: Bus,
  stream: string,
  sequence: number,
): Promise<StoredMessage | null> {
  const question = utf8Encoder.encode(JSON.stringify({ seq: sequence }));
  const subject = `$JS.API.STREAM.MSG.GET.${stream}`;
  const answer = await bus.request(subject, question, JETSTREAM_TIMEOUT_MS);
  // The server's own schema: io.nats.jetstream.api.v1.stream_msg_get_response.
  const { message, error } = Object(JSON.parse(answer.string())) as {
    message?: { seq: number; data?: string; hdrs?: string };
    error?: ApiError;
  };
  if (error?.err_code === JetStreamApiCodes.NoMessageFound) return null;
  if (error !== undefined) throw new JetStreamApiError(error);
  if (message === undefined) throw new Error(`an answer without message ${sequence}`);
  const { seq, data = '', hdrs = '' } = message;
  const headers = Buffer.from(hdrs, 'base64').toString('utf8');
  const noted = { requestIds: notedRequestsIn(headers), isCut: isCutIn(headers) };
  return { sequence: seq, data: fromBase64(data), ...noted };
}

function fromBase64(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, length);
}
