import type { ChainTransaction, ChainTransactionStore } from '@bellwether/persistence';

export interface LastAttempt {
  /** From 1; 0 before the first. */
  readonly attempt: number;
  readonly last: ChainTransaction | null;
}

/**
 * The last transaction stored for something whose attempts each have a purpose of their own. Attempts are numbered from
 * 1 without gaps, so the last is found by doubling and then halving, however many there were.
 */
export async function lastAttemptOf(
  transactions: Pick<ChainTransactionStore, 'byPurpose'>,
  purposeOf: (attempt: number) => string,
): Promise<LastAttempt> {
  const rowOf = (attempt: number) => transactions.byPurpose(purposeOf(attempt));
  let low = 0;
  let last: ChainTransaction | null = null;
  let high = 1;
  for (let found = await rowOf(high); found !== null; found = await rowOf(high)) {
    [low, last] = [high, found];
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const found = await rowOf(middle);
    if (found === null) high = middle;
    else [low, last] = [middle, found];
  }
  return { attempt: low, last };
}
