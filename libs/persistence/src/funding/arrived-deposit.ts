import { depositIdOf, newDeposit } from '@bellwether/funding';
import { insertDeposit } from './deposit-rows';
import type { MainArrival } from './main-arrival-rows';
import type { Client } from './table';

/**
 * Inserts the deposit for an arrival in a proxy wallet that no other record explains.
 * @param mint USDC of main
 * @returns the deposit's id, whether it is new or not
 */
export async function insertArrivedDeposit(
  client: Client,
  arrival: Pick<MainArrival, 'user' | 'txSignature' | 'accountIndex' | 'slot' | 'amountMicroUsdc'>,
  { mint, nowMs }: { readonly mint: Uint8Array; readonly nowMs: number },
): Promise<Uint8Array> {
  const { user, txSignature, accountIndex, slot, amountMicroUsdc } = arrival;
  const found = {
    user,
    txSignature,
    accountIndex,
    slot,
    mint,
    source: 'main_usdc',
    sourceToken: 'USDC',
    sourceAmount: BigInt(amountMicroUsdc),
  } as const;
  await insertDeposit(client, 'deposit-listener', newDeposit(found, nowMs));
  return depositIdOf({ chain: 'main', txSignature, accountIndex });
}
