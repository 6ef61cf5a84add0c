import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import type { Address } from '../address';

/** A decoded transaction that someone else built. */
export interface OfferedMessage {
  readonly feePayer: Address;
  readonly signers: readonly Address[];
  readonly instructions: readonly OfferedInstruction[];
}

export interface OfferedInstruction {
  readonly program: Address;
  /** `undefined` for an account from a lookup table: it cannot be a signer. */
  readonly accounts: readonly (Address | undefined)[];
  readonly data: Uint8Array;
}

const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();

/** `undefined` if the bytes are no transaction, or of a version we do not parse. */
export function openOffered(wireBytes: Uint8Array): OfferedMessage | undefined {
  try {
    const message = messageDecoder.decode(transactionDecoder.decode(wireBytes).messageBytes);
    if (message.version === 1) return undefined;
    const { header, staticAccounts } = message;
    return {
      feePayer: staticAccounts[0]!,
      signers: staticAccounts.slice(0, header.numSignerAccounts),
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
