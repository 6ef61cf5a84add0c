import type { Address } from '../address';
import type { Block, BlockTransaction } from './block';

/** One transaction's change of one account's lamports. Its key is (chain, signature, accountIndex). */
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
 * Every account whose lamports differ before and after a transaction of the block, in the block's order. Rent of new
 * accounts is included. A failed transaction only paid its fee and is left out.
 */
export const nativeMovementsOf = (block: Block): NativeMovement[] =>
  block.transactions.flatMap((transaction) => nativeMovementsIn(transaction, block.slot));

/** As `nativeMovementsOf`, for a single transaction. */
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
