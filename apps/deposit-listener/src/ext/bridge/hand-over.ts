/** Passes a signed transfer to the relayer: record, charge and message of a deposit. */
import { bytesOfAddress } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { depositTransferId, gasBill, partsOfBridging, sharersOf } from '@bellwether/funding';
import type { Deposit, GasTariff, OutgoingFundingMessage } from '@bellwether/funding';
import type { DepositChange, NewGasCharge, NewStoredTransaction } from '@bellwether/persistence';
import type { Sharing } from './sent-transfers';
import type { Member } from './shared-transfer';

/** The transaction; without its purpose, if it is stored apart, as the one of several deposits is. Without bytes: it is on the chain. */
export type Source =
  | NewStoredTransaction
  | Pick<NewStoredTransaction, 'signature' | 'bytes' | 'lastValidBlockHeight'>
  | { readonly signature: Uint8Array; readonly bytes: null };

export function handedOver(
  { deposit, places }: Member,
  source: Source,
  { split, share }: Sharing,
  { tariff, nowMs }: { readonly tariff: GasTariff; readonly nowMs: number },
): DepositChange {
  const { depositId, user, attempt, amountMicroUsdc } = deposit;
  const transferId = depositTransferId(depositId, attempt);
  const { signature: txSignature } = source;
  const message: OutgoingFundingMessage = {
    messageId: `transfer:${transferId}:signed`,
    message: {
      kind: 'transfer_signed',
      transferId,
      direction: 'deposit',
      subjectId: depositId,
      user,
      amountMicroUsdc,
      recipientAccount: bytesOfAddress(places.proxyUsdcAccount),
      split,
      share,
      sourceSignature: txSignature,
      sourceBytes: source.bytes,
      lastValidBlockHeight: source.bytes === null ? null : source.lastValidBlockHeight,
    },
  };
  const keep = 'purpose' in source ? [{ ...source, handedOver: true }] : [];
  return {
    depositId,
    fact: { kind: 'transfer_signed', transferId, txSignature, split, share },
    nowMs,
    attempt,
    effects: { keep, messages: [message], charges: [chargeOf(deposit, sharersOf(split), tariff)] },
  };
}

/** Once per deposit: only one of the attempts can land, and this pays for its completion on main. */
function chargeOf({ user, depositId }: Deposit, sharers: number, tariff: GasTariff): NewGasCharge {
  const { microUsdc: amountMicroUsdc, items } = gasBill(partsOfBridging(sharers), tariff);
  const purpose = `deposit:${toHex(depositId)}:bridge`;
  return { user, purpose, amountMicroUsdc, items, depositId };
}
