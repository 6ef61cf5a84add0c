/** Stored transactions: signed once, and their bytes re-sent until they are final or provably never will be. */
import { Fault, assert } from '@bellwether/errors';
import { FUNDING_CHAINS } from '@bellwether/funding';
import type { FundingChain } from '@bellwether/funding';
import { bytea, integer, nullable, oneOf, text } from './columns';
import { Table } from './table';
import type { Client } from './table';

/** Its purpose is its identity: `deposit:<id>:bridge:<attempt>`. Another attempt is another transaction. */
export interface StoredTransaction {
  readonly purpose: string;
  readonly chain: FundingChain;
  readonly signature: Uint8Array;
  readonly bytes: Uint8Array;
  readonly lastValidBlockHeight: number;
  /** The user it is for; `null` for the exchange's own. */
  readonly user: Uint8Array | null;
}

export type NewStoredTransaction = StoredTransaction & {
  /** True if another app broadcasts it and reports its end: no worker here claims it. */
  readonly handedOver?: boolean;
};

/** `kept`: not ended. `final`: it succeeded. `failed`: it is final and had no effect. `expired`: it can never land. */
export const CHAIN_TRANSACTION_STATES = ['kept', 'final', 'failed', 'expired'] as const;
export type ChainTransactionState = (typeof CHAIN_TRANSACTION_STATES)[number];

export interface ChainTransaction extends StoredTransaction {
  readonly state: ChainTransactionState;
  readonly slot: number | null;
  readonly error: string | null;
  readonly createdMs: number;
}

export type TransactionEnd = { readonly purpose: string } & (
  | { readonly state: 'final'; readonly slot: number }
  | { readonly state: 'failed'; readonly slot: number; readonly error: string }
  | { readonly state: 'expired' }
);

export const CHAIN_TRANSACTIONS = new Table<ChainTransaction>(
  'chain_transactions',
  {
    purpose: text('purpose'),
    chain: oneOf('chain', FUNDING_CHAINS),
    signature: bytea('signature'),
    bytes: bytea('bytes'),
    lastValidBlockHeight: integer('last_valid_block_height'),
    user: nullable(bytea('user_key')),
    state: oneOf('state', CHAIN_TRANSACTION_STATES),
    slot: nullable(integer('slot')),
    error: nullable(text('error')),
    createdMs: integer('created_ms'),
  },
  ['purpose'],
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
  const { purpose, chain, signature, bytes, lastValidBlockHeight, user } = kept;
  const dueMs = kept.handedOver === true ? null : nowMs;
  await client.query(
    `INSERT INTO chain_transactions (purpose, app, chain, signature, bytes, last_valid_block_height,
       user_key, state, created_ms, updated_ms, due_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'kept', $8, $8, $9) ON CONFLICT DO NOTHING`,
    [purpose, app, chain, signature, bytes, lastValidBlockHeight, user, nowMs, dueMs],
  );
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
  const after = { ...before, state: end.state, slot, error };
  const freed = { updated_ms: nowMs, due_ms: null, lease_until_ms: 0 };
  await CHAIN_TRANSACTIONS.update(client, after, freed);
  return true;
}
