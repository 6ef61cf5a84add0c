/**
 * One message of a stream, asked for by its sequence. The library's own question would do, but takes a JavaScript loop over
 * every byte of an answer: readers of events ask so for all they read.
 */
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { ApiError } from '@nats-io/jetstream';
import type { Bus } from '../connection/bus';
import { JETSTREAM_TIMEOUT_MS } from '../limits';
import { isCutIn, notedRequestsIn } from '../events/noted-requests';

export interface StoredMessage {
  readonly sequence: number;
  readonly data: Uint8Array;
  /** Whose requests it came of, as far as its publisher knew. */
  readonly requestIds?: readonly string[];
  /** The events of its last command go on in the next message. */
  readonly isCut?: boolean;
}

const utf8Encoder = new TextEncoder();

/** @returns null where the stream has none of that sequence @throws RequestError, JetStreamApiError */
export async function askForMessage(
  bus: Bus,
  stream: string,
  sequence: number,
): Promise<StoredMessage | null> {
  const question = utf8Encoder.encode(JSON.stringify({ seq: sequence }));
  const subject = `$JS.API.STREAM.MSG.GET.${stream}`;
  const answer = await bus.request(subject, question, JETSTREAM_TIMEOUT_MS);
  // After the server's own schema: io.nats.jetstream.api.v1.stream_msg_get_response.
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
