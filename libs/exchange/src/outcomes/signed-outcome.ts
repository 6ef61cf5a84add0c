import { decode, encode, sameBytes } from '@bellwether/codec';
import { replyLayout } from '../reply';
import type { Reply } from '../reply';
import { readBytes, wordsForBytes, writeBytes } from './bytes-in-words';
import type { OutcomeMemory } from './outcome-memory';

/**
 * The remembered outcome of a withdrawal or a recovery: the signed message, which is its whole body, and its encoded
 * reply.
 *
 *     ints 0-1    bytes of the message · of the reply
 *     then        the message · the reply, each starting at a word
 */
const MESSAGE_BYTES = 0;
const REPLY_BYTES = 1;
const MESSAGE = 1;

/** An index into `NONCE_KINDS`. */
export const WITHDRAW_NONCE = 2;
export const RECOVER_NONCE = 3;

export class SignedOutcomes {
  constructor(private readonly memory: OutcomeMemory) {}

  remember(
    use: { readonly account: number; readonly kind: number; readonly nonce: number },
    message: Uint8Array,
    reply: Reply,
  ): void {
    const { memory } = this;
    const bytes = encode(replyLayout, reply);
    const messageWords = wordsForBytes(message.length);
    const contentWords = MESSAGE + messageWords + wordsForBytes(bytes.length);
    const at = memory.append(use.account, use.kind, use.nonce, contentWords);
    if (at < 0) return;
    memory.ints[at * 2 + MESSAGE_BYTES] = message.length;
    memory.ints[at * 2 + REPLY_BYTES] = bytes.length;
    writeBytes(memory.words, at + MESSAGE, message);
    writeBytes(memory.words, at + MESSAGE + messageWords, bytes);
  }

  /** Whether the outcome at `at` belongs to the same signed message. */
  isOf(at: number, message: Uint8Array): boolean {
    const length = this.memory.ints[at * 2 + MESSAGE_BYTES]!;
    return sameBytes(readBytes(this.memory.words, at + MESSAGE, length), message);
  }

  recall(at: number): Reply {
    const { words, ints } = this.memory;
    const from = at + MESSAGE + wordsForBytes(ints[at * 2 + MESSAGE_BYTES]!);
    return decode(replyLayout, readBytes(words, from, ints[at * 2 + REPLY_BYTES]!));
  }
}
