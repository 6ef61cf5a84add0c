/** Where something begins to be true of a stream's messages, by bisection: a message or two for each doubling. */
import type { StoredMessage } from './stored-message';
import type { StreamBounds } from './stream';

/**
 * The first sequence that `holds` is true of; it must be true of all behind it.
 * @param read the message of a sequence; throws where there is none
 * @returns one past the tail where it is true of none
 */
export async function firstWhere(
  { first, tail }: StreamBounds,
  read: (sequence: number) => Promise<StoredMessage>,
  holds: (data: Uint8Array, sequence: number) => boolean,
): Promise<number> {
  let [low, high] = [first, tail + 1];
  // Invariant: it holds of no message below `low`, and of every one from `high` on.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds((await read(middle)).data, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
