/** Stored transactions: signed once, and their bytes re-sent until they are final or provably never will be. */
import { Fault, assert } from '@bellwether/errors';
import { FUNDING_CHAINS } from '@bellwether/funding';
import { noteClosing, noteRent } from './account-rent-rows';
import type { MadeAccount } from './account-rent-rows';
import { recordTable } from './table';
import type { Client, RecordIn } from './table';

/** `kept`: not ended. `final`: it succeeded. `failed`: it is final and had no effect. `expired`: it can never land. */
export const CHAIN_TRANSACTION_STATES = ['kept', 'final', 'failed', 'expired'] as const;
export type ChainTransactionState = (typeof CHAIN_TRANSACTION_STATES)[number];

export const CHAIN_TRANSACTIONS = recordTable('ChainTransaction', {
  chain: FUNDING_CHAINS,
  state: CHAIN_TRANSACTION_STATES,
});
export type ChainTransaction = RecordIn<typeof CHAIN_TRANSACTIONS>;

export type StoredTransaction = Pick<
  ChainTransaction,
  'purpose' | 'chain' | 'signature' | 'bytes' | 'lastValidBlockHeight' | 'user'
>;

export type NewStoredTransaction = StoredTransaction & {
  /** True if another app broadcasts it and reports its end: no worker here claims it. */
  readonly handedOver?: boolean;
  /** An account of the exchange's own, for its user. */
  readonly makes?: MadeAccount | undefined;
  /** The purpose that an account was made for, which this one closes. */
  readonly closes?: string;
};

export type TransactionEnd = { readonly purpose: string } & (
  | { readonly state: 'final'; readonly slot: number }
  | { readonly state: 'failed'; readonly slot: number; readonly error: string }
  | { readonly state: 'expired' }
);

/**
 * Stores a transaction unless one is stored for its purpose.
 * @returns the stored transaction for the purpose: this one or the earlier one
 * @throws Fault (retry) if the same transaction is stored for another purpose: a later blockhash makes it a different
 * one
 */
export async function keepTransaction(
  client: Client,
  app: string,
  kept: NewStoredTransaction,
  nowMs: number,
): Promise<ChainTransaction> {
  const { handedOver = false, makes, closes, ...transaction } = kept;
  const { purpose, chain, user } = transaction;
  const begun = { app, state: 'kept', slot: null, error: null } as const;
  const times = { createdMs: nowMs, updatedMs: nowMs };
  const record = { ...transaction, ...begun, ...times };
  const isNew = await CHAIN_TRANSACTIONS.insert(client, record, {
    dueMs: handedOver ? null : nowMs,
  });
  if (isNew && makes !== undefined && user !== null)
    await noteRent(client, { ...makes, purpose, chain, user }, nowMs);
  if (isNew && closes !== undefined) await noteClosing(client, { purpose, closes });
  const found = await CHAIN_TRANSACTIONS.first(client, 'WHERE purpose = $1', [purpose]);
  // Two transactions with the same content and blockhash are the same transaction, and it serves one purpose only.
  if (found === null)
    throw new Fault('retry', `${purpose}: such a transaction serves another purpose`);
  return found;
}

/** Returns false if it had ended before. An end is proven; a different second end is an invariant violation. */
export async function endTransaction(
  client: Client,
  end: TransactionEnd,
  nowMs: number,
): Promise<boolean> {
  const before = await CHAIN_TRANSACTIONS.lock(client, end.purpose);
  assert(before !== null, () => `a transaction is kept for ${end.purpose}`);
  if (before.state !== 'kept') {
    assert(before.state === end.state, () => `${end.purpose} is ${before.state} and ${end.state}`);
    return false;
  }
  const slot = end.state === 'expired' ? null : end.slot;
  const error = end.state === 'failed' ? end.error : null;
  const after = { ...before, state: end.state, slot, error, updatedMs: nowMs };
  await CHAIN_TRANSACTIONS.update(client, after, { dueMs: null, leaseUntilMs: 0 });
  return true;
}
