import {
  TransactionSearch,
  addressOf,
  nativeMovementsIn,
  signatureBytes,
  tokenMovementsIn,
} from '@bellwether/chain';
import type { Address, FinalTransaction } from '@bellwether/chain';
import type { Recovery } from '@bellwether/persistence';
import type { ListenerParts, OfBoth } from '../../parts';
import { chainOf } from './free-balance';
import type { Holding } from './free-balance';

type Parts = Pick<ListenerParts, 'stores' | 'chains' | 'listener'>;

/** Clocks of a chain and of the engine differ. */
const CLOCK_MARGIN_MS = 60_000;

export type MadeRecovery =
  | 'none'
  | 'searching'
  | { readonly amount: bigint; readonly txSignature: Uint8Array };

/**
 * Recoveries that no row knows were sent: PostgreSQL was put back to an older copy. A transaction names no recovery, so
 * the one of a recovery is the oldest unknown one since its authorization that sent its user's tokens to its recipient.
 */
export class MadeRecoveries {
  private readonly searches: OfBoth<TransactionSearch>;

  constructor(private readonly parts: Parts) {
    const { ext, main } = parts.chains;
    this.searches = { ext: new TransactionSearch(ext), main: new TransactionSearch(main) };
  }

  /** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT */
  async of(recovery: Recovery, depositAddress: Address, holding: Holding): Promise<MadeRecovery> {
    const { stores } = this.parts;
    const search = this.searches[chainOf(holding)];
    const from = holding.kind === 'lamports' ? depositAddress : holding.accounts[0]!;
    const found = await search.find(from, async (one) => {
      if (this.sentBy(recovery, depositAddress, holding, one) <= 0n) return false;
      const txSignature = signatureBytes(one.transaction.signature);
      return !(await stores.transactions.knowsRecovery(recovery.user, txSignature));
    });
    if (found === undefined) return search.isUnderWay(from) ? 'searching' : 'none';
    const txSignature = signatureBytes(found.transaction.signature);
    return { amount: this.sentBy(recovery, depositAddress, holding, found), txSignature };
  }

  /** The recipient's amount: 0 if this is no recovery of the user's to it. */
  private sentBy(
    { recipient, authorizedMs }: Recovery,
    depositAddress: Address,
    holding: Holding,
    { transaction, block: { slot, timestampSeconds } }: FinalTransaction,
  ): bigint {
    const { accounts, signerCount } = transaction;
    if (accounts[0] !== this.parts.listener.address) return 0n;
    if (!accounts.slice(0, signerCount).includes(depositAddress)) return 0n;
    const atMs = (timestampSeconds ?? Number.MAX_SAFE_INTEGER) * 1_000;
    if (atMs + CLOCK_MARGIN_MS < (authorizedMs ?? 0)) return 0n;
    const to = addressOf(recipient);
    const amounts =
      holding.kind === 'tokens'
        ? tokenMovementsIn(transaction, slot)
            .filter(({ owner, mint }) => owner === to && mint === holding.mint.address)
            .map(({ amountBefore, amountAfter }) => amountAfter - amountBefore)
        : nativeMovementsIn(transaction, slot)
            .filter(({ account }) => account === to)
            .map(({ lamportsBefore, lamportsAfter }) => lamportsAfter - lamportsBefore);
    return amounts.reduce((sum, amount) => sum + amount, 0n);
  }
}
