import { vaultEventsOf } from '@bellwether/chain';
import type { Address, Chain, Vault } from '@bellwether/chain';
import { TRANSACTIONS_PER_CREDIT_SEARCH } from '../limits';
import { creditsSeenIn } from './seen-credits';
import type { CreditSeen, ProxyUsers } from './seen-credits';

export interface CreditHistoryParts {
  readonly chain: Pick<Chain, 'signaturesOf' | 'findTransaction'>;
  readonly vault: Vault;
  readonly users: ProxyUsers;
}

/** The credits of one proxy wallet as its transactions show them now: nodes may have learned what they omitted. */
export class CreditHistory {
  constructor(private readonly parts: CreditHistoryParts) {}

  /** From a slot to a slot, both inclusive, in the chain's order. If there are very many, only the newest. */
  async of(
    proxy: Address,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<CreditSeen[]> {
    const { chain, vault, users } = this.parts;
    const limit = TRANSACTIONS_PER_CREDIT_SEARCH;
    const listed = await chain.signaturesOf(proxy, { limit });
    const seen: CreditSeen[] = [];
    for (const { signature, slot, error } of listed.reverse()) {
      if (slot < from || slot > to || error !== null) continue;
      const final = await chain.findTransaction(signature);
      if (final === undefined) continue;
      const logged = vaultEventsOf({ ...final.block, transactions: [final.transaction] }, vault);
      seen.push(...(await creditsSeenIn(logged, users)).filter((one) => one.proxy === proxy));
    }
    return seen.sort((one, other) => one.slot - other.slot || one.txIndex - other.txIndex);
  }
}
