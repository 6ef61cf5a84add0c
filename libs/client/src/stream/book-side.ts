import type { BookLevel } from '../generated/interface';

/** The price levels of one side, best first. */
export class BookSide {
  private levels: BookLevel[] = [];
  /** 1 if the lowest price is best, -1 if the highest is. */
  private readonly direction: 1 | -1;

  constructor(best: 'highest' | 'lowest') {
    this.direction = best === 'lowest' ? 1 : -1;
  }

  replace(levels: readonly BookLevel[]): void {
    this.levels = levels.map(plainLevel).toSorted((a, b) => this.direction * (a.price - b.price));
  }

  /** Sets a level's new total; size 0 removes it. */
  set(level: BookLevel): void {
    const index = this.indexOf(level.price);
    const isThere = this.levels[index]?.price === level.price;
    if (level.size === 0) this.levels.splice(index, isThere ? 1 : 0);
    else this.levels.splice(index, isThere ? 1 : 0, plainLevel(level));
  }

  get best(): BookLevel | null {
    return this.levels[0] ?? null;
  }

  top(depth: number | undefined): readonly BookLevel[] {
    return this.levels.slice(0, depth);
  }

  /** The index at which a price is, or belongs. */
  private indexOf(price: number): number {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const difference = (this.levels[middle]?.price ?? 0) - price;
      if (this.direction * difference < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const plainLevel = ({ price, size, orders }: BookLevel): BookLevel => ({ price, size, orders });
