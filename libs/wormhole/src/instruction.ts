/**
 * A program's instruction as data: a tag byte, the layout of what follows it, and the accounts it takes, by name and in
 * order. Whoever sends one gives addresses by name, in whatever form its library has them.
 */
import { encode, tagged } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';

export interface AccountRole {
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

export const READ: AccountRole = { isSigner: false, isWritable: false };
export const WRITE: AccountRole = { isSigner: false, isWritable: true };
export const SIGN: AccountRole = { isSigner: true, isWritable: false };
export const SIGN_AND_WRITE: AccountRole = { isSigner: true, isWritable: true };

export interface ProgramInstruction<Data, Name extends string> {
  readonly tag: number;
  readonly data: Layout<Data>;
  /** In the order the program takes them: names in a literal keep theirs. */
  readonly accounts: Readonly<Record<Name, AccountRole>>;
}

export const programInstruction = <Data, Name extends string>(
  tag: number,
  data: Layout<Data>,
  accounts: Readonly<Record<Name, AccountRole>>,
): ProgramInstruction<Data, Name> => ({ tag, data: tagged(tag, data), accounts });

/** The bytes of the instruction's data, tag first. */
export const encodeInstructionData = <Data>(
  instruction: Pick<ProgramInstruction<Data, string>, 'data'>,
  data: Data,
): Uint8Array => encode(instruction.data, data);

/** The instruction's accounts in its order, each with its address and role. */
export function instructionAccounts<Name extends string, Address>(
  instruction: Pick<ProgramInstruction<never, Name>, 'accounts'>,
  addresses: Readonly<Record<Name, Address>>,
): (AccountRole & { readonly address: Address })[] {
  const names = Object.keys(instruction.accounts) as Name[];
  return names.map((name) => ({ address: addresses[name], ...instruction.accounts[name] }));
}
