/**
 * A transfer that several deposits or withdrawals share: one message of the bridge pays the sum into an account that only
 * this list can be paid from (`libs/split-program`). Each keeps a transfer of its own.
 */
import { bytes, decode, encode, list, sameBytes, struct, u53 } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { MAX_SPLIT_ENTRIES } from '@bellwether/split-program';
import type { ListedPayment, SplitList } from '@bellwether/split-program';

/** The list. `amountMicroUsdc` of an entry: what its account is paid. */
export type Split = SplitList;
export type SplitEntry = ListedPayment;

const splitLayout = struct({
  salt: bytes(32),
  rentTo: bytes(32),
  entries: list(struct({ account: bytes(32), amountMicroUsdc: u53 })),
});

export function encodeSplit(split: Split): Uint8Array {
  const { length } = split.entries;
  assert(length >= 1 && length <= MAX_SPLIT_ENTRIES, () => `a split of ${length} entries`);
  return encode(splitLayout, { ...split, entries: [...split.entries] });
}

/** @throws DecodeError */
export const decodeSplit = (encoded: Uint8Array): Split => decode(splitLayout, encoded);

/** Whether a list is another one, or what `pay` left of it: some of its entries, in order. */
export function isLeftOf(list: Split, whole: Split): boolean {
  if (!sameBytes(list.salt, whole.salt) || !sameBytes(list.rentTo, whole.rentTo)) return false;
  let at = 0;
  for (const { account, amountMicroUsdc } of whole.entries) {
    const entry = list.entries[at];
    if (entry?.amountMicroUsdc === amountMicroUsdc && sameBytes(entry.account, account)) at++;
  }
  return at === list.entries.length;
}

/** How many share a transfer's message, by its `split`. */
export const sharersOf = (split: Uint8Array | null): number =>
  split === null ? 1 : decodeSplit(split).entries.length;

export const splitSum = ({ entries }: Split): number =>
  entries.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0);
