/**
 * The program's error numbers, as in `custom program error: 0x…`. Numbers below 6000 are those of the Anchor framework,
 * for what it would check itself. Source: program/errors.h.
 */
export const SPLIT_ERRORS = {
  UnknownInstruction: [101, 'no instruction has this discriminator'],
  InstructionData: [102, 'not a bump, a salt and one to ten amounts'],
  NotWritable: [2000, 'an account that changes was given read-only'],
  WrongAddress: [2006, "the owner is not the list's address"],
  TooFewAccounts: [3005, 'fewer accounts than the list has'],
  WrongProgram: [3008, 'another program than SPL Token'],
  WrongMint: [6000, 'not a mint of SPL Token'],
  WrongSplitToken: [6001, "not the owner's associated token account of the mint"],
  ZeroAmount: [6002, 'an amount of 0'],
  Overflow: [6003, 'the sum does not fit 64 bits'],
  NotArrived: [6004, 'the account holds less than the sum'],
  NobodyPayable: [6005, 'no recipient can be paid'],
  NoRemainder: [6006, 'a recipient cannot be paid, and no account of the remainder was given'],
  WrongRemainder: [6007, 'not the split account of those that cannot be paid'],
} as const satisfies Readonly<Record<string, readonly [code: number, message: string]>>;

export type SplitErrorName = keyof typeof SPLIT_ERRORS;

const nameOfCode = new Map<number, SplitErrorName>(
  Object.entries(SPLIT_ERRORS).map(([name, [code]]) => [code, name as SplitErrorName]),
);

/** @param code of one of the program's custom program errors */
export const splitErrorOf = (code: number): SplitErrorName | undefined => nameOfCode.get(code);
