import { addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import {
  costMicroUsdc,
  payoutAccountOf,
  targetChainOf,
  tokenAccountRent,
} from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import type { RelayerParts } from '../parts';
import { recipientWalletOf } from './recipient-wallet';

type Parts = Pick<RelayerParts, 'chains' | 'stores' | 'tariff' | 'usdc' | 'vault'>;

/** Bytes of a token account. A smaller account is just lamports that somebody sent to its address. */
const TOKEN_ACCOUNT_BYTES = 165;

/**
 * The wallet whose token account the completion creates if it is missing; `undefined` if it creates none. For a
 * withdrawal this must be paid for by the user's fee. If the account was closed after the price was fixed, the money
 * waits at the bridge until there is an account, which anyone may create.
 */
export async function payeeOf(
  transfer: TransferRow,
  parts: Parts,
): Promise<Address | undefined | 'nobody_pays'> {
  const wallet = await recipientWalletOf(transfer, parts);
  // A deposit's account was created and charged before its transfer. Only the vault can close it.
  if (wallet === undefined || transfer.direction === 'deposit') return wallet;
  const { stores, chains, tariff } = parts;
  const { subjectId, recipientAccount } = transfer;
  const withdrawal = await stores.withdrawals.byId(subjectId);
  const chain = targetChainOf(transfer.direction);
  const { accounts } = await chains[chain].readAccounts([addressOf(recipientAccount)]);
  const account = payoutAccountOf({
    isThere: (accounts[0]?.data.length ?? 0) >= TOKEN_ACCOUNT_BYTES,
    gasItems: withdrawal?.gasItems ?? null,
  });
  if (account === 'paid_for') return wallet;
  if (account === 'there') return undefined;
  // Another withdrawal may make it, and this one waits for that.
  return costMicroUsdc([tokenAccountRent(chain)], tariff) === 0 ? wallet : 'nobody_pays';
}
