/**
 * The vault's instructions as data: a name, the layout of the data, and the accounts by name and in order. Whoever sends
 * one gives addresses by name, in whatever form its library has them.
 */
import { encode } from '@bellwether/codec';
import type { Fields } from '@bellwether/codec';
import { discriminated, discriminatorOf } from './discriminator';

export interface AccountRole {
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

export const READ: AccountRole = { isSigner: false, isWritable: false };
export const WRITE: AccountRole = { isSigner: false, isWritable: true };
export const SIGN: AccountRole = { isSigner: true, isWritable: false };
export const SIGN_AND_WRITE: AccountRole = { isSigner: true, isWritable: true };

export interface VaultInstruction<Data extends object, Name extends string> {
  /** As the IDL has it. */
  readonly name: string;
  readonly discriminator: Uint8Array;
  /** The discriminator and the arguments. */
  readonly data: Fields<Data>;
  /** In the order the program takes them: names in a literal keep theirs. */
  readonly accounts: Readonly<Record<Name, AccountRole>>;
}

export function vaultInstruction<Data extends object, Name extends string>(
  name: string,
  fields: Fields<Data>,
  accounts: Readonly<Record<Name, AccountRole>>,
): VaultInstruction<Data, Name> {
  const discriminator = discriminatorOf('global', name);
  return { name, discriminator, data: discriminated(discriminator, fields), accounts };
}

/** The bytes of the instruction's data, discriminator first. @throws RangeError where a value does not fit its field */
export const vaultInstructionData = <Data extends object>(
  instruction: Pick<VaultInstruction<Data, string>, 'data'>,
  data: Data,
): Uint8Array => encode(instruction.data, data);

/** The instruction's accounts in its order, each with its address and role. */
export function vaultInstructionAccounts<Name extends string, Address>(
  instruction: { readonly accounts: Readonly<Record<Name, AccountRole>> },
  addresses: Readonly<Record<Name, Address>>,
): (AccountRole & { readonly address: Address })[] {
  const names = Object.keys(instruction.accounts) as Name[];
  return names.map((name) => ({ address: addresses[name], ...instruction.accounts[name] }));
}
