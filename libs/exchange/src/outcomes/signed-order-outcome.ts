import { ID_BYTES } from '@bellwether/canonical-message';
import { decode, encode, sameBytes } from '@bellwether/codec';
import type { MarketTable } from '../markets/market-table';
import { replyLayout } from '../reply';
import type { Reply } from '../reply';
import { readBytes, wordsForBytes, writeBytes } from './bytes-in-words';
import { MARKET, ORDER_NONCE, OUTCOME, SIGNED, WITH_CLIENT_ID } from './order-outcome';
import type { OutcomeMemory } from './outcome-memory';
import { sameOrNone } from './request-body';

/**
 * The remembered outcome of a command that is not an order but uses a nonce of that kind: the signed message, which is
 * its whole body, and its encoded reply. It begins like an order's (order-outcome.ts), which distinguishes the two.
 *
 *     words 0-1    the client id, 0 where there is none
 *     ints  4-5    2, and 4 more with a client id · reference to the market, 0 if the id was unknown
 *     ints  6-7    bytes of the message · of the reply
 *     then         the message · the reply, each starting at a word
 */
const MESSAGE_BYTES = 6;
const REPLY_BYTES = 7;
const MESSAGE = 4;

export class SignedOrderOutcomes {
  constructor(
    private readonly memory: OutcomeMemory,
    private readonly markets: Pick<MarketTable, 'referenceTo'>,
  ) {}

  remember(
    use: {
      readonly account: number;
      readonly market: number;
      readonly nonce: number;
      readonly clientId?: Uint8Array | undefined;
    },
    message: Uint8Array,
    reply: Reply,
  ): void {
    const { memory } = this;
    const bytes = encode(replyLayout, reply);
    const messageWords = wordsForBytes(message.length);
    const contentWords = MESSAGE + messageWords + wordsForBytes(bytes.length);
    const at = memory.append(use.account, ORDER_NONCE, use.nonce, contentWords);
    if (at < 0) return;
    const { words, ints } = memory;
    words.fill(0, at, at + MESSAGE);
    ints[at * 2 + OUTCOME] = use.clientId === undefined ? SIGNED : SIGNED | WITH_CLIENT_ID;
    if (use.clientId !== undefined) writeBytes(words, at, use.clientId);
    ints[at * 2 + MARKET] = this.markets.referenceTo(use.market);
    ints[at * 2 + MESSAGE_BYTES] = message.length;
    ints[at * 2 + REPLY_BYTES] = bytes.length;
    writeBytes(words, at + MESSAGE, message);
    writeBytes(words, at + MESSAGE + messageWords, bytes);
  }

  /** Whether the outcome at `at` belongs to the same signed message of the same sender. */
  isOf(at: number, message: Uint8Array, clientId: Uint8Array | undefined): boolean {
    const { words, ints } = this.memory;
    if ((ints[at * 2 + OUTCOME]! & ~WITH_CLIENT_ID) !== SIGNED) return false;
    if (!sameOrNone(this.clientIdOf(at), clientId)) return false;
    return sameBytes(readBytes(words, at + MESSAGE, ints[at * 2 + MESSAGE_BYTES]!), message);
  }

  clientIdOf(at: number): Uint8Array | undefined {
    const { words, ints } = this.memory;
    const isGiven = (ints[at * 2 + OUTCOME]! & WITH_CLIENT_ID) !== 0;
    return isGiven ? readBytes(words, at, ID_BYTES) : undefined;
  }

  recall(at: number): Reply {
    const { words, ints } = this.memory;
    const from = at + MESSAGE + wordsForBytes(ints[at * 2 + MESSAGE_BYTES]!);
    return decode(replyLayout, readBytes(words, from, ints[at * 2 + REPLY_BYTES]!));
  }
}
