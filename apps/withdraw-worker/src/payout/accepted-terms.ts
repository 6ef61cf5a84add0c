import { toHex } from '@bellwether/codec';
import type { WithdrawalView } from '@bellwether/exchange';
import type { NewWithdrawal } from '@bellwether/funding';

/** All that decides who is paid and how much. */
type Terms = Omit<NewWithdrawal, 'withdrawalId' | 'builder' | 'gasItems'>;

/**
 * In what a record is not what the engine accepted, by name; null where it is the same in all that decides who is paid and
 * how much. A row can be changed by whoever gets into the database; what the engine accepted stands in the journal.
 * @param depositAddress where the engine's withdrawal goes that names no recipient
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
    nonce: accepted.nonce,
    acceptedSeq: accepted.seq,
  };
  const names = Object.keys(terms) as (keyof Terms)[];
  return names.find((name) => textOf(record[name]) !== textOf(terms[name])) ?? null;
}

const textOf = (term: Uint8Array | string | number | null): string =>
  term instanceof Uint8Array ? toHex(term) : String(term);
