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
/** Who is paid, and where. */
type Paid = Pick<Withdrawal, 'chain' | 'recipient'>;

export interface PaidAccount {
  readonly wallet: Address;
  /** Its associated account of USDC, which receives the payment. */
  readonly account: Address;
}

export async function paidAccountOf(
  { chain, recipient }: Paid,
  { usdc }: Pick<Parts, 'usdc'>,
): Promise<PaidAccount> {
  const wallet = addressOf(recipient);
  return { wallet, account: await associatedTokenAddress(wallet, usdc[chain]) };
}

/**
 * - `unusable`: a payment there would not be its owner's
 * - `missing`: its token account must be created, at the payer's cost
 */
export type RecipientNow = 'there' | 'missing' | 'unusable';

/**
 * By final accounts on which all nodes agree, so a no is a proof. A burn on main cannot be undone, so this is checked
 * before.
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function recipientNow(withdrawal: Paid, parts: Parts): Promise<RecipientNow> {
  const paid = await paidAccountOf(withdrawal, parts);
  if (paid.account === parts.vault.token) return 'unusable';
  const { accounts } = await parts.chains[withdrawal.chain].readAccounts([
    paid.wallet,
    paid.account,
  ]);
  const [wallet, account] = accounts;
  // A token account or a mint: nobody can sign for these.
  if (isOfTokens(wallet)) return 'unusable';
  if (!isOfTokens(account)) return 'missing';
  const held = parseTokenAccount(account);
  const isItsOwners =
    held !== undefined &&
    held.owner === paid.wallet &&
    held.mint === parts.usdc[withdrawal.chain] &&
    !held.isFrozen;
  return isItsOwners ? 'there' : 'unusable';
}

const isOfTokens = (account: ChainAccount | null | undefined): account is ChainAccount =>
  account?.program === TOKEN_PROGRAM || account?.program === TOKEN_2022_PROGRAM;
