import { sameBytes } from '@bellwether/codec';
import { debit } from '@bellwether/vault-program';
import type { VaultEvent } from '@bellwether/vault-program';
import { addressOf } from '../address';
import type { Address } from '../address';
import { vaultEventsOf } from '../blocks/vault-events';
import type { FinalTransaction } from '../transactions/find-transaction';
import type { TransactionSearch } from '../transactions/transaction-search';
import type { Vault } from './vault-addresses';

export type DebitEvent = Extract<VaultEvent, { readonly kind: 'Debit' }>;

export interface FoundDebit {
  readonly final: FinalTransaction;
  readonly event: DebitEvent;
  /** All debits of the transaction, of which this is one, with the account on the other chain where they name one. */
  readonly beside: readonly NamedDebit[];
}

export interface NamedDebit {
  readonly event: DebitEvent;
  readonly paidThere: Address | undefined;
}

/**
 * The final transaction with the vault's debit for this withdrawal, by its event. Anyone may name the id in other
 * transactions as often as they like, so it is searched among all of them, some per call.
 * @returns undefined if none of this call's is it: look again while `search.isUnderWay(addressOf(withdrawalId))`
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function findDebit(
  search: TransactionSearch,
  vault: Vault,
  withdrawalId: Uint8Array,
): Promise<FoundDebit | undefined> {
  const debitIn = (final: FinalTransaction): DebitEvent | undefined =>
    debitsIn(final, vault).find((event) => sameBytes(event.withdrawalId, withdrawalId));
  const final = await search.find(addressOf(withdrawalId), (found) => debitIn(found) !== undefined);
  if (final === undefined) return undefined;
  const beside = debitsIn(final, vault).map((event) => ({
    event,
    paidThere: placeNamedBeside(final, vault, event),
  }));
  return { final, event: debitIn(final)!, beside };
}

const debitsIn = ({ block }: FinalTransaction, vault: Vault): DebitEvent[] =>
  vaultEventsOf(block, vault)
    .events.map(({ event }) => event)
    .filter((event) => event.kind === 'Debit');

const NAMES = Object.keys(debit.accounts);

function placeNamedBeside(
  { transaction }: FinalTransaction,
  { program }: Vault,
  { withdrawalId }: DebitEvent,
): Address | undefined {
  const reference = addressOf(withdrawalId);
  const paying = transaction.instructions.find(
    (one) => one.program === program && one.accounts[NAMES.indexOf('reference')] === reference,
  );
  return paying?.accounts[NAMES.length];
}
