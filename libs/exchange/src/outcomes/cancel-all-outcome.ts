import { ID_BYTES } from '@bellwether/canonical-message';
import { decode, encode, sameBytes } from '@bellwether/codec';
import type { CommandOf } from '../command';
import { replyLayout } from '../reply';
import type { Reply } from '../reply';
import { readBytes, wordsForBytes, writeBytes } from './bytes-in-words';
import type { OutcomeMemory } from './outcome-memory';

/**
 * The remembered outcome of a cancel-all: the market it named, and its encoded reply.
 *
 *     ints 0-1    1 if a market was named, and 2 with a client id · bytes of the reply
 *     words 1-4   the market's id, zeros if none was named
 *     then        the client id, where there is one · the reply, each starting at a word
 */
const GIVEN = 0;
const REPLY_BYTES = 1;
const MARKET_ID = 1;
const MARKET_ID_BYTES = 32;
const CONTENT_WORDS = 5;
const WITH_MARKET = 1;
const WITH_CLIENT_ID = 2;

const NO_MARKET = new Uint8Array(MARKET_ID_BYTES);

type CancelAll = Pick<CommandOf<'cancel_all'>, 'nonce' | 'marketId' | 'clientId'>;

/** An index into `NONCE_KINDS`. */
export const CANCEL_ALL_NONCE = 1;

export class CancelAllOutcomes {
  constructor(private readonly memory: OutcomeMemory) {}

  remember(account: number, { nonce, marketId, clientId }: CancelAll, reply: Reply): void {
    const { memory } = this;
    const bytes = encode(replyLayout, reply);
    const idWords = clientId === undefined ? 0 : wordsForBytes(ID_BYTES);
    const contentWords = CONTENT_WORDS + idWords + wordsForBytes(bytes.length);
    const at = memory.append(account, CANCEL_ALL_NONCE, nonce, contentWords);
    if (at < 0) return;
    memory.ints[at * 2 + GIVEN] = givenOf({ marketId, clientId });
    memory.ints[at * 2 + REPLY_BYTES] = bytes.length;
    writeBytes(memory.words, at + MARKET_ID, marketId ?? NO_MARKET);
    if (clientId !== undefined) writeBytes(memory.words, at + CONTENT_WORDS, clientId);
    writeBytes(memory.words, at + CONTENT_WORDS + idWords, bytes);
  }

  /** Whether the outcome at `at` belongs to a cancel-all with the same body. */
  isOf(at: number, command: Omit<CancelAll, 'nonce'>): boolean {
    const { words, ints } = this.memory;
    if (ints[at * 2 + GIVEN] !== givenOf(command)) return false;
    const { marketId, clientId } = command;
    const isHere = (from: number, bytes: Uint8Array | null | undefined): boolean =>
      bytes === null ||
      bytes === undefined ||
      sameBytes(readBytes(words, from, bytes.length), bytes);
    return isHere(at + MARKET_ID, marketId) && isHere(at + CONTENT_WORDS, clientId);
  }

  recall(at: number): Reply {
    const { words, ints } = this.memory;
    const hasId = (ints[at * 2 + GIVEN]! & WITH_CLIENT_ID) !== 0;
    const from = at + CONTENT_WORDS + (hasId ? wordsForBytes(ID_BYTES) : 0);
    return decode(replyLayout, readBytes(words, from, ints[at * 2 + REPLY_BYTES]!));
  }
}

const givenOf = ({ marketId, clientId }: Omit<CancelAll, 'nonce'>): number =>
  (marketId === null ? 0 : WITH_MARKET) | (clientId === undefined ? 0 : WITH_CLIENT_ID);
