import { sameBytes } from '@bellwether/codec';
import type { VaultEvent } from '@bellwether/vault-program';
import { addressOf } from '../address';
import { vaultEventsOf } from '../blocks/vault-events';
import type { FinalTransaction } from '../transactions/find-transaction';
import type { TransactionSearch } from '../transactions/transaction-search';
import type { Vault } from './vault-addresses';

export type DebitEvent = Extract<VaultEvent, { readonly kind: 'Debit' }>;

export interface FoundDebit {
  readonly final: FinalTransaction;
  readonly event: DebitEvent;
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
    vaultEventsOf(final.block, vault)
      .events.map(({ event }) => event)
      .filter((event) => event.kind === 'Debit')
      .find((event) => sameBytes(event.withdrawalId, withdrawalId));
  const final = await search.find(addressOf(withdrawalId), (found) => debitIn(found) !== undefined);
  return final === undefined ? undefined : { final, event: debitIn(final)! };
}
