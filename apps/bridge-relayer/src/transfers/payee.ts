import { addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import {
  SHARED_ACCOUNT_PATIENCE_MS,
  costMicroUsdc,
  payoutAccountOf,
  targetChainOf,
  tokenAccountRent,
} from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import type { RelayerParts } from '../parts';
import { recipientWalletOf } from './recipient-wallet';

type Parts = Pick<
  RelayerParts,
  'alarms' | 'chains' | 'now' | 'stores' | 'tariff' | 'usdc' | 'vault'
>;

/** Bytes of a token account. A smaller account is just lamports that somebody sent to its address. */
const TOKEN_ACCOUNT_BYTES = 165;

/**
 * The wallet whose token account the completion creates if it is missing; `undefined` if it creates none. For a
 * withdrawal this must be paid for: by the user's fee, or by the reserve if the account was closed after the price was
 * fixed. If the reserve is used up, the money waits at the bridge until there is an account, which anyone may create.
 */
export async function payeeOf(
  transfer: TransferRow,
  parts: Parts,
): Promise<Address | undefined | 'nobody_pays'> {
  const wallet = await recipientWalletOf(transfer, parts);
  // A deposit's account was created and charged before its transfer. Only the vault can close it.
  if (wallet === undefined || transfer.direction === 'deposit') return wallet;
  const { stores, chains, tariff, alarms, now } = parts;
  const { transferId, subjectId, recipientAccount } = transfer;
  const withdrawal = await stores.withdrawals.byId(subjectId);
  const chain = targetChainOf(transfer.direction);
  const { accounts } = await chains[chain].readAccounts([addressOf(recipientAccount)]);
  const account = payoutAccountOf({
    isThere: (accounts[0]?.data.length ?? 0) >= TOKEN_ACCOUNT_BYTES,
    gasItems: withdrawal?.gasItems ?? null,
    drawnMicroUsdc: transfer.reserveMicroUsdc + (withdrawal?.reserveMicroUsdc ?? 0),
  });
  if (account === 'paid_for') return wallet;
  if (account === 'there') return undefined;
  const isPatient = now() - transfer.updatedMs < SHARED_ACCOUNT_PATIENCE_MS;
  // Another withdrawal makes it, and this one waits for that.
  if (isPatient && withdrawal !== null && (await stores.withdrawals.isAccountPaidFor(withdrawal))) {
    return 'nobody_pays';
  }
  const rent = costMicroUsdc([tokenAccountRent(chain)], tariff);
  const isCovered =
    rent === 0 || (await stores.reserve.draw({ kind: 'transfer', id: transferId }, rent, now()));
  if (isCovered) return wallet;
  alarms.raise('gas_reserve_used_up', { transferId, rent });
  return 'nobody_pays';
}
