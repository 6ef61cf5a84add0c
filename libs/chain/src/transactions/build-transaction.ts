import {
  appendTransactionMessageInstructions,
  assertIsTransactionWithinSizeLimit,
  blockhash as checkedBlockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getSignatureFromTransaction,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit';
import type { Instruction } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { CodedError } from '@bellwether/errors';
import type { Address } from '../address';
import { integerOf } from '../blocks/json-value';
import type { Signer } from '../keys/signer';
import { BLOCKHASH_VALID_BLOCKS, MAX_HEIGHT_SPREAD } from '../limits';
import type { RpcPool } from '../rpc/rpc-pool';
import type { LookupTable } from './lookup-table';
import type { StoredTransaction } from './stored-transaction';

export interface TransactionRequest {
  readonly instructions: readonly Instruction[];
  readonly feePayer: Signer;
  /** All other signers. */
  readonly signers?: readonly Signer[];
  /** Compute limit of the transaction; the chain's default is 200,000 per instruction. */
  readonly computeUnits?: number;
  /** On top of the base fee, in millionths of a lamport per compute unit. */
  readonly priorityFeeMicroLamports?: bigint;
  /**
   * Accounts in these take a byte each; signers and programs stay whole. The addresses must be final in the tables, as
   * `OwnLookupTable` answers them.
   */
  readonly lookupTables?: readonly LookupTable[];
}

/** A blockhash for a transaction, and until when it is valid. */
export interface Lifetime {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

/**
 * Signs once, with a recent blockhash. The caller must store the answer before the transaction is sent.
 * @throws CodedError CHAIN_UNAVAILABLE; an error of kit if a signer is missing or 1,232 bytes are not enough
 */
export const buildTransaction = async (
  pool: RpcPool,
  request: TransactionRequest,
): Promise<StoredTransaction> => signedTransaction(request, await recentLifetime(pool));

/**
 * A finalized blockhash, which no fork can drop, and a height at which it is certainly expired. A node that named too
 * low a height would make an expiry look proven, so the height counts from the newest block that any node knows; it may
 * be some blocks late.
 */
export async function recentLifetime(pool: RpcPool): Promise<Lifetime> {
  const latest = await pool.any('recent blockhash', (rpc, abortSignal) =>
    rpc.getLatestBlockhash({ commitment: 'finalized' }).send({ abortSignal }),
  );
  const counted = await expiryHeight(pool);
  // The node that gave the hash may be ahead of those that gave their heights. The distance is limited here too.
  const reported = integerOf(latest.value.lastValidBlockHeight, 'lastValidBlockHeight');
  if (reported > counted + MAX_HEIGHT_SPREAD) {
    throw new CodedError('CHAIN_UNAVAILABLE', { what: 'recent blockhash', reported, counted });
  }
  return {
    blockhash: latest.value.blockhash,
    lastValidBlockHeight: Math.max(reported, counted),
  };
}

/**
 * The height at which any blockhash known to a node by now is certainly expired.
 * @throws CodedError CHAIN_UNAVAILABLE; CHAIN_DISAGREEMENT if nodes are too far apart for both to be current
 */
export async function expiryHeight(pool: RpcPool): Promise<number> {
  const heights = await pool.all('newest block height', async (rpc, abortSignal) =>
    integerOf(
      await rpc.getBlockHeight({ commitment: 'processed' }).send({ abortSignal }),
      'getBlockHeight',
    ),
  );
  const newest = Math.max(...heights.map(({ value }) => value));
  const behind = heights.find(({ value }) => newest - value > MAX_HEIGHT_SPREAD);
  if (behind !== undefined) {
    throw pool.disagreement('heights_differ', behind.endpoint, { height: behind.value, newest });
  }
  return newest + BLOCKHASH_VALID_BLOCKS;
}

/** Signs with a given blockhash; `buildTransaction` without the request for a recent one. */
export async function signedTransaction(
  request: TransactionRequest,
  lifetime: Lifetime,
): Promise<StoredTransaction> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(request.feePayer.address, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: checkedBlockhash(lifetime.blockhash),
          lastValidBlockHeight: BigInt(lifetime.lastValidBlockHeight),
        },
        m,
      ),
    (m) => appendTransactionMessageInstructions([...budgetOf(request), ...request.instructions], m),
    (m) => compressTransactionMessageUsingAddressLookupTables(m, tablesOf(request)),
  );
  const signers = [request.feePayer, ...(request.signers ?? [])];
  const keyPairs = new Map(signers.map(({ address, keyPair }) => [address, keyPair]));
  const transaction = await signTransaction([...keyPairs.values()], compileTransaction(message));
  assertIsTransactionWithinSizeLimit(transaction);
  return {
    signature: getSignatureFromTransaction(transaction),
    wireBytes: new Uint8Array(getTransactionEncoder().encode(transaction)),
    blockhash: lifetime.blockhash,
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  };
}

/** In the form that kit takes. */
const tablesOf = ({ lookupTables = [] }: TransactionRequest): Record<Address, Address[]> =>
  Object.fromEntries(lookupTables.map(({ address, addresses }) => [address, [...addresses]]));

function budgetOf({ computeUnits, priorityFeeMicroLamports }: TransactionRequest): Instruction[] {
  const budget: Instruction[] = [];
  if (computeUnits !== undefined) {
    budget.push(getSetComputeUnitLimitInstruction({ units: computeUnits }));
  }
  if (priorityFeeMicroLamports !== undefined) {
    budget.push(getSetComputeUnitPriceInstruction({ microLamports: priorityFeeMicroLamports }));
  }
  return budget;
}
