import { MAX_BATCH_OPERATIONS } from '../limits';
import type { BatchOperation } from '../requests';

/**
 * Fills batches with the operations of markets, in order. Those of one market stay together where a batch can hold them,
 * so that both sides of a quote move at once.
 */
export function batchesOf(
  markets: readonly (readonly BatchOperation[])[],
): readonly (readonly BatchOperation[])[] {
  const batches: BatchOperation[][] = [];
  let last: BatchOperation[] = [];
  for (const operations of markets) {
    if (last.length > 0 && last.length + operations.length > MAX_BATCH_OPERATIONS) last = [];
    for (const operation of operations) {
      if (last.length === MAX_BATCH_OPERATIONS) last = [];
      if (last.length === 0) batches.push(last);
      last.push(operation);
    }
  }
  return batches;
}
