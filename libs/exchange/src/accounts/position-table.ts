import { Counts } from '../tables/counts';
import { HashIndex, hashOfPair } from '../tables/hash-index';
import { RecordPool } from '../tables/record-pool';
import type { PoolMarks } from '../tables/record-pool';

/**
 * An account's position in a market: 64 bytes each.
 *
 *     words 0-1   contracts held: yes · no, including locked ones
 *     words 2-3   of these locked in open sells: yes · no
 *     ints  8-9   account · market
 *     int  10     open orders of the account in the market
 *     ints 11-12  next, previous position of the market, in order of creation
 *
 * A position exists while it holds contracts or an open order refers to it. So the number of positions is bounded by
 * what users have paid for, not by how many markets they tried.
 */
export const HELD = 0;
export const HELD_LOCKED = 2;
export const POSITION_ACCOUNT = 8;
export const POSITION_MARKET = 9;
export const POSITION_ORDERS = 10;
export const NEXT_POSITION = 11;
export const PREVIOUS_POSITION = 12;

export class PositionTable extends RecordPool {
  private readonly index: HashIndex;
  private readonly counts = new Counts();

  constructor(maxPositions: number, expectedPositions: number) {
    super(8, NEXT_POSITION, maxPositions, expectedPositions);
    this.index = new HashIndex(expectedPositions);
  }

  /** The account's position in the market, 0 if there is none. */
  find(account: number, market: number): number {
    const hash = hashOfPair(account, market);
    const index = this.index;
    for (let at = index.first(hash); index.recordAt(at) !== 0; at = index.next(at)) {
      if (index.hashAt(at) === hash && this.isOf(index.recordAt(at), account, market)) {
        return index.recordAt(at);
      }
    }
    return 0;
  }

  countOf(account: number): number {
    return this.counts.of(account);
  }

  isOf(position: number, account: number, market: number): boolean {
    const ints = position << 4;
    return (
      this.ints[ints + POSITION_ACCOUNT] === account && this.ints[ints + POSITION_MARKET] === market
    );
  }

  /** Creates an empty position. The caller links it to its market (market-holdings.ts). */
  create(account: number, market: number): number {
    const position = this.take();
    this.words.fill(0, position << 3, (position + 1) << 3);
    this.ints[(position << 4) + POSITION_ACCOUNT] = account;
    this.ints[(position << 4) + POSITION_MARKET] = market;
    this.index.insert(hashOfPair(account, market), position);
    this.counts.add(account, 1);
    return position;
  }

  free(position: number): void {
    const ints = position << 4;
    const account = this.ints[ints + POSITION_ACCOUNT]!;
    this.index.remove(hashOfPair(account, this.ints[ints + POSITION_MARKET]!), position);
    this.ints[ints + POSITION_ACCOUNT] = 0;
    this.counts.add(account, -1);
    this.giveBack(position);
  }

  /** Whether the record is in use. */
  isLive(position: number): boolean {
    return this.ints[(position << 4) + POSITION_ACCOUNT] !== 0;
  }

  /** Whether it holds nothing and no open order refers to it. */
  isIdle(position: number): boolean {
    const words = position << 3;
    return (
      this.ints[(position << 4) + POSITION_ORDERS] === 0 &&
      this.words[words + HELD] === 0 &&
      this.words[words + HELD + 1] === 0
    );
  }

  unlocked(position: number, outcome: number): number {
    const at = (position << 3) + outcome;
    return this.words[at + HELD]! - this.words[at + HELD_LOCKED]!;
  }

  /** Contracts of the outcome that a buy may add before the holder has more of it than of the other one. */
  reducible(position: number, outcome: number): number {
    const at = (position << 3) + HELD;
    return Math.max(0, this.words[at + 1 - outcome]! - this.words[at + outcome]!);
  }

  loadPositions(image: Uint8Array, marks: PoolMarks): void {
    this.loadPool(image, marks);
    for (let position = 1; position <= marks.top; position++) {
      const account = this.ints[(position << 4) + POSITION_ACCOUNT]!;
      if (!this.isLive(position)) continue;
      const market = this.ints[(position << 4) + POSITION_MARKET]!;
      this.index.insert(hashOfPair(account, market), position);
      this.counts.add(account, 1);
    }
  }
}
