import type { Address } from '../address';
import type { Block, BlockTransaction } from './block';

/** What one transaction changed in one account's lamports. Its key is (chain, signature, accountIndex). */
export interface NativeMovement {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  readonly accountIndex: number;
  readonly account: Address;
  /** In lamports. The fee payer's (index 0) includes the fee. */
  readonly lamportsBefore: bigint;
  readonly lamportsAfter: bigint;
}

/**
 * Every account that holds more or fewer lamports after a transaction of the block than before it, in the block's
 * order. Rent of accounts that are made is in it. Of a failed transaction only its fee was taken: that is left out.
 */
export const nativeMovementsOf = (block: Block): NativeMovement[] =>
  block.transactions.flatMap((transaction) => nativeMovementsIn(transaction, block.slot));

/** As `nativeMovementsOf`, of a single transaction. */
export function nativeMovementsIn(transaction: BlockTransaction, slot: number): NativeMovement[] {
  if (transaction.error !== null) return [];
  const movements = transaction.accounts.map((account, accountIndex) => ({
    slot,
    transactionIndex: transaction.index,
    signature: transaction.signature,
    accountIndex,
    account,
    lamportsBefore: transaction.lamportsBefore[accountIndex]!,
    lamportsAfter: transaction.lamportsAfter[accountIndex]!,
  }));
  return movements.filter(({ lamportsBefore, lamportsAfter }) => lamportsBefore !== lamportsAfter);
}
