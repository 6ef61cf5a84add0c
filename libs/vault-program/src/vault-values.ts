/** Values of the vault's data (Borsh, little-endian) that libs/codec has no layout for. */
import { bytes } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';

const TWO_POW_32 = 1n << 32n;
const TWO_POW_64 = 1n << 64n;
const LOW_WORD = TWO_POW_32 - 1n;

/** A u64 that may use all of its 64 bits: a limit of 2^64-1 is no limit. */
export const u64: Layout<bigint> = {
  write(w, value) {
    if (value < 0n || value >= TWO_POW_64) throw new RangeError(`${value} is not a u64`);
    w.u32(Number(value & LOW_WORD));
    w.u32(Number(value >> 32n));
  },
  read(r) {
    const low = r.u32();
    return BigInt(r.u32()) * TWO_POW_32 + BigInt(low);
  },
};

export const publicKey = bytes(32);
/** The exchange's id of a withdrawal. */
export const withdrawalId = bytes(32);
