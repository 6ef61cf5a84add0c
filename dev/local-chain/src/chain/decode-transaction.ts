import {
  getAddressDecoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit';
import type {
  Address,
  Blockhash,
  CompiledTransactionMessage,
  CompiledTransactionMessageWithLifetime,
  EncodedAccount,
  Signature,
  Transaction,
} from '@solana/kit';
import { TransactionRejected } from './transaction-rejected';
import type { CompiledInstruction } from './compiled-instruction';

/** Before the addresses of a lookup table stand its state and authority. */
const LOOKUP_TABLE_HEADER_BYTES = 56;

export interface TableLookup {
  readonly accountKey: Address;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
}

/** A transaction's message with every address it can touch, those of lookup tables included. */
export interface DecodedTransaction {
  readonly version: 'legacy' | 0;
  readonly signatures: readonly Signature[];
  readonly blockhash: Blockhash;
  /** Static addresses, then the writable, then the read-only ones of lookup tables. */
  readonly addresses: readonly Address[];
  readonly staticCount: number;
  readonly signerCount: number;
  readonly readonlySignerCount: number;
  readonly readonlyNonSignerCount: number;
  /** For each address whether the transaction may change it. */
  readonly writable: readonly boolean[];
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] };
  readonly lookups: readonly TableLookup[];
  readonly instructions: readonly CompiledInstruction[];
}

/** Thrown for bytes that are no transaction; says which part. */
export class MalformedTransaction extends Error {}

/** A transaction's parts as they are in its bytes. */
export interface ParsedTransaction {
  readonly wire: Uint8Array;
  readonly signatures: readonly Signature[];
  readonly transaction: Transaction;
  readonly message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
}

/** @throws MalformedTransaction */
export function parseTransaction(wire: Uint8Array): ParsedTransaction {
  try {
    const transaction = getTransactionDecoder().decode(wire);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const signatures = Object.values(transaction.signatures).map(
      (signature) => getBase58Decoder().decode(signature ?? new Uint8Array(64)) as Signature,
    );
    return { wire, signatures, transaction, message };
  } catch (error) {
    throw new MalformedTransaction(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param read the accounts, for the lookup tables among them
 * @throws MalformedTransaction, TransactionRejected when a lookup table does not give what is asked
 */
export function decodeTransaction(
  { signatures, message }: ParsedTransaction,
  read: (address: Address) => EncodedAccount | null,
): DecodedTransaction {
  const { version, header, staticAccounts } = message;
  if (version !== 'legacy' && version !== 0) throw new TransactionRejected('UnsupportedVersion');
  const lookups = ('addressTableLookups' in message ? (message.addressTableLookups ?? []) : []).map(
    (lookup) => ({
      accountKey: lookup.lookupTableAddress,
      writableIndexes: [...lookup.writableIndexes],
      readonlyIndexes: [...lookup.readonlyIndexes],
    }),
  );
  const loaded = loadedAddresses(lookups, read);
  const addresses = [...staticAccounts, ...loaded.writable, ...loaded.readonly];
  const staticCount = staticAccounts.length;
  const firstReadonlySigner = header.numSignerAccounts - header.numReadonlySignerAccounts;
  const firstReadonly = staticCount - header.numReadonlyNonSignerAccounts;
  return {
    version,
    signatures,
    blockhash: message.lifetimeToken as Blockhash,
    addresses,
    staticCount,
    signerCount: header.numSignerAccounts,
    readonlySignerCount: header.numReadonlySignerAccounts,
    readonlyNonSignerCount: header.numReadonlyNonSignerAccounts,
    writable: addresses.map((_, index) => {
      if (index < header.numSignerAccounts) return index < firstReadonlySigner;
      if (index < staticCount) return index < firstReadonly;
      return index < staticCount + loaded.writable.length;
    }),
    loaded,
    lookups,
    instructions: message.instructions.map((instruction) => ({
      programIndex: instruction.programAddressIndex,
      accountIndexes: [...(instruction.accountIndices ?? [])],
      data: Uint8Array.from(instruction.data ?? []),
    })),
  };
}

function loadedAddresses(
  lookups: readonly TableLookup[],
  read: (address: Address) => EncodedAccount | null,
): { writable: Address[]; readonly: Address[] } {
  const writable: Address[] = [];
  const readonly: Address[] = [];
  for (const { accountKey, writableIndexes, readonlyIndexes } of lookups) {
    const table = read(accountKey);
    if (table === null) throw new TransactionRejected('AddressLookupTableNotFound');
    const addressAt = (index: number): Address => {
      const start = LOOKUP_TABLE_HEADER_BYTES + index * 32;
      if (start + 32 > table.data.length) {
        throw new TransactionRejected('InvalidAddressLookupTableIndex');
      }
      return getAddressDecoder().decode(table.data.subarray(start, start + 32));
    };
    writable.push(...writableIndexes.map(addressAt));
    readonly.push(...readonlyIndexes.map(addressAt));
  }
  return { writable, readonly };
}
