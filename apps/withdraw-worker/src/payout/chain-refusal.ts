import { vaultErrorOf } from '@bellwether/vault-program';
import { DEBIT_PLACE } from './payout-transaction';

/**
 * Why the chain refused a payout.
 * - `paid_before`: the vault has paid this number, or its window has moved beyond it. The next look reads the window
 * - `stays`: this withdrawal's recipient is the reason; it is tried again some times, then given up
 * - `passes`: anything else, such as a pause, a limit, a vault or payer with too little, or a key without its role.
 *   That is no fault of the withdrawal: an alarm is raised, and it waits
 */
export type ChainRefusal = 'paid_before' | 'stays' | 'passes';

/**
 * @param error of the transaction, the chain's JSON
 * @param debitPlace index of the debit among its instructions
 */
export function refusalOf(error: string, debitPlace: number = DEBIT_PLACE): ChainRefusal {
  const code = debitErrorOf(error, debitPlace);
  switch (code === undefined ? undefined : vaultErrorOf(code)) {
    case 'AlreadyDebited':
    case 'PaymentSeqPassed':
      return 'paid_before';
    case 'WrongRecipient':
      return 'stays';
    default:
      return 'passes';
  }
}

/** `{"InstructionError":[2,{"Custom":6010}]}`: of the debit, not of another program with other error numbers. */
function debitErrorOf(error: string, debitPlace: number): number | undefined {
  const parsed = jsonOf(error);
  if (typeof parsed !== 'object' || parsed === null || !('InstructionError' in parsed)) {
    return undefined;
  }
  const failed: unknown = parsed.InstructionError;
  if (!Array.isArray(failed) || Number(failed[0]) !== debitPlace) return undefined;
  const reason: unknown = failed[1];
  if (typeof reason !== 'object' || reason === null || !('Custom' in reason)) return undefined;
  return Number(reason.Custom);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
