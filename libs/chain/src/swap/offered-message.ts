import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import type { Address } from '../address';

/** A transaction somebody else built, opened. */
export interface OfferedMessage {
  readonly feePayer: Address;
  readonly signers: readonly Address[];
  /** Accounts the message itself names; those of lookup tables are not known before it runs. */
  readonly writable: readonly Address[];
  readonly hasLookups: boolean;
  readonly instructions: readonly OfferedInstruction[];
}

export interface OfferedInstruction {
  readonly program: Address;
  /** `undefined` where the account comes from a lookup table: nobody signs for it. */
  readonly accounts: readonly (Address | undefined)[];
  readonly data: Uint8Array;
}

const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();

/** `undefined` where the bytes are no transaction, or of a version we do not take apart. */
export function openOffered(wireBytes: Uint8Array): OfferedMessage | undefined {
  try {
    const message = messageDecoder.decode(transactionDecoder.decode(wireBytes).messageBytes);
    if (message.version === 1) return undefined;
    const { header, staticAccounts } = message;
    const signerCount = header.numSignerAccounts;
    const isWritable = (index: number): boolean =>
      index < signerCount
        ? index < signerCount - header.numReadonlySignerAccounts
        : index < staticAccounts.length - header.numReadonlyNonSignerAccounts;
    return {
      feePayer: staticAccounts[0]!,
      signers: staticAccounts.slice(0, signerCount),
      writable: staticAccounts.filter((_, index) => isWritable(index)),
      hasLookups: message.version === 0 && (message.addressTableLookups ?? []).length > 0,
      instructions: message.instructions.map((instruction) => ({
        program: staticAccounts[instruction.programAddressIndex]!,
        accounts: (instruction.accountIndices ?? []).map((index) => staticAccounts[index]),
        data: new Uint8Array(instruction.data ?? []),
      })),
    };
  } catch {
    return undefined;
  }
}
