import { lastNonceWord, newestOutcomeWord } from '../accounts/account-table';
import type { AccountTable } from '../accounts/account-table';

/**
 * The outcomes that a repeat of their nonce gets again: one ring of 8-byte words for all users, written in order,
 * the oldest giving way. A place in it is an absolute offset, counted from the first word ever written; what lies
 * more than the ring's length behind the end is overwritten.
 *
 *     word 0   offset + 1 of the outcome before it of the same user and kind, 0 where there is none
 *     word 1   nonce
 *     then     what the kind keeps (order-outcome.ts, cancel-all-outcome.ts), never wrapped around the ring's end
 *
 * A user's chain of a kind begins in the account; its nonces fall strictly. The ring's memory
 * grows by doubling until it is as long as it may get.
 */
const PREVIOUS = 0;
const NONCE = 1;
const HEADER_WORDS = 2;
const INITIAL_WORDS = 64;

/** Neither remembered nor new: `never_used` where a nonce lies between remembered ones. */
export type NonceFate = 'never_used' | 'forgotten';

export class OutcomeMemory {
  words: Float64Array<ArrayBuffer> = new Float64Array(INITIAL_WORDS);
  ints = new Int32Array(this.words.buffer);
  private readonly lengthWords: number;
  private end = 0;

  constructor(
    private readonly accounts: AccountTable,
    lengthBytes: number,
    private readonly rememberedPerUser: number,
  ) {
    this.lengthWords = Math.floor(lengthBytes / 8);
  }

  get endOffset(): number {
    return this.end;
  }

  lastNonce(account: number, kind: number): number {
    return account === 0 ? 0 : this.accounts.word(account, lastNonceWord(kind));
  }

  /**
   * Uses up a nonce and makes room for its outcome.
   *
   * @returns the index in `words` at which its content begins, or -1 where the ring is too short for it: the
   * outcome is then forgotten at once, with all before it
   */
  append(account: number, kind: number, nonce: number, contentWords: number): number {
    this.accounts.words[(account << 4) + lastNonceWord(kind)] = nonce;
    const newest = (account << 4) + newestOutcomeWord(kind);
    const words = HEADER_WORDS + contentWords;
    if (words > this.lengthWords) {
      this.accounts.words[newest] = 0;
      return -1;
    }
    const offset = this.claim(words);
    const index = offset % this.lengthWords;
    this.words[index + PREVIOUS] = this.accounts.words[newest]!;
    this.words[index + NONCE] = nonce;
    this.accounts.words[newest] = offset + 1;
    return index + HEADER_WORDS;
  }

  /** The index in `words` at which the outcome of a used nonce begins, -1 where it is not remembered. Cost: O(64). */
  find(account: number, kind: number, nonce: number): number {
    for (const { index, nonce: remembered } of this.chain(account, kind)) {
      if (remembered === nonce) return index;
    }
    return -1;
  }

  /** Of a nonce that is not above the last and not remembered. Decisions 3. */
  fate(account: number, kind: number, nonce: number): NonceFate {
    let oldest = Infinity;
    for (const { nonce: remembered } of this.chain(account, kind)) oldest = remembered;
    return nonce > oldest ? 'never_used' : 'forgotten';
  }

  /** The remembered outcomes of a user and kind, newest first. */
  *chain(account: number, kind: number): Generator<{ index: number; nonce: number }> {
    let offset = this.accounts.word(account, newestOutcomeWord(kind)) - 1;
    for (let i = 0; i < this.rememberedPerUser && this.isRemembered(offset); i++) {
      const index = offset % this.lengthWords;
      yield { index: index + HEADER_WORDS, nonce: this.words[index + NONCE]! };
      offset = this.words[index + PREVIOUS]! - 1;
    }
  }

  image(): Uint8Array {
    return new Uint8Array(this.words.buffer, 0, Math.min(this.end, this.lengthWords) * 8);
  }

  load(image: Uint8Array, end: number): void {
    if (image.length !== Math.min(end, this.lengthWords) * 8)
      throw new RangeError('outcomes are cut');
    this.end = end;
    this.grow(image.length / 8);
    new Uint8Array(this.words.buffer).set(image);
  }

  private isRemembered(offset: number): boolean {
    return offset >= 0 && offset >= this.end - this.lengthWords;
  }

  /** Room for so many words in one piece: what is left before the ring's end may be too short and is skipped. */
  private claim(words: number): number {
    const index = this.end % this.lengthWords;
    const skipped = index + words > this.lengthWords ? this.lengthWords - index : 0;
    const offset = this.end + skipped;
    this.end = offset + words;
    this.grow(Math.min(this.end, this.lengthWords));
    return offset;
  }

  private grow(needed: number): void {
    if (needed <= this.words.length) return;
    const doubled = Math.max(needed, this.words.length * 2);
    const grown = new Float64Array(Math.min(doubled, this.lengthWords));
    grown.set(this.words);
    this.words = grown;
    this.ints = new Int32Array(grown.buffer);
  }
}
