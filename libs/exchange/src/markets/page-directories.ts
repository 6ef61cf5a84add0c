import { RecordPool } from '../tables/record-pool';

/** Prices 0 to 9999 lie in 157 pages; 160 ints make whole words. */
const PAGES_PER_DIRECTORY = 160;

/** Where a market's pages are: one int a page, 0 where there is none. A market has a directory while its book holds an order. */
export class PageDirectories extends RecordPool {
  constructor(maxDirectories: number) {
    super(PAGES_PER_DIRECTORY / 2, 0, maxDirectories, 1);
  }

  /** An empty directory: it was given back empty but for the link of the free list, which lies where page 0 goes. */
  open(): number {
    const directory = this.take();
    this.setPage(directory, 0, 0);
    return directory;
  }

  close(directory: number): void {
    this.giveBack(directory);
  }

  page(directory: number, slot: number): number {
    return this.ints[directory * PAGES_PER_DIRECTORY + slot]!;
  }

  setPage(directory: number, slot: number, page: number): void {
    this.ints[directory * PAGES_PER_DIRECTORY + slot] = page;
  }
}
