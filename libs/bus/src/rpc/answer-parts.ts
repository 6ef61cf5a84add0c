/**
 * An answer that is larger than a message goes in parts, each numbered: a batch of twenty orders with a thousand fills
 * each is answered with 3.4 MB, and a server takes messages of 1 MiB. The parts of one sender arrive in their order, or
 * not at all; an answer with a missing part is lost.
 */
import { headers } from '@nats-io/transport-node';
import type { Msg, MsgHdrs } from '@nats-io/transport-node';
import { MAX_ANSWER_BYTES, MAX_MESSAGE_BYTES } from '../limits';

/** `2/7`. */
const PART_HEADER = 'Bellwether-Part';
const PART = /^(\d{1,4})\/(\d{1,4})$/;

/** @returns the messages to send, in this order; null: the answer is too large */
export function partsOf(
  payload: Uint8Array,
): readonly { readonly data: Uint8Array; readonly headers?: MsgHdrs }[] | null {
  if (payload.length <= MAX_MESSAGE_BYTES) return [{ data: payload }];
  if (payload.length > MAX_ANSWER_BYTES) return null;
  const count = Math.ceil(payload.length / MAX_MESSAGE_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const numbered = headers();
    numbered.set(PART_HEADER, `${index + 1}/${count}`);
    const data = payload.subarray(index * MAX_MESSAGE_BYTES, (index + 1) * MAX_MESSAGE_BYTES);
    return { data, headers: numbered };
  });
}

/** The parts of one answer, as they come. */
export class AnswerParts {
  private readonly parts: Uint8Array[] = [];

  /** @returns the message with the whole answer, at its last part; null: more parts are to come, or one was lost */
  take(message: Msg): Msg | null {
    const [, number, count] = PART.exec(message.headers?.get(PART_HEADER) ?? '') ?? [];
    if (number === undefined) return message;
    if (Number(number) !== this.parts.length + 1) return null;
    this.parts.push(message.data);
    if (this.parts.length * MAX_MESSAGE_BYTES > MAX_ANSWER_BYTES + MAX_MESSAGE_BYTES) return null;
    if (number !== count) return null;
    return Object.defineProperty(message, 'data', { value: Buffer.concat(this.parts) });
  }
}
