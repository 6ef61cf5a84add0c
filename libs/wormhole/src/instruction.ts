/**
 * A program's instruction as data: a tag byte, the layout of its data, and its accounts by name, in order. Callers give
 * addresses by name, in the form of their own library.
 */
import { encode, tagged } from '@bellwether/codec';
import type { AccountRole, Layout } from '@bellwether/codec';

export { READ, SIGN, SIGN_AND_WRITE, WRITE, instructionAccounts } from '@bellwether/codec';
export type { AccountRole } from '@bellwether/codec';

export interface ProgramInstruction<Data, Name extends string> {
  readonly tag: number;
  readonly data: Layout<Data>;
  /** In the order the program takes them; object literals preserve it. */
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
