import { RecordPool } from '../tables/record-pool';
import type { PoolMarks } from '../tables/record-pool';
import { Records } from '../tables/records';

/**
 * The price levels of all books, in pages of 64 adjacent prices. A page exists while one of its prices is occupied: a
 * book of the full range would take 240 KB, a typical one has a few pages of 1.5 KB.
 *
 * A level is 24 bytes; its number is 64 * page + price % 64:
 *
 *     ints 0-2   first order · last order · number of orders   (int 3 of a page's first level: the free list)
 *     word 2     open contracts
 *
 * Two more ints a page are a bitmap of its occupied levels: a search for the next price reads only these.
 */
export const LEVELS_PER_PAGE = 64;
export const pageOf = (level: number): number => level >> 6;

const FIRST = 0;
const LAST = 1;
const ORDERS = 2;
const FREE_LINK = 3;
const SIZE = 2;
const INTS_PER_LEVEL = 6;
const WORDS_PER_LEVEL = 3;

export class PricePages extends RecordPool {
  private readonly occupancy = new Records(1, 4);

  constructor(maxPages: number) {
    super(LEVELS_PER_PAGE * WORDS_PER_LEVEL, FREE_LINK, maxPages, 4);
  }

  /** An empty page. */
  open(): number {
    const page = this.take();
    this.ints[page * LEVELS_PER_PAGE * INTS_PER_LEVEL + FREE_LINK] = 0;
    this.occupancy.reserve(page);
    return page;
  }

  /** Frees an empty page. */
  close(page: number): void {
    this.giveBack(page);
  }

  firstOrder(level: number): number {
    return this.ints[level * INTS_PER_LEVEL + FIRST]!;
  }

  lastOrder(level: number): number {
    return this.ints[level * INTS_PER_LEVEL + LAST]!;
  }

  orders(level: number): number {
    return this.ints[level * INTS_PER_LEVEL + ORDERS]!;
  }

  size(level: number): number {
    return this.words[level * WORDS_PER_LEVEL + SIZE]!;
  }

  addSize(level: number, quantity: number): void {
    this.words[level * WORDS_PER_LEVEL + SIZE]! += quantity;
  }

  append(level: number, order: number, open: number): void {
    const at = level * INTS_PER_LEVEL;
    if (this.ints[at + FIRST] === 0) this.ints[at + FIRST] = order;
    this.ints[at + LAST] = order;
    this.ints[at + ORDERS]!++;
    this.addSize(level, open);
  }

  /** Unlinks an ended order from its level; `previous` and `next` were its neighbours there. */
  remove(level: number, previous: number, next: number, open: number): void {
    const at = level * INTS_PER_LEVEL;
    if (previous === 0) this.ints[at + FIRST] = next;
    if (next === 0) this.ints[at + LAST] = previous;
    this.ints[at + ORDERS]!--;
    this.addSize(level, -open);
  }

  occupy(level: number): void {
    this.occupancy.ints[level >> 5]! |= 1 << (level & 31);
  }

  vacate(level: number): void {
    this.occupancy.ints[level >> 5]! &= ~(1 << (level & 31));
  }

  isEmpty(page: number): boolean {
    const bits = this.occupancy.ints;
    return bits[page << 1] === 0 && bits[(page << 1) + 1] === 0;
  }

  /** The lowest occupied level of the page from `from` (0 to 63) up, -1 if there is none. Page 0 has none. */
  lowestFrom(page: number, from: number): number {
    const bits = this.occupancy.ints;
    const at = page << 1;
    if (from < 32) {
      const low = bits[at]! & (-1 << from);
      if (low !== 0) return 31 - Math.clz32(low & -low);
      from = 32;
    }
    const high = bits[at + 1]! & (-1 << (from & 31));
    return high === 0 ? -1 : 63 - Math.clz32(high & -high);
  }

  /** The highest occupied level of the page from `from` (0 to 63) down, -1 if there is none. Page 0 has none. */
  highestFrom(page: number, from: number): number {
    const bits = this.occupancy.ints;
    const at = page << 1;
    if (from >= 32) {
      const high = bits[at + 1]! & (-1 >>> (63 - from));
      if (high !== 0) return 63 - Math.clz32(high);
      from = 31;
    }
    const low = bits[at]! & (-1 >>> (31 - from));
    return low === 0 ? -1 : 31 - Math.clz32(low);
  }

  images(): { levels: Uint8Array; occupancy: Uint8Array } {
    return { levels: this.image(this.used), occupancy: this.occupancy.image(this.used) };
  }

  loadImages(images: { levels: Uint8Array; occupancy: Uint8Array }, marks: PoolMarks): void {
    this.loadPool(images.levels, marks);
    this.occupancy.load(images.occupancy);
  }
}
