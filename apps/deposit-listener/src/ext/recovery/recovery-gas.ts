/**
 * Who pays for a recovery, decided before anything is signed. USDC and lamports pay for themselves, including the
 * recipient's USDC account if it must be created. The value of any other token is unknown: it is sent only to an
 * existing account, and the transaction is charged to the user's balance.
 */
import { addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { LAMPORTS_PER_NATIVE_UNIT, gasBill, partsOfRecovery } from '@bellwether/funding';
import type { GasBill } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import { TOKEN_ACCOUNT_BYTES } from '../limits';
import type { Holding } from './free-balance';
import { recipientAccount } from './recovery-transaction';

type Parts = Pick<ListenerParts, 'chains' | 'usdc' | 'tariff'>;

export type RecoveryGas =
  /** How much of the holding, in base units, the payer keeps. */
  | { readonly paidBy: 'holding'; readonly gas: bigint; readonly makesAccount: boolean }
  /** Charged: owed by the user. */
  | { readonly paidBy: 'balance'; readonly bill: GasBill }
  /** The recipient has no account of the token, and none is created. */
  | { readonly paidBy: 'nobody' };

/** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT */
export async function recoveryGas(
  { chains, usdc, tariff }: Parts,
  holding: Holding,
  recipient: Uint8Array,
): Promise<RecoveryGas> {
  const account = await recipientAccount(holding, addressOf(recipient));
  const isThere = account === null || (await isTokenAccount(chains, account));
  const isUsdc = holding.kind === 'tokens' && holding.mint.address === usdc.ext;
  if (!isThere && !isUsdc) return { paidBy: 'nobody' };
  const bill = gasBill(partsOfRecovery({ makesAccount: !isThere }), tariff);
  if (holding.kind === 'lamports') {
    const price = BigInt(tariff.extNativePriceMicroUsdc);
    const lamports =
      (BigInt(bill.microUsdc) * BigInt(LAMPORTS_PER_NATIVE_UNIT) + price - 1n) / price;
    return { paidBy: 'holding', gas: lamports, makesAccount: false };
  }
  if (!isUsdc) return { paidBy: 'balance', bill };
  return { paidBy: 'holding', gas: BigInt(bill.microUsdc), makesAccount: !isThere };
}

async function isTokenAccount(chains: Parts['chains'], account: Address): Promise<boolean> {
  const found = await chains.ext.readAccount(account);
  // Anyone may send lamports to the address: then an account exists, but not a token account.
  return found !== null && found.data.length >= TOKEN_ACCOUNT_BYTES;
}
