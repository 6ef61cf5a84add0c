import { lastNonceWord, newestOutcomeWord } from '../accounts/account-table';
import type { AccountTable } from '../accounts/account-table';
import type { MoneyLimits } from '../command';
import { wordsForBytes } from './bytes-in-words';

/**
 * Outcomes for repeats of a nonce: one ring of 8-byte words for all users, written in order; the oldest are evicted.
 * Positions in it are absolute offsets, counted from the first word ever written. Words further behind the end than
 * the ring's length are overwritten.
 *
 *     word 0   offset + 1 of the previous outcome of the same user and kind, 0 if there is none
 *     word 1   nonce
 *     then     content by kind (order-outcome.ts, cancel-all-outcome.ts), never wrapped around the ring's end
 *
 * A user's chain of a kind starts in the account; its nonces strictly decrease. The ring's memory grows by doubling
 * up to its maximum.
 *
 * With money limits set, each user's newest outcomes of a kind are retained whatever others do: instead of being
 * evicted, such an outcome is written again at the end, and the pointer to it is updated. To read the oldest outcomes
 * in order, each outcome has a label before it, and so has a gap before the ring's end:
 *
 *     ints 0-1   4 * account + kind, 0 for a gap · words in all, these two included
 *     word 1     time of the command, not in a gap
 */
const PREVIOUS = 0;
const NONCE = 1;
const HEADER_WORDS = 2;
const LABEL_WORDS = 2;
const INITIAL_WORDS = 64;
/** While outcomes are retained, one longer than the ring divided by this is forgotten at once. */
const LONGEST_PART = 4;
/** Words rewritten for each new word. At this rate the retained outcomes may fill eight ninths of the ring. */
const REWRITES_A_WORD = 8;

/** The fate of a nonce that is neither remembered nor new: `never_used` if it lies between remembered ones. */
export type NonceFate = 'never_used' | 'forgotten';

export interface OutcomeMemoryParts {
  /** Outcomes remembered for each user and kind. */
  readonly perUser: number;
  readonly money: { readonly limits: MoneyLimits | null };
  /** Time of the present command. */
  readonly time: { readonly lastTimestampMs: number };
}

export class OutcomeMemory {
  words: Float64Array<ArrayBuffer> = new Float64Array(INITIAL_WORDS);
  ints = new Int32Array(this.words.buffer);
  private readonly lengthWords: number;
  private end = 0;
  /** -1: outcomes have no labels. */
  private tail = -1;

  constructor(
    private readonly accounts: AccountTable,
    lengthBytes: number,
    private readonly parts: OutcomeMemoryParts,
  ) {
    this.lengthWords = Math.floor(lengthBytes / 8);
  }

  get endOffset(): number {
    return this.end;
  }

  /** Offset of the oldest outcome with a label that was not evicted; null: none has a label. */
  get tailOffset(): number | null {
    return this.tail < 0 ? null : this.tail;
  }

  set tailOffset(tail: number | null) {
    this.tail = tail ?? -1;
  }

  /** Outcomes get labels from now on; earlier ones are evicted as before. */
  beginKeeping(): void {
    this.tail = this.end;
  }

  lastNonce(account: number, kind: number): number {
    return account === 0 ? 0 : this.accounts.word(account, lastNonceWord(kind));
  }

  /**
   * Uses the nonce and reserves space for its outcome.
   *
   * @returns the index in `words` at which its content begins, or -1 if the ring is too short for it: the outcome is
   *   then forgotten at once, with all earlier ones
   */
  append(account: number, kind: number, nonce: number, contentWords: number): number {
    this.accounts.words[(account << 4) + lastNonceWord(kind)] = nonce;
    const newest = (account << 4) + newestOutcomeWord(kind);
    const words = HEADER_WORDS + contentWords;
    if (words > this.longestWords) {
      this.accounts.words[newest] = 0;
      return -1;
    }
    const offset = this.tail < 0 ? this.claim(words) : this.claimLabelled(account, kind, words);
    const index = offset % this.lengthWords;
    this.words[index + PREVIOUS] = this.accounts.words[newest]!;
    this.words[index + NONCE] = nonce;
    this.accounts.words[newest] = offset + 1;
    return index + HEADER_WORDS;
  }

  /** The index in `words` at which the outcome of a used nonce begins, -1 if it is not remembered. Cost: O(64). */
  find(account: number, kind: number, nonce: number): number {
    for (const { index, nonce: remembered } of this.chain(account, kind)) {
      if (remembered === nonce) return index;
    }
    return -1;
  }

  /** For a nonce that is not above the last one used and not remembered. */
  fate(account: number, kind: number, nonce: number): NonceFate {
    let oldest = Infinity;
    for (const { nonce: remembered } of this.chain(account, kind)) oldest = remembered;
    return nonce > oldest ? 'never_used' : 'forgotten';
  }

  /** The remembered outcomes of a user and kind, newest first. */
  *chain(account: number, kind: number): Generator<{ index: number; nonce: number }> {
    let offset = this.accounts.word(account, newestOutcomeWord(kind)) - 1;
    for (let i = 0; i < this.parts.perUser && this.isRemembered(offset); i++) {
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

  private get longestWords(): number {
    if (this.tail < 0) return this.lengthWords;
    return Math.floor(this.lengthWords / LONGEST_PART) - LABEL_WORDS;
  }

  private isRemembered(offset: number): boolean {
    return offset >= 0 && offset >= this.end - this.lengthWords;
  }

  /** Reserves `words` contiguous words. If the rest before the ring's end is too short, it is skipped. */
  private claim(words: number): number {
    const offset = this.end + this.gapBefore(words);
    this.end = offset + words;
    this.grow(Math.min(this.end, this.lengthWords));
    return offset;
  }

  private gapBefore(words: number): number {
    const index = this.end % this.lengthWords;
    return index + words > this.lengthWords ? this.lengthWords - index : 0;
  }

  private claimLabelled(account: number, kind: number, words: number): number {
    const all = LABEL_WORDS + words;
    this.makeRoom(all);
    return this.label(account * 4 + kind, all, this.parts.time.lastTimestampMs);
  }

  /** Reserves the words and writes their label. Returns where the outcome begins, after its label. */
  private label(owner: number, all: number, timestampMs: number): number {
    const gap = this.gapBefore(all);
    const from = this.end;
    const offset = this.claim(all);
    if (gap > 0) this.writeLabel(from, 0, gap);
    this.writeLabel(offset, owner, all);
    this.words[(offset % this.lengthWords) + 1] = timestampMs;
    return offset + LABEL_WORDS;
  }

  private writeLabel(offset: number, owner: number, words: number): void {
    const at = (offset % this.lengthWords) * 2;
    this.ints[at] = owner;
    this.ints[at + 1] = words;
  }

  /**
   * Evicts the oldest outcomes until there is space for `all` words and, after them, for the longest retained
   * outcome: so a rewritten outcome always finds space.
   */
  private makeRoom(all: number): void {
    const { keptOutcomeBytes } = this.parts.money.limits!;
    const longestKept = Math.min(
      LABEL_WORDS + wordsForBytes(keptOutcomeBytes),
      Math.floor(this.lengthWords / (4 * LONGEST_PART)),
    );
    let rewrites = REWRITES_A_WORD * all + longestKept;
    while (this.tail < this.end && this.free < all + this.gapBefore(all) + 2 * longestKept) {
      const at = this.tail;
      const index = at % this.lengthWords;
      const owner = this.ints[index * 2]!;
      const words = this.ints[index * 2 + 1]!;
      this.tail += words;
      if (owner === 0 || words > longestKept || words > rewrites) continue;
      const pointer = this.pointerTo(at, owner);
      // Less space than that is free if limits were raised since the last outcome.
      if (pointer === null || this.free < words + this.gapBefore(words)) continue;
      this.writeAgain(index, owner, words, pointer);
      rewrites -= words;
    }
  }

  private get free(): number {
    return this.lengthWords - (this.end - this.tail);
  }

  private writeAgain(index: number, owner: number, words: number, pointer: Pointer): void {
    const copy = this.words.slice(index, index + words);
    const offset = this.label(owner, words, copy[1]!);
    this.words.set(copy.subarray(LABEL_WORDS), offset % this.lengthWords);
    const holder = pointer.isAccount ? this.accounts.words : this.words;
    holder[pointer.index] = offset + 1;
  }

  /** The pointer to the outcome whose label is at `at`; null if the outcome need not be retained. */
  private pointerTo(at: number, owner: number): Pointer | null {
    const { keptOutcomes, keptOutcomeBytes, keptOutcomeSeconds } = this.parts.money.limits!;
    const writtenMs = this.words[(at % this.lengthWords) + 1]!;
    if (this.parts.time.lastTimestampMs - writtenMs > keptOutcomeSeconds * 1_000) return null;
    const account = Math.floor(owner / 4);
    const newest = (account << 4) + newestOutcomeWord(owner % 4);
    let pointer: Pointer = { isAccount: true, index: newest };
    let offset = this.accounts.words[newest]! - 1;
    let bytes = 0;
    for (let rank = 0; rank < keptOutcomes; rank++) {
      const from = offset - LABEL_WORDS;
      // Outcomes older than an evicted one cannot be found by a repeat.
      if (from !== at && from < this.tail) return null;
      const index = offset % this.lengthWords;
      bytes += this.ints[(index - LABEL_WORDS) * 2 + 1]! * 8;
      if (bytes > keptOutcomeBytes) return null;
      if (from === at) return pointer;
      pointer = { isAccount: false, index: index + PREVIOUS };
      offset = this.words[index + PREVIOUS]! - 1;
    }
    return null;
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

/** A word of an account or of the ring. */
interface Pointer {
  readonly isAccount: boolean;
  readonly index: number;
}
