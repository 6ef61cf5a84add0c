import { NONCE_KINDS } from '../command';
import type { ExchangeState } from '../state';
import type { BreachList } from './breach';

/** I8: nonces rise. The remembered nonces of each user and kind strictly decrease from the highest one used. */
export function checkNonces(state: ExchangeState, found: BreachList): void {
  const { accountTable, outcomes } = state;
  for (let account = 1; account <= accountTable.count; account++) {
    for (const [kind, name] of NONCE_KINDS.entries()) {
      let above = outcomes.lastNonce(account, kind) + 1;
      for (const { nonce } of outcomes.chain(account, kind)) {
        found.expect(nonce < above && nonce >= 1, 'I8', 0, () => {
          return `account ${account} used ${name} nonce ${nonce} before ${above}`;
        });
        above = nonce;
      }
    }
  }
}
