/** The list that a split account is: who gets how much of what arrives there. Source: program/list.h. */
import { sha256 } from '@noble/hashes/sha2.js';

/** The most that `pay` takes; it takes 1 too, as a remainder may have. */
export const MAX_SPLIT_ENTRIES = 10;

export interface ListedPayment {
  /** A token account, 32 bytes. Two entries may name the same one. */
  readonly account: Uint8Array;
  /** More than 0, at most the largest safe integer. */
  readonly amountMicroUsdc: number;
}

export interface SplitList {
  /**
   * 32 bytes that no other list has: the address of the account that the transfer's message is written to. What is left
   * of a list keeps it.
   */
  readonly salt: Uint8Array;
  /** Gets the rent of the split account, 32 bytes. */
  readonly rentTo: Uint8Array;
  /** 1 to `MAX_SPLIT_ENTRIES`. Their order is a part of the address. */
  readonly entries: readonly ListedPayment[];
}

const AMOUNT_BYTES = 8;

/** A u64, little-endian. */
export function splitAmountBytes(amountMicroUsdc: number): Uint8Array {
  const bytes = new Uint8Array(AMOUNT_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(amountMicroUsdc), true);
  return bytes;
}

/** Seeds of the address that owns the split account of a list. The address depends on them and on the program id. */
export function splitSeeds({
  salt,
  rentTo,
  entries,
}: SplitList): readonly [Uint8Array, Uint8Array] {
  const hash = sha256.create().update(salt).update(rentTo);
  for (const { account, amountMicroUsdc } of entries) {
    hash.update(account).update(splitAmountBytes(amountMicroUsdc));
  }
  return [new TextEncoder().encode('split'), hash.digest()];
}
