import type { StreamedBatch } from '@bellwether/bus';

/** Groups consecutive batches into transactions: as many as stay within `maxEvents` together, at least one. */
export function transactionsOf(
  batches: readonly StreamedBatch[],
  maxEvents: number,
): StreamedBatch[][] {
  const transactions: StreamedBatch[][] = [];
  let current: StreamedBatch[] = [];
  let events = 0;
  for (const batch of batches) {
    const count = batch.batch.events.length;
    if (current.length > 0 && events + count > maxEvents) {
      transactions.push(current);
      current = [];
      events = 0;
    }
    current.push(batch);
    events += count;
  }
  if (current.length > 0) transactions.push(current);
  return transactions;
}
