import type { Address } from '../address';
import type { Block, BlockTransaction, TokenBalance } from './block';

/** One transaction's change of one token account. Its key is (chain, signature, accountIndex). */
export interface TokenMovement {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  readonly accountIndex: number;
  /** The token account. */
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly tokenProgram: Address;
  /** In the mint's smallest unit. 0 before: the account may have been created in this transaction; 0 after: closed. */
  readonly amountBefore: bigint;
  readonly amountAfter: bigint;
}

/**
 * Every token account whose amount differs before and after a transaction of the block, in the block's order. Only the
 * balances before and after count, so it does not matter which program moved the tokens, how deep it was called, what
 * it logged, or what Token-2022 withheld: the result is what arrived. A failed transaction moved nothing. An account
 * whose owner changed is two movements: out of the old owner's, into the new one's.
 */
export const tokenMovementsOf = (block: Block): TokenMovement[] =>
  block.transactions.flatMap((transaction) => tokenMovementsIn(transaction, block.slot));

/** As `tokenMovementsOf`, for a single transaction. */
export function tokenMovementsIn(transaction: BlockTransaction, slot: number): TokenMovement[] {
  if (transaction.error !== null) return [];
  const before = byAccountIndex(transaction.tokensBefore);
  const after = byAccountIndex(transaction.tokensAfter);
  const indexes = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  return indexes.flatMap((index) => {
    const movement = (of: TokenBalance, amountBefore: bigint, amountAfter: bigint) => ({
      slot,
      transactionIndex: transaction.index,
      signature: transaction.signature,
      accountIndex: index,
      account: transaction.accounts[index]!,
      owner: of.owner,
      mint: of.mint,
      tokenProgram: of.tokenProgram,
      amountBefore,
      amountAfter,
    });
    const [was, is] = [before.get(index), after.get(index)];
    const movements =
      was !== undefined && is !== undefined && isSameHolding(was, is)
        ? [movement(is, was.amount, is.amount)]
        : [
            ...(was === undefined ? [] : [movement(was, was.amount, 0n)]),
            ...(is === undefined ? [] : [movement(is, 0n, is.amount)]),
          ];
    return movements.filter(({ amountBefore, amountAfter }) => amountBefore !== amountAfter);
  });
}

const byAccountIndex = (balances: readonly TokenBalance[]): Map<number, TokenBalance> =>
  new Map(balances.map((balance) => [balance.accountIndex, balance]));

const isSameHolding = (a: TokenBalance, b: TokenBalance): boolean =>
  a.owner === b.owner && a.mint === b.mint && a.tokenProgram === b.tokenProgram;
