import { decode, encode, sameBytes } from '@bellwether/codec';
import { replyLayout } from '../reply';
import type { Reply } from '../reply';
import { readBytes, wordsForBytes, writeBytes } from './bytes-in-words';
import type { OutcomeMemory } from './outcome-memory';

/**
 * The remembered outcome of a cancel-all: the market it named, and its encoded reply.
 *
 *     ints 0-1    1 if a market was named · bytes of the reply
 *     words 1-4   the market's id, zeros if none was named
 *     then        the reply
 */
const NAMED = 0;
const REPLY_BYTES = 1;
const MARKET_ID = 1;
const MARKET_ID_BYTES = 32;
const CONTENT_WORDS = 5;

const NO_MARKET = new Uint8Array(MARKET_ID_BYTES);

/** An index into `NONCE_KINDS`. */
export const CANCEL_ALL_NONCE = 1;

export class CancelAllOutcomes {
  constructor(private readonly memory: OutcomeMemory) {}

  remember(account: number, nonce: number, marketId: Uint8Array | null, reply: Reply): void {
    const bytes = encode(replyLayout, reply);
    const contentWords = CONTENT_WORDS + wordsForBytes(bytes.length);
    const at = this.memory.append(account, CANCEL_ALL_NONCE, nonce, contentWords);
    if (at < 0) return;
    this.memory.ints[at * 2 + NAMED] = marketId === null ? 0 : 1;
    this.memory.ints[at * 2 + REPLY_BYTES] = bytes.length;
    writeBytes(this.memory.words, at + MARKET_ID, marketId ?? NO_MARKET);
    writeBytes(this.memory.words, at + CONTENT_WORDS, bytes);
  }

  /** Whether the outcome at `at` belongs to a cancel-all with the same body. */
  isOf(at: number, marketId: Uint8Array | null): boolean {
    const named = this.memory.ints[at * 2 + NAMED] === 1;
    if (marketId === null || !named) return named === (marketId !== null);
    return sameBytes(readBytes(this.memory.words, at + MARKET_ID, MARKET_ID_BYTES), marketId);
  }

  recall(at: number): Reply {
    const count = this.memory.ints[at * 2 + REPLY_BYTES]!;
    return decode(replyLayout, readBytes(this.memory.words, at + CONTENT_WORDS, count));
  }
}
