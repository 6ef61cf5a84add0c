import type { BookLevel } from '@bellwether/exchange';

/**
 * The price levels of one side, best first. Most changes are near the best price and most sides are short, so an
 * array is enough.
 */
export class BookSide {
  private levels: BookLevel[] = [];

  /** @param better whether the first price comes before the second */
  constructor(private readonly better: (a: number, b: number) => boolean) {}

  get count(): number {
    return this.levels.length;
  }

  get best(): BookLevel | undefined {
    return this.levels[0];
  }

  /** @param levels best first */
  reset(levels: BookLevel[]): void {
    this.levels = levels;
  }

  /**
   * Sets the level's new total; a level without orders is removed. Cost: O(log levels), plus moving the worse levels.
   */
  set(level: BookLevel): void {
    const { levels } = this;
    const at = this.indexOf(level.price);
    const isKnown = levels[at]?.price === level.price;
    if (level.orders > 0) levels.splice(at, isKnown ? 1 : 0, level);
    else if (isKnown) levels.splice(at, 1);
  }

  top(depth: number): BookLevel[] {
    return this.levels.slice(0, depth);
  }

  /** Where so many contracts are reached, from the best price on; undefined if there are fewer. Cost: O(contracts). */
  priceOf(contracts: number): number | undefined {
    let left = contracts;
    return this.levels.find(({ size }) => (left -= size) <= 0)?.price;
  }

  /** The index of the first level that is not better than the price. */
  private indexOf(price: number): number {
    const { levels } = this;
    let [low, high] = [0, levels.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.better(levels[middle]!.price, price)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
