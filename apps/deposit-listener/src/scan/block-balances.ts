import { nativeMovementsOf, tokenMovementsOf } from '@bellwether/chain';
import type { Block } from '@bellwether/chain';
import type { ChainName } from '../parts';
import type { WatchedUsers } from '../watch/watched-set';
import type { BalanceBook } from './balance-book';

/** Records the balances that a block left in the accounts of the balance checks. */
export function noteBalances(
  book: BalanceBook,
  block: Block,
  { watched, chainName }: { readonly watched: WatchedUsers; readonly chainName: ChainName },
): void {
  const isExt = chainName === 'ext';
  for (const { owner, account, slot, amountBefore, amountAfter } of tokenMovementsOf(block)) {
    const user = isExt ? watched.ofDepositAddress(owner) : watched.ofProxyUsdcAccount(account);
    const checked = isExt ? user?.depositUsdcAccount : user?.proxyUsdcAccount;
    if (checked === account) book.moved(account, { amountBefore, amount: amountAfter, slot });
  }
  for (const { account, slot, lamportsBefore, lamportsAfter } of nativeMovementsOf(block)) {
    const user = isExt ? watched.ofDepositAddress(account) : watched.ofProxyWallet(account);
    if (user === undefined) continue;
    book.moved(account, { amountBefore: lamportsBefore, amount: lamportsAfter, slot });
  }
}
