import type { Address, EncodedAccount } from '@solana/kit';
import type { Block } from './block';
import type { DecodedTransaction } from './decode-transaction';
import type { Execution } from './executor';
import { MEMO_PROGRAM, MEMO_V1_PROGRAM } from './program-addresses';
import type { StoredTransaction } from './stored-transaction';
import { tokenBalancesOf } from './token-balances';

export interface ExecutedTransaction {
  readonly wire: Uint8Array;
  readonly transaction: DecodedTransaction;
  readonly execution: Execution;
  /** In the order of the transaction's addresses, as is `after`. */
  readonly before: readonly (EncodedAccount | null)[];
  readonly after: readonly (EncodedAccount | null)[];
  readonly block: Block;
}

/** @param read accounts as they are after the transaction, for the mints of its token accounts */
export function storedTransaction(
  { wire, transaction, execution, before, after, block }: ExecutedTransaction,
  read: (address: Address) => EncodedAccount | null,
): StoredTransaction {
  const preLamports = before.map((account) => account?.lamports ?? 0n);
  const postLamports = after.map((account) => account?.lamports ?? 0n);
  return {
    signature: transaction.signatures[0]!,
    slot: block.slot,
    height: block.height,
    index: block.transactions.length,
    blockTimeSeconds: block.timeSeconds,
    wire,
    transaction,
    error: execution.error,
    // Programs can only move lamports: what is missing afterwards is the fee.
    feeLamports: sum(preLamports) - sum(postLamports),
    computeUnits: execution.computeUnits,
    logs: execution.logs,
    innerInstructions: execution.innerInstructions,
    preLamports,
    postLamports,
    preTokenBalances: tokenBalancesOf(before, read),
    postTokenBalances: tokenBalancesOf(after, read),
    returnData: execution.returnData,
    memo: memoOf(transaction),
  };
}

/** The accounts that are not what they were. */
export function changesOf(
  { addresses, writable }: DecodedTransaction,
  before: readonly (EncodedAccount | null)[],
  after: readonly (EncodedAccount | null)[],
): Map<Address, EncodedAccount | null> {
  const changes = new Map<Address, EncodedAccount | null>();
  for (const [index, address] of addresses.entries()) {
    if (writable[index] && !isSame(before[index]!, after[index]!)) {
      changes.set(address, after[index]!);
    }
  }
  return changes;
}

function isSame(one: EncodedAccount | null, other: EncodedAccount | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.lamports === other.lamports &&
    one.programAddress === other.programAddress &&
    one.executable === other.executable &&
    Buffer.compare(one.data as Uint8Array, other.data as Uint8Array) === 0
  );
}

function memoOf({ instructions, addresses }: DecodedTransaction): string | null {
  const memos = instructions
    .filter(({ programIndex }) => {
      const program = addresses[programIndex];
      return program === MEMO_PROGRAM || program === MEMO_V1_PROGRAM;
    })
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`);
  return memos.length === 0 ? null : memos.join('; ');
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
