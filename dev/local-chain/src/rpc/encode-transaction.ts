import { getBase58Decoder } from '@solana/kit';
import type { CompiledInstruction } from '../chain/compiled-instruction';
import type { StoredTransaction } from '../chain/stored-transaction';
import type { Commitment } from '../chain/commitment';
import type { Config } from './params';
import { parseInstruction } from './parse-instruction';
import { RPC_CODES, RpcError } from './rpc-error';

export const TRANSACTION_ENCODINGS = ['json', 'jsonParsed', 'base64', 'base58'] as const;
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number];

export interface TransactionView {
  readonly encoding: TransactionEncoding;
  /** `undefined` says the client knows legacy transactions alone. */
  readonly maxVersion: number | undefined;
}

export const transactionViewOf = (config: Config): TransactionView => ({
  encoding: config.oneOf('encoding', TRANSACTION_ENCODINGS) ?? 'json',
  maxVersion: config.integer('maxSupportedTransactionVersion', { max: 255 }),
});

/** `transaction`, `meta` and, where asked for, `version`: what blocks and `getTransaction` have in common. */
export function encodeTransaction(stored: StoredTransaction, view: TransactionView): object {
  return {
    transaction: encodeMessage(stored, view.encoding),
    meta: encodeMeta(stored, view.encoding),
    ...versionField(stored, view.maxVersion),
  };
}

/** The short form of `transactionDetails: "accounts"`. */
export function encodeTransactionAccounts(
  stored: StoredTransaction,
  view: TransactionView,
): object {
  const { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances } =
    encodeMeta(stored, 'json');
  return {
    transaction: { signatures: stored.transaction.signatures, accountKeys: describedKeys(stored) },
    meta: { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances },
    ...versionField(stored, view.maxVersion),
  };
}

export const encodeStatus = (stored: StoredTransaction) =>
  stored.error === null ? { Ok: null } : { Err: stored.error };

/** One line of `getSignaturesForAddress`. */
export const encodeSignature = (stored: StoredTransaction, commitment: Commitment) => ({
  signature: stored.signature,
  slot: stored.slot,
  err: stored.error,
  memo: stored.memo,
  blockTime: stored.blockTimeSeconds,
  confirmationStatus: commitment,
});

function versionField({ transaction }: StoredTransaction, maxVersion: number | undefined): object {
  const { version } = transaction;
  if (version !== 'legacy' && (maxVersion ?? -1) < version) {
    throw new RpcError(
      RPC_CODES.unsupportedTransactionVersion,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  }
  return maxVersion === undefined ? {} : { version };
}

function encodeMessage(stored: StoredTransaction, encoding: TransactionEncoding): unknown {
  if (encoding === 'base64') return [Buffer.from(stored.wire).toString('base64'), 'base64'];
  if (encoding === 'base58') return [base58(stored.wire), 'base58'];
  const { transaction } = stored;
  const isParsed = encoding === 'jsonParsed';
  return {
    signatures: transaction.signatures,
    message: {
      ...(isParsed
        ? { accountKeys: describedKeys(stored) }
        : {
            header: {
              numRequiredSignatures: transaction.signerCount,
              numReadonlySignedAccounts: transaction.readonlySignerCount,
              numReadonlyUnsignedAccounts: transaction.readonlyNonSignerCount,
            },
            accountKeys: transaction.addresses.slice(0, transaction.staticCount),
          }),
      recentBlockhash: transaction.blockhash,
      instructions: transaction.instructions.map((one) =>
        encodeInstruction(stored, one, isParsed, null),
      ),
      ...(transaction.version === 'legacy' ? {} : { addressTableLookups: transaction.lookups }),
    },
  };
}

function encodeMeta(stored: StoredTransaction, encoding: TransactionEncoding) {
  const isParsed = encoding === 'jsonParsed';
  const { returnData } = stored;
  return {
    err: stored.error,
    status: encodeStatus(stored),
    fee: stored.feeLamports,
    preBalances: stored.preLamports,
    postBalances: stored.postLamports,
    innerInstructions: stored.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((one) =>
        encodeInstruction(stored, one, isParsed, one.stackHeight),
      ),
    })),
    logMessages: stored.logs,
    preTokenBalances: stored.preTokenBalances,
    postTokenBalances: stored.postTokenBalances,
    rewards: [],
    computeUnitsConsumed: stored.computeUnits,
    ...(isParsed ? {} : { loadedAddresses: stored.transaction.loaded }),
    ...(returnData === null
      ? {}
      : {
          returnData: {
            programId: returnData.program,
            data: [Buffer.from(returnData.data).toString('base64'), 'base64'],
          },
        }),
  };
}

function encodeInstruction(
  { transaction: { addresses } }: StoredTransaction,
  { programIndex, accountIndexes, data }: CompiledInstruction,
  isParsed: boolean,
  stackHeight: number | null,
): object {
  if (!isParsed) {
    return {
      programIdIndex: programIndex,
      accounts: accountIndexes,
      data: base58(data),
      stackHeight,
    };
  }
  const programId = addresses[programIndex]!;
  const accounts = accountIndexes.map((index) => addresses[index]!);
  const parsed = parseInstruction(programId, accounts, data);
  return parsed === undefined
    ? { programId, accounts, data: base58(data), stackHeight }
    : { ...parsed, programId, stackHeight };
}

function describedKeys({ transaction }: StoredTransaction): object[] {
  return transaction.addresses.map((pubkey, index) => ({
    pubkey,
    signer: index < transaction.signerCount,
    source: index < transaction.staticCount ? 'transaction' : 'lookupTable',
    writable: transaction.writable[index],
  }));
}

const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);
