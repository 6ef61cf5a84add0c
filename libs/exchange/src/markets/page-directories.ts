import { RecordPool } from '../tables/record-pool';

/** Prices 0 to 9999 lie in 157 pages; 160 ints make whole words. */
const PAGES_PER_DIRECTORY = 160;

/** A market's page directory: one int a page, 0 for none. A market has a directory while its book holds an order. */
export class PageDirectories extends RecordPool {
  constructor(maxDirectories: number) {
    super(PAGES_PER_DIRECTORY / 2, 0, maxDirectories, 1);
  }

  /** An empty directory. A returned one is all zeros except for page 0's int, which held the free list's link. */
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
