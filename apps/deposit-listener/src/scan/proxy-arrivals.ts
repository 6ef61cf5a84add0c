/** USDC that arrived at the associated token accounts of proxy wallets. */
import type { Address, Block, BlockTransaction, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { isBookable, movementIndex } from '@bellwether/funding';
import type { WatchedUser, WatchedUsers } from '../watch/watched-set';
import type { CompletedTransfer } from './completed-transfers';
import type { SetAside } from './scan-metrics';
import type { CreditSeen } from './seen-credits';

/** Everything that arrived at one account in one transaction. */
export interface ProxyPayment {
  readonly user: WatchedUser;
  readonly transaction: BlockTransaction;
  /** In the transaction's list of accounts. */
  readonly account: number;
  /** Arrivals before each credit of the account, in order, and after the last one. */
  readonly amounts: readonly bigint[];
}

export interface ProxyPaymentsParts {
  readonly vault: Pick<Vault, 'mint'>;
  readonly watched: Pick<WatchedUsers, 'ofProxyUsdcAccount'>;
  /** Of this block. */
  readonly credits: readonly CreditSeen[];
  readonly setAside: (why: SetAside, movement: object) => void;
}

/**
 * It uses the balances before and after. Only the vault takes from these accounts, and it takes everything, in known
 * credits. So the arrivals are the balance after plus the credits, less the balance before.
 */
export function proxyPaymentsOf(block: Block, parts: ProxyPaymentsParts): ProxyPayment[] {
  return block.transactions.flatMap((transaction) => paymentsIn(transaction, parts));
}

function paymentsIn(transaction: BlockTransaction, parts: ProxyPaymentsParts): ProxyPayment[] {
  if (transaction.error !== null) return [];
  const { vault, watched, credits, setAside } = parts;
  return accountsOfMint(transaction, vault.mint).flatMap((account): ProxyPayment[] => {
    const address = transaction.accounts[account];
    const user = address === undefined ? undefined : watched.ofProxyUsdcAccount(address);
    if (user === undefined) return [];
    const before = balanceOf(transaction.tokensBefore, account);
    const after = balanceOf(transaction.tokensAfter, account);
    const swept = sweptIn(transaction.signature, user, credits);
    // A credit leaves nothing there.
    const amounts = [...swept, after].map((amount, at) => (at === 0 ? amount - before : amount));
    if (amounts.every((amount) => amount <= 0n)) return [];
    // The vault would credit it together with everything else there, and none of that could be booked.
    if (![...swept, after].every(isBookable)) {
      setAside('too_large', { signature: transaction.signature, account: address });
      return [];
    }
    return [{ user, transaction, account, amounts }];
  });
}

function accountsOfMint(transaction: BlockTransaction, mint: Address): number[] {
  const balances = [...transaction.tokensBefore, ...transaction.tokensAfter];
  const indexes = balances.filter((one) => one.mint === mint).map((one) => one.accountIndex);
  return [...new Set(indexes)].sort((one, other) => one - other);
}

const balanceOf = (balances: BlockTransaction['tokensBefore'], accountIndex: number): bigint =>
  balances.find((one) => one.accountIndex === accountIndex)?.amount ?? 0n;

/**
 * The amount that each credit of the associated account swept. Arrivals at other accounts, which anyone may give the
 * wallet, do not count.
 */
function sweptIn(
  signature: string,
  { user }: WatchedUser,
  credits: readonly CreditSeen[],
): bigint[] {
  const userHex = toHex(user);
  return credits
    .filter((one) => one.signature === signature && one.sideAccount === null)
    .filter((one) => toHex(one.user) === userHex)
    .map((one) => one.amountMicroUsdc ?? one.atLeastMicroUsdc);
}

/** A part of a payment: a completed bridge transfer, or the rest before a credit. */
export interface ProxyArrival {
  /** As in a movement's key (`movementIndex`). */
  readonly accountIndex: number;
  readonly amountMicroUsdc: number;
  /** Null for the rest. */
  readonly by: CompletedTransfer['by'] | null;
}

/**
 * Anyone may complete a transfer of the exchange, and pay or credit the same account in the same transaction. So each
 * transfer is counted apart, with its exact amount.
 * @param transfers into this account, in the transaction's order
 */
export function arrivalsOf(
  { account, amounts }: Pick<ProxyPayment, 'account' | 'amounts'>,
  transfers: readonly Pick<CompletedTransfer, 'by' | 'amount'>[],
): ProxyArrival[] {
  const arrivals: ProxyArrival[] = [];
  let next = 0;
  for (const [creditsBefore, amount] of amounts.entries()) {
    let [left, part] = [amount, 0];
    const add = (of: bigint, by: ProxyArrival['by']): void => {
      if (of <= 0n) return;
      const accountIndex = movementIndex({ account, part: part++, creditsBefore });
      arrivals.push({ accountIndex, amountMicroUsdc: Number(of), by });
      left -= of;
    };
    for (; next < transfers.length && transfers[next]!.amount <= left; next++) {
      add(transfers[next]!.amount, transfers[next]!.by);
    }
    add(left, null);
  }
  return arrivals;
}
