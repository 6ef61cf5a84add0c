import type { TransactionError } from './transaction-error';
import { describeTransactionError } from './transaction-error';

/** A transaction that never makes it into a block: nothing is charged and nothing remembers it. */
export class TransactionRejected extends Error {
  readonly error: TransactionError;
  readonly logs: readonly string[];
  readonly computeUnits: bigint;

  constructor(error: TransactionError, logs: readonly string[] = [], computeUnits = 0n) {
    super(describeTransactionError(error));
    this.error = error;
    this.logs = logs;
    this.computeUnits = computeUnits;
  }
}
