/**
 * Who pays for a recovery, decided before anything is signed. USDC and lamports pay for themselves, including the
 * recipient's USDC account if it must be created. The value of any other token is unknown: it is sent only to an
 * existing account, and the transaction is charged to the user's balance.
 */
import { LAMPORTS_PER_NATIVE_UNIT, gasBill, partsOfRecovery } from '@bellwether/funding';
import type { GasBill } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import { chainOf } from './free-balance';
import type { Holding } from './free-balance';

type Parts = Pick<ListenerParts, 'usdc' | 'tariff'>;

export type RecoveryGas =
  /** `gas`: the part of the holding, in base units, that pays for the transaction. */
  | {
      readonly paidBy: 'holding';
      readonly bill: GasBill;
      readonly gas: bigint;
      readonly makesAccount: boolean;
    }
  /** Charged: owed by the user. */
  | { readonly paidBy: 'balance'; readonly bill: GasBill }
  /** The recipient has no account of the token, and none is created. */
  | { readonly paidBy: 'nobody' };

/** @param account whether the recipient has the account that the holding is paid into */
export function recoveryGas(
  { usdc, tariff }: Parts,
  holding: Holding,
  account: 'there' | 'missing',
): RecoveryGas {
  const isThere = account === 'there';
  const chain = chainOf(holding);
  const isUsdc = holding.kind === 'tokens' && holding.mint.address === usdc[chain];
  if (!isThere && !isUsdc) return { paidBy: 'nobody' };
  const bill = gasBill(partsOfRecovery({ makesAccount: !isThere, chain }), tariff);
  if (holding.kind !== 'tokens') {
    const price = BigInt(tariff.extNativePriceMicroUsdc);
    const lamports =
      (BigInt(bill.microUsdc) * BigInt(LAMPORTS_PER_NATIVE_UNIT) + price - 1n) / price;
    return { paidBy: 'holding', bill, gas: lamports, makesAccount: false };
  }
  if (!isUsdc) return { paidBy: 'balance', bill };
  return { paidBy: 'holding', bill, gas: BigInt(bill.microUsdc), makesAccount: !isThere };
}

/** The fee, if it is above the most that the user signed, in micro-USDC; 0: any fee. */
export const feeAbove = (paying: RecoveryGas, maxGasFee: number): number | null => {
  if (paying.paidBy === 'nobody' || maxGasFee === 0) return null;
  return paying.bill.microUsdc > maxGasFee ? paying.bill.microUsdc : null;
};
