import type { ChainTransaction, ChainTransactionStore } from '@bellwether/persistence';

export interface LastAttempt {
  /** From 1; 0 before the first. */
  readonly attempt: number;
  readonly last: ChainTransaction | null;
}

/** The last transaction stored for something whose attempts each have a purpose of their own. */
export async function lastAttemptOf(
  transactions: Pick<ChainTransactionStore, 'byPurpose'>,
  purposeOf: (attempt: number) => string,
): Promise<LastAttempt> {
  let last: ChainTransaction | null = null;
  for (let attempt = 1; ; attempt++) {
    const found = await transactions.byPurpose(purposeOf(attempt));
    if (found === null) return { attempt: attempt - 1, last };
    last = found;
  }
}
