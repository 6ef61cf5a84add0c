import type { Address, Signature } from '@solana/kit';
import type { CompiledInstruction } from './compiled-instruction';
import type { DecodedTransaction } from './decode-transaction';
import type { TokenBalance } from './token-balances';
import type { TransactionError } from './transaction-error';

export interface InnerInstruction extends CompiledInstruction {
  /** 1 is a transaction's own instruction, 2 what that one called. */
  readonly stackHeight: number;
}

export interface ReturnData {
  readonly program: Address;
  readonly data: Uint8Array;
}

/** A transaction that landed in a block, successful or not, and all that the RPC tells of it. */
export interface StoredTransaction {
  readonly signature: Signature;
  readonly slot: number;
  readonly height: number;
  /** Its place in the block. */
  readonly index: number;
  readonly blockTimeSeconds: number;
  readonly wire: Uint8Array;
  readonly transaction: DecodedTransaction;
  readonly error: TransactionError | null;
  readonly feeLamports: bigint;
  readonly computeUnits: bigint;
  readonly logs: readonly string[];
  readonly innerInstructions: readonly {
    readonly index: number;
    readonly instructions: readonly InnerInstruction[];
  }[];
  /** In the order of the transaction's addresses, as are the next. */
  readonly preLamports: readonly bigint[];
  readonly postLamports: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  readonly returnData: ReturnData | null;
  /** The memos of the transaction as `getSignaturesForAddress` shows them. */
  readonly memo: string | null;
}
