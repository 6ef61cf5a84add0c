import type { DirtySet } from '../state-deltas/dirty-set';
import { PRICE_SCALE_BPS } from '../limits';
import { BID, bookSideOf, yesPriceOf } from '../orders/order-word';
import { LEVEL, MARKET, NEXT, OPEN, PREVIOUS, WORD } from '../orders/order-pool';
import type { OrderPool } from '../orders/order-pool';
import type { PoolMarks } from '../tables/record-pool';
import type { RecordPool } from '../tables/record-pool';
import { Records } from '../tables/records';
import { PageDirectories } from './page-directories';
import { LEVELS_PER_PAGE, PricePages, pageOf } from './price-pages';

/**
 * The order book of every market: one ladder of prices for each, in YES terms. Bids lie below the best ask and asks
 * above the best bid, so a price never holds both sides and one ladder serves them.
 *
 * A market takes 8 ints here:
 *
 *     0      best bid, 0 if there is none
 *     1      best ask, 10000 if there is none
 *     2      its page directory, 0 while the book is empty
 *     3-7    bitmap of the pages in the directory
 *
 * A price's level is found through directory and page (price-pages.ts). The orders of a level form a list by arrival.
 * Bitmaps find the next occupied price: first in the page, then among the pages.
 */
export const NO_BID = 0;
export const NO_ASK = PRICE_SCALE_BPS;

const BEST_BID = 0;
const BEST_ASK = 1;
const DIRECTORY = 2;
const PAGE_BITMAP = 3;
const PAGE_BITMAP_INTS = 5;

export interface LadderMarks {
  readonly pages: PoolMarks;
  readonly directories: PoolMarks;
}

export interface LadderImages {
  readonly books: Uint8Array;
  readonly levels: Uint8Array;
  readonly occupancy: Uint8Array;
  readonly directories: Uint8Array;
}

export class PriceLadder {
  private readonly books: Records;
  private readonly pages: PricePages;
  private readonly directories: PageDirectories;
  private markets = 0;

  constructor(
    private readonly orders: OrderPool,
    private readonly dirty: DirtySet,
    maxPages: number,
    expectedMarkets: number,
  ) {
    this.books = new Records(4, expectedMarkets);
    this.pages = new PricePages(maxPages);
    this.directories = new PageDirectories(maxPages);
  }

  /** An empty book for a new market. An earlier market with this number left an empty book. */
  openBook(market: number): void {
    this.books.reserve(market);
    this.markets = Math.max(this.markets, market);
    this.books.ints[(market << 3) + BEST_ASK] = NO_ASK;
  }

  bestBid(market: number): number {
    return this.books.ints[(market << 3) + BEST_BID]!;
  }

  bestAsk(market: number): number {
    return this.books.ints[(market << 3) + BEST_ASK]!;
  }

  get pagePool(): RecordPool {
    return this.pages;
  }

  /** Whether an order can rest at this price without exceeding the limit of pages. */
  hasPageFor(market: number, price: number): boolean {
    const directory = this.books.ints[(market << 3) + DIRECTORY]!;
    return directory !== 0 && this.directories.page(directory, price >> 6) !== 0;
  }

  /** Whether this side has orders at the price or beyond, so that the other side has none there. */
  isOfSide(market: number, side: number, price: number): boolean {
    return side === BID ? price <= this.bestBid(market) : price >= this.bestAsk(market);
  }

  /** The oldest order at an occupied price. */
  firstAt(market: number, price: number): number {
    return this.pages.firstOrder(this.levelAt(market, price));
  }

  /** Open contracts at a price between the best and worst of a side: 0 if it has no orders. */
  sizeAt(market: number, price: number): number {
    return this.pages.size(this.levelAt(market, price));
  }

  ordersAt(market: number, price: number): number {
    return this.pages.orders(this.levelAt(market, price));
  }

  /** Appends the order at its price and adds its open contracts to the level. */
  append(order: number): void {
    const { orders } = this;
    const market = orders.int(order, MARKET);
    const word = orders.int(order, WORD);
    const price = yesPriceOf(word);
    const level = this.levelFor(market, price);
    const last = this.pages.lastOrder(level);
    orders.setInt(order, LEVEL, level);
    orders.setInt(order, PREVIOUS, last);
    orders.setInt(order, NEXT, 0);
    if (last === 0) this.occupy(market, price, level, bookSideOf(word));
    else orders.setInt(last, NEXT, order);
    this.pages.append(level, order, orders.int(order, OPEN));
    this.dirty.level(market, bookSideOf(word), price);
  }

  /** Lowers the level's open contracts after a partial fill. The caller lowers the order's own. */
  reduce(order: number, quantity: number): void {
    const { orders } = this;
    const word = orders.int(order, WORD);
    this.pages.addSize(orders.int(order, LEVEL), -quantity);
    this.dirty.level(orders.int(order, MARKET), bookSideOf(word), yesPriceOf(word));
  }

  /** Removes the order and the open contracts it still counts in its level. */
  remove(order: number): void {
    const { orders } = this;
    const level = orders.int(order, LEVEL);
    const next = orders.int(order, NEXT);
    const previous = orders.int(order, PREVIOUS);
    if (previous !== 0) orders.setInt(previous, NEXT, next);
    if (next !== 0) orders.setInt(next, PREVIOUS, previous);
    this.pages.remove(level, previous, next, orders.int(order, OPEN));
    const market = orders.int(order, MARKET);
    const word = orders.int(order, WORD);
    this.dirty.level(market, bookSideOf(word), yesPriceOf(word));
    if (previous === 0 && next === 0) {
      this.vacate(market, yesPriceOf(word), level, bookSideOf(word));
    }
  }

  /** The next occupied price above, `NO_ASK` if there is none. */
  nextAbove(market: number, price: number): number {
    const ints = this.books.ints;
    const book = market << 3;
    const directory = ints[book + DIRECTORY]!;
    if (directory === 0) return NO_ASK;
    let page = (price + 1) >> 6;
    const within = this.pages.lowestFrom(this.directories.page(directory, page), (price + 1) & 63);
    if (within >= 0) return (page << 6) + within;
    page++;
    let index = page >> 5;
    if (index >= PAGE_BITMAP_INTS) return NO_ASK;
    let bits = ints[book + PAGE_BITMAP + index]! & (-1 << (page & 31));
    while (bits === 0) {
      if (++index === PAGE_BITMAP_INTS) return NO_ASK;
      bits = ints[book + PAGE_BITMAP + index]!;
    }
    page = (index << 5) + 31 - Math.clz32(bits & -bits);
    return (page << 6) + this.pages.lowestFrom(this.directories.page(directory, page), 0);
  }

  /** The next occupied price below, `NO_BID` if there is none. */
  nextBelow(market: number, price: number): number {
    const ints = this.books.ints;
    const book = market << 3;
    const directory = ints[book + DIRECTORY]!;
    if (directory === 0 || price <= 1) return NO_BID;
    let page = (price - 1) >> 6;
    const within = this.pages.highestFrom(this.directories.page(directory, page), (price - 1) & 63);
    if (within >= 0) return (page << 6) + within;
    page--;
    if (page < 0) return NO_BID;
    let index = page >> 5;
    let bits = ints[book + PAGE_BITMAP + index]! & (-1 >>> (31 - (page & 31)));
    while (bits === 0) {
      if (--index < 0) return NO_BID;
      bits = ints[book + PAGE_BITMAP + index]!;
    }
    page = (index << 5) + 31 - Math.clz32(bits);
    return (page << 6) + this.pages.highestFrom(this.directories.page(directory, page), 63);
  }

  get marks(): LadderMarks {
    return { pages: this.pages.marks, directories: this.directories.marks };
  }

  images(): LadderImages {
    return {
      books: this.books.image(this.markets),
      ...this.pages.images(),
      directories: this.directories.usedImage(),
    };
  }

  loadImages(images: LadderImages, marks: LadderMarks): void {
    this.markets = this.books.load(images.books);
    this.pages.loadImages(images, marks.pages);
    this.directories.loadPool(images.directories, marks.directories);
  }

  private levelAt(market: number, price: number): number {
    const directory = this.books.ints[(market << 3) + DIRECTORY]!;
    return this.directories.page(directory, price >> 6) * LEVELS_PER_PAGE + (price & 63);
  }

  /** The level of a price. Creates its page and directory if needed. */
  private levelFor(market: number, price: number): number {
    const ints = this.books.ints;
    const book = market << 3;
    let directory = ints[book + DIRECTORY]!;
    if (directory === 0) directory = ints[book + DIRECTORY] = this.directories.open();
    const slot = price >> 6;
    let page = this.directories.page(directory, slot);
    if (page === 0) {
      page = this.pages.open();
      this.directories.setPage(directory, slot, page);
      ints[book + PAGE_BITMAP + (slot >> 5)]! |= 1 << (slot & 31);
    }
    return page * LEVELS_PER_PAGE + (price & 63);
  }

  private occupy(market: number, price: number, level: number, bookSide: number): void {
    const ints = this.books.ints;
    const book = market << 3;
    this.pages.occupy(level);
    if (bookSide === BID) {
      if (price > ints[book + BEST_BID]!) ints[book + BEST_BID] = price;
    } else if (price < ints[book + BEST_ASK]!) ints[book + BEST_ASK] = price;
  }

  private vacate(market: number, price: number, level: number, bookSide: number): void {
    const ints = this.books.ints;
    const book = market << 3;
    this.pages.vacate(level);
    // Find the next best price before the emptied page is removed: the search starts from it.
    if (bookSide === BID) {
      if (price === ints[book + BEST_BID]) ints[book + BEST_BID] = this.nextBelow(market, price);
    } else if (price === ints[book + BEST_ASK]) {
      ints[book + BEST_ASK] = this.nextAbove(market, price);
    }
    const page = pageOf(level);
    if (this.pages.isEmpty(page)) this.closePage(book, price >> 6, page);
  }

  private closePage(book: number, slot: number, page: number): void {
    const ints = this.books.ints;
    const directory = ints[book + DIRECTORY]!;
    this.pages.close(page);
    this.directories.setPage(directory, slot, 0);
    ints[book + PAGE_BITMAP + (slot >> 5)]! &= ~(1 << (slot & 31));
    for (let i = 0; i < PAGE_BITMAP_INTS; i++) if (ints[book + PAGE_BITMAP + i] !== 0) return;
    this.directories.close(directory);
    ints[book + DIRECTORY] = 0;
  }
}
