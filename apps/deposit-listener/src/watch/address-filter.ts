import { randomInt } from 'node:crypto';
import { WATCH_FILTER_BITS } from '../limits';

const HASHES = 7;
const MAX_HASH = 2 ** 32;

/**
 * Says which addresses are certainly not in a set (B. H. Bloom, 1970), with constant memory however many are added.
 * With more than it was made for, it only gives more false positives. Its hashes differ with each process, so nobody
 * can make addresses that collide.
 */
export class AddressFilter {
  private readonly bits: Uint32Array;
  private readonly mask: number;
  private readonly seeds = [randomInt(MAX_HASH), randomInt(MAX_HASH)] as const;

  /** @param bitCount a power of two */
  constructor(bitCount: number = WATCH_FILTER_BITS) {
    this.bits = new Uint32Array(bitCount / 32);
    this.mask = bitCount - 1;
  }

  add(address: string): void {
    const [first, step] = this.hashes(address);
    for (let count = 0; count < HASHES; count++) {
      const bit = (first + Math.imul(count, step)) & this.mask;
      this.bits[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  mayHave(address: string): boolean {
    const [first, step] = this.hashes(address);
    for (let count = 0; count < HASHES; count++) {
      const bit = (first + Math.imul(count, step)) & this.mask;
      if ((this.bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }

  /**
   * Two hashes of 32 bits, from which all others are made (Kirsch and Mitzenmacher, 2006): FNV-1a and one with another
   * prime, mixed.
   */
  private hashes(text: string): readonly [number, number] {
    let [a, b] = this.seeds as [number, number];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x85ebca6b);
    }
    return [mixed(a), mixed(b) | 1];
  }
}

/** The finalizer of MurmurHash3: each bit depends on all. */
function mixed(hash: number): number {
  let mixing = hash ^ (hash >>> 16);
  mixing = Math.imul(mixing, 0x85ebca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35);
  return mixing ^ (mixing >>> 16);
}
