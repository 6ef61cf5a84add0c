/**
 * The vault's instructions as data: a name, the layout of the data, and the accounts by name, in order. Callers give
 * addresses by name, in the form of their own library.
 */
import { discriminated, discriminatorOf, encode } from '@bellwether/codec';
import type { AccountRole, Fields } from '@bellwether/codec';

export {
  READ,
  SIGN,
  SIGN_AND_WRITE,
  WRITE,
  instructionAccounts as vaultInstructionAccounts,
} from '@bellwether/codec';
export type { AccountRole } from '@bellwether/codec';

export interface VaultInstruction<Data extends object, Name extends string> {
  /** As in the IDL. */
  readonly name: string;
  readonly discriminator: Uint8Array;
  /** The discriminator and the arguments. */
  readonly data: Fields<Data>;
  /** In the order the program takes them; object literals preserve it. */
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

/** The bytes of the instruction's data, discriminator first. @throws RangeError if a value does not fit its field */
export const vaultInstructionData = <Data extends object>(
  instruction: Pick<VaultInstruction<Data, string>, 'data'>,
  data: Data,
): Uint8Array => encode(instruction.data, data);
