/** The executor's error objects in the JSON shape and the words of the RPC. */
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './error-words';

export type InstructionError =
  | string
  | { readonly Custom: number }
  | { readonly BorshIoError: string };
export type TransactionError =
  | string
  | { readonly InstructionError: readonly [index: number, error: InstructionError] }
  | { readonly DuplicateInstruction: number }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } }
  | { readonly ProgramExecutionTemporarilyRestricted: { readonly account_index: number } };

const TRANSACTION_ERROR_NAMES = Object.keys(TRANSACTION_ERRORS);
const INSTRUCTION_ERROR_NAMES = Object.keys(INSTRUCTION_ERRORS);

/** From what LiteSVM's `err()` gives: a place in its enum, or an object that its class tells apart. */
export function toTransactionError(raw: unknown): TransactionError {
  if (typeof raw === 'number') return TRANSACTION_ERROR_NAMES[raw] ?? `Unknown${raw}`;
  const kind = kindOf(raw);
  const fields = Object(raw) as Readonly<{ index: number; accountIndex: number; err(): unknown }>;
  switch (kind) {
    case 'TransactionErrorInstructionError':
      return { InstructionError: [fields.index, toInstructionError(fields.err())] };
    case 'TransactionErrorDuplicateInstruction':
      return { DuplicateInstruction: fields.index };
    case 'TransactionErrorInsufficientFundsForRent':
      return { InsufficientFundsForRent: { account_index: fields.accountIndex } };
    case 'TransactionErrorProgramExecutionTemporarilyRestricted':
      return { ProgramExecutionTemporarilyRestricted: { account_index: fields.accountIndex } };
    default:
      throw new Error(`the executor answered an error of an unknown kind: ${kind}`);
  }
}

function toInstructionError(raw: unknown): InstructionError {
  if (typeof raw === 'number') return INSTRUCTION_ERROR_NAMES[raw] ?? `Unknown${raw}`;
  const fields = Object(raw) as Readonly<{ code?: number; msg?: string }>;
  return fields.code === undefined
    ? { BorshIoError: fields.msg ?? 'Unknown' }
    : { Custom: fields.code };
}

const kindOf = (raw: unknown): string => (Object(raw) as object).constructor.name;

/** The sentence the real node puts behind "Transaction simulation failed: ". */
export function describeTransactionError(error: TransactionError): string {
  if (typeof error === 'string') return TRANSACTION_ERRORS[error] ?? error;
  if ('InstructionError' in error) {
    const [index, cause] = error.InstructionError;
    return `Error processing Instruction ${index}: ${describeInstructionError(cause)}`;
  }
  if ('DuplicateInstruction' in error) {
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`;
  }
  if ('InsufficientFundsForRent' in error) {
    const { account_index: index } = error.InsufficientFundsForRent;
    return `Transaction results in an account (${index}) with insufficient funds for rent`;
  }
  const { account_index: index } = error.ProgramExecutionTemporarilyRestricted;
  return `Execution of the program referenced by account at index ${index} is temporarily restricted.`;
}

function describeInstructionError(error: InstructionError): string {
  if (typeof error === 'string') return INSTRUCTION_ERRORS[error] ?? error;
  if ('Custom' in error) return `custom program error: 0x${error.Custom.toString(16)}`;
  return `Failed to serialize or deserialize account data: ${error.BorshIoError}`;
}
