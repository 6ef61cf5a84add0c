import { addressOf, associatedTokenAddress } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import type { Withdrawal } from '@bellwether/funding';
import type { Payee } from '@bellwether/funding-runtime';
import type { WorkerParts } from '../parts';

/** Who is paid, and where. */
type Paid = Pick<Withdrawal, 'chain' | 'recipient'>;

export interface PaidAccount {
  readonly wallet: Address;
  /** Its associated account of USDC, which receives the payment. */
  readonly account: Address;
}

export async function paidAccountOf(
  { chain, recipient }: Paid,
  { usdc }: Pick<WorkerParts, 'usdc'>,
): Promise<PaidAccount> {
  const wallet = addressOf(recipient);
  return { wallet, account: await associatedTokenAddress(wallet, usdc[chain]) };
}

export const payeeOf = (
  {
    chain,
    recipient,
    recipientKind,
    allowProgramAddress,
  }: Paid & Pick<Withdrawal, 'recipientKind' | 'allowProgramAddress'>,
  { usdc }: Pick<WorkerParts, 'usdc'>,
): Payee => ({
  chain,
  recipient,
  isDefault: recipientKind === 'default',
  allowProgramAddress,
  token: { mint: usdc[chain] },
});
