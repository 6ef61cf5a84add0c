/** Finds where a condition on a stream's messages becomes true, by bisection: one or two messages per doubling. */
import type { StoredMessage } from './stored-message';
import type { StreamBounds } from './stream';

/**
 * The first sequence for which `holds` is true; it must be true for all later ones.
 * @param read the message of a sequence; throws if there is none
 * @returns one past the tail if it is true for none
 */
export async function firstWhere(
  { first, tail }: StreamBounds,
  read: (sequence: number) => Promise<StoredMessage>,
  holds: (data: Uint8Array, sequence: number) => boolean,
): Promise<number> {
  let [low, high] = [first, tail + 1];
  // Invariant: it is false for every message below `low`, and true for every one from `high` on.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds((await read(middle)).data, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
