import { KeyTable } from '../tables/key-table';
import { Records } from '../tables/records';

/**
 * API keys of builders that orders carried, numbered from 1, each with the fees it earned (micro-USDC). Number 0
 * means "no builder" and earns nothing: an order without a builder carries no builder fee.
 */
export class BuilderTable {
  private readonly keys = new KeyTable(16);
  private readonly revenues = new Records(1, 4);
  /** The keys as values to return: there are few, and each fill names up to two. */
  private readonly values: Uint8Array[] = [];

  constructor(private readonly maxBuilders: number) {}

  get count(): number {
    return this.keys.count;
  }

  get full(): boolean {
    return this.keys.count >= this.maxBuilders;
  }

  /** 0 if the key is unknown. */
  find(key: Uint8Array): number {
    return this.keys.find(key);
  }

  add(key: Uint8Array): number {
    const builder = this.keys.add(key);
    this.revenues.reserve(builder);
    this.values[builder] = this.keys.keyOf(builder);
    return builder;
  }

  /** The key, null for number 0. The value is shared: callers must not modify it. */
  keyOf(builder: number): Uint8Array | null {
    return builder === 0 ? null : this.values[builder]!;
  }

  earn(builder: number, amount: number): void {
    this.revenues.words[builder]! += amount;
  }

  /** Its revenue is paid out, or comes back (a negative amount). */
  pay(builder: number, amount: number): void {
    this.revenues.words[builder]! -= amount;
  }

  /** What it earned and was not paid. */
  revenue(builder: number): number {
    return this.revenues.words[builder]!;
  }

  images(): { keys: Uint8Array; revenues: Uint8Array } {
    return { keys: this.keys.image(), revenues: this.revenues.image(this.count) };
  }

  loadImages(images: { keys: Uint8Array; revenues: Uint8Array }): void {
    this.keys.load(images.keys);
    if (this.revenues.load(images.revenues) !== this.count)
      throw new RangeError('builders are cut');
    for (let builder = 1; builder <= this.count; builder++) {
      this.values[builder] = this.keys.keyOf(builder);
    }
  }
}
