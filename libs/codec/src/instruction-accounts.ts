/** The accounts of a Solana instruction as data: by name, each with its role, in the order of the program. */

export interface AccountRole {
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

export const READ: AccountRole = { isSigner: false, isWritable: false };
export const WRITE: AccountRole = { isSigner: false, isWritable: true };
export const SIGN: AccountRole = { isSigner: true, isWritable: false };
export const SIGN_AND_WRITE: AccountRole = { isSigner: true, isWritable: true };

/**
 * The instruction's accounts in order, each with address and role. An object literal keeps the order of its names.
 * Addresses may be in any form that the caller's library uses.
 */
export function instructionAccounts<Name extends string, Address>(
  instruction: { readonly accounts: Readonly<Record<Name, AccountRole>> },
  addresses: Readonly<Record<Name, Address>>,
): (AccountRole & { readonly address: Address })[] {
  const names = Object.keys(instruction.accounts) as Name[];
  return names.map((name) => ({ address: addresses[name], ...instruction.accounts[name] }));
}
