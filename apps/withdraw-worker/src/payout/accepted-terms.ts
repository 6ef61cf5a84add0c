import { toHex } from '@bellwether/codec';
import type { WithdrawalView } from '@bellwether/exchange';
import type { NewWithdrawal } from '@bellwether/funding';

/** The fields that decide recipient and amount. */
type Terms = Omit<NewWithdrawal, 'withdrawalId' | 'builder' | 'gasItems'>;

/**
 * Names the difference between a record and the engine's acceptance; null if recipient and amount are equal. Anyone
 * with access to the database can change a row; the acceptance is in the journal.
 * @param depositAddress the recipient of an engine withdrawal that names none
 */
export function termNotAccepted(
  record: Terms,
  accepted: WithdrawalView,
  depositAddress: Uint8Array | null,
): keyof Terms | null {
  const terms: { readonly [Term in keyof Terms]: Terms[Term] | null } = {
    user: accepted.user,
    amountMicroUsdc: accepted.amount,
    gasFeeMicroUsdc: accepted.gasFee,
    chain: accepted.chain,
    recipientKind: accepted.recipientKind,
    recipient: accepted.recipient ?? depositAddress,
    allowProgramAddress: accepted.allowProgramAddress,
    nonce: accepted.nonce,
    acceptedSeq: accepted.seq,
    paymentSeq: accepted.paymentSeq,
  };
  const names = Object.keys(terms) as (keyof Terms)[];
  return names.find((name) => textOf(record[name]) !== textOf(terms[name])) ?? null;
}

const textOf = (term: Uint8Array | string | number | boolean | null): string =>
  term instanceof Uint8Array ? toHex(term) : String(term);
