import { AccountRole, isSignerRole } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import type { Address } from '../address';

/**
 * One instruction of a transaction: made by this library's builders, combined by an app, signed by `buildTransaction`.
 */
export type { Instruction } from '@solana/kit';

export interface NamedAccount {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

export const instructionOf = (
  programAddress: Address,
  accounts: readonly NamedAccount[],
  data: Uint8Array,
): Instruction => ({
  programAddress,
  accounts: accounts.map(({ address, isSigner, isWritable }) => ({
    address,
    role: roleOf(isSigner, isWritable),
  })),
  data,
});

/** The accounts that they name without a signature: a lookup table may hold them. */
export const unsignedAccountsOf = (instructions: readonly Instruction[]): Address[] =>
  instructions
    .flatMap(({ accounts = [] }) => accounts)
    .filter(({ role }) => !isSignerRole(role))
    .map(({ address }) => address);

function roleOf(isSigner: boolean, isWritable: boolean): AccountRole {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY;
}
