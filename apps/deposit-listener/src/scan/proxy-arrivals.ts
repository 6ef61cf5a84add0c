import type { Address, Block, BlockTransaction, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import type { WatchedSet, WatchedUser } from '../watch/watched-set';
import type { CreditSeen } from './seen-credits';

/** USDC that came into a proxy wallet's token account in one transaction. */
export interface ProxyArrival {
  readonly user: WatchedUser;
  readonly signature: string;
  /** Of the token account, or of the wallet for what was swept in the same transaction while something came after. */
  readonly accountIndex: number;
  /** Where it stands among the credits: what a credit of its own transaction swept stands one before that. */
  readonly txIndex: number;
  readonly amountMicroUsdc: number;
}

export interface ProxyArrivalsParts {
  readonly vault: Vault;
  readonly watched: Pick<WatchedSet, 'ofProxyUsdcAccount'>;
  /** Of this block. */
  readonly credits: readonly CreditSeen[];
}

/**
 * Goes by the balances before and after: only the vault takes out of these accounts, and it takes all, in credits that
 * are known. So what came is what is there, and what was credited, less what was there.
 */
export function proxyArrivalsOf(block: Block, parts: ProxyArrivalsParts): ProxyArrival[] {
  return block.transactions.flatMap((transaction) => arrivalsIn(transaction, parts));
}

function arrivalsIn(transaction: BlockTransaction, parts: ProxyArrivalsParts): ProxyArrival[] {
  if (transaction.error !== null) return [];
  const { vault, watched, credits } = parts;
  const { signature, index } = transaction;
  return accountsOfMint(transaction, vault.mint).flatMap((accountIndex): ProxyArrival[] => {
    const account = transaction.accounts[accountIndex];
    const user = account === undefined ? undefined : watched.ofProxyUsdcAccount(account);
    if (user === undefined) return [];
    const before = balanceOf(transaction.tokensBefore, accountIndex);
    const after = balanceOf(transaction.tokensAfter, accountIndex);
    const swept = sweptIn(signature, user, credits);
    const arrival = (place: Pick<ProxyArrival, 'accountIndex' | 'txIndex'>, amount: bigint) =>
      amount > 0n ? [{ user, signature, ...place, amountMicroUsdc: microUsdc(amount) }] : [];
    if (swept === 0n) return arrival({ accountIndex, txIndex: index }, after - before);
    // The last credit left nothing there: what is there came after it, what it swept came before it.
    const walletIndex = transaction.accounts.indexOf(user.proxyWallet);
    const sweptIndex = after === 0n ? accountIndex : walletIndex;
    return [
      ...arrival({ accountIndex: sweptIndex, txIndex: index - 1 }, swept - before),
      ...arrival({ accountIndex, txIndex: index }, after),
    ];
  });
}

function accountsOfMint(transaction: BlockTransaction, mint: Address): number[] {
  const balances = [...transaction.tokensBefore, ...transaction.tokensAfter];
  const indexes = balances.filter((one) => one.mint === mint).map((one) => one.accountIndex);
  return [...new Set(indexes)].sort((one, other) => one - other);
}

const balanceOf = (balances: BlockTransaction['tokensBefore'], accountIndex: number): bigint =>
  balances.find((one) => one.accountIndex === accountIndex)?.amount ?? 0n;

function sweptIn(signature: string, { user }: WatchedUser, credits: readonly CreditSeen[]): bigint {
  if (credits.length === 0) return 0n;
  const userHex = toHex(user);
  return credits
    .filter((one) => one.signature === signature && toHex(one.user) === userHex)
    .reduce((sum, one) => sum + (one.amountMicroUsdc ?? one.atLeastMicroUsdc), 0n);
}

/** There is not so much of it in the world. */
export function microUsdc(amount: bigint): number {
  if (amount <= Number.MAX_SAFE_INTEGER) return Number(amount);
  throw new Fault('poison', `an amount of ${amount} micro-USDC`);
}
