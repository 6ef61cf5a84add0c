import {
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  addressOf,
  associatedTokenAddress,
  parseTokenAccount,
} from '@bellwether/chain';
import type { Address, ChainAccount } from '@bellwether/chain';
import type { Withdrawal } from '@bellwether/funding';
import type { WorkerParts } from '../parts';

type Parts = Pick<WorkerParts, 'chains' | 'usdc' | 'vault'>;

export interface PaidAccount {
  readonly wallet: Address;
  /** Its associated account of USDC, which is what is paid. */
  readonly account: Address;
}

export async function paidAccountOf(
  { chain, recipient }: Withdrawal,
  { usdc }: Pick<Parts, 'usdc'>,
): Promise<PaidAccount> {
  const wallet = addressOf(recipient);
  return { wallet, account: await associatedTokenAddress(wallet, usdc[chain]) };
}

/**
 * Whether what is paid there would be its owner's: by final accounts that all nodes agree upon, so a no is a proof. What
 * was burned on main cannot come back, so this is asked before.
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function isUsable(withdrawal: Withdrawal, parts: Parts): Promise<boolean> {
  const paid = await paidAccountOf(withdrawal, parts);
  if (paid.account === parts.vault.token) return false;
  const { accounts } = await parts.chains[withdrawal.chain].readAccounts([
    paid.wallet,
    paid.account,
  ]);
  const [wallet, account] = accounts;
  // The account of a token account, or of a mint: nobody signs for these.
  if (isOfTokens(wallet)) return false;
  if (!isOfTokens(account)) return true;
  const held = parseTokenAccount(account);
  return (
    held !== undefined &&
    held.owner === paid.wallet &&
    held.mint === parts.usdc[withdrawal.chain] &&
    !held.isFrozen
  );
}

const isOfTokens = (account: ChainAccount | null | undefined): account is ChainAccount =>
  account?.program === TOKEN_PROGRAM || account?.program === TOKEN_2022_PROGRAM;
