/** A user may recover a holding that exists and is worth its transaction, and only without a debt. */
import type { Recoverable } from '@bellwether/bus';
import { toBase58 } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { BalanceView } from '@bellwether/exchange';
import { requireWallet } from '@bellwether/funding-runtime';
import type { ListenerParts } from '../../parts';
import { heldNow, holdingOf, payeeOf, sumOf } from './free-balance';
import type { Holding } from './free-balance';
import { feeAbove, recoveryGas } from './recovery-gas';
import type { RecoveryGas } from './recovery-gas';

type Parts = Pick<
  ListenerParts,
  'stores' | 'chains' | 'engine' | 'addresses' | 'sides' | 'usdc' | 'tariff' | 'vault'
>;

/**
 * @throws CodedError RECIPIENT_NOT_A_WALLET; FEE_ABOVE_MAX; GAS_DEBT_UNPAID while gas is owed that the balance does not
 *   cover; VALIDATION_FAILED if there is no such mint, or the recipient has no account of a token for which none is
 *   created; NOTHING_TO_RECOVER; AMOUNT_BELOW_GAS, INSUFFICIENT_BALANCE if nothing pays for the transaction;
 *   CHAIN_UNAVAILABLE, ENGINE_UNAVAILABLE
 */
export async function requireRecoverable(parts: Parts, asked: Recoverable): Promise<void> {
  const { user, mint, recipient } = asked;
  const { addresses } = parts;
  const { owed, ...balance } = await meansOf(parts, user);
  if (owed > balance.available) throw new CodedError('GAS_DEBT_UNPAID', { gas_debt: owed });
  const { depositAddress } = await addresses.of(user);
  const { holding, account } = await requirePayee(parts, asked);
  // How much of it is free is decided when its transaction is made.
  const held = sumOf((await heldNow(parts, depositAddress, holding)).held);
  if (held === 0n) throw new CodedError('NOTHING_TO_RECOVER', { mint: toBase58(mint) });
  const paying = recoveryGas(parts, holding, account);
  requireFeeWithin(paying, asked);
  switch (paying.paidBy) {
    case 'nobody':
      throw wrong('recipient_ext', recipient, 'a wallet that has an account of this token');
    case 'holding':
      if (held > paying.gas) return;
      throw new CodedError('AMOUNT_BELOW_GAS', {
        amount: String(held),
        gas_fee: String(paying.gas),
      });
    case 'balance': {
      const { available, locked } = balance;
      const required = owed + paying.bill.microUsdc;
      if (available >= required) return;
      const shortfall = required - available;
      throw new CodedError('INSUFFICIENT_BALANCE', { required, available, locked, shortfall });
    }
  }
}

function requireFeeWithin(paying: RecoveryGas, { maxGasFee }: Recoverable): void {
  const fee = feeAbove(paying, maxGasFee);
  if (fee === null) return;
  throw new CodedError('FEE_ABOVE_MAX', { gas_fee: fee, max_gas_fee: maxGasFee });
}

/**
 * The payment, and whether its recipient has the account for it.
 * @throws CodedError VALIDATION_FAILED if there is no such mint; RECIPIENT_NOT_A_WALLET; CHAIN_UNAVAILABLE
 */
async function requirePayee(
  parts: Parts,
  { user, mint, ...to }: Recoverable,
): Promise<{ readonly holding: Holding; readonly account: 'there' | 'missing' }> {
  const { depositAddress } = await parts.addresses.of(user);
  const holding = await holdingOf(parts, depositAddress, mint);
  if (holding === null) throw wrong('mint', mint, 'a mint of this chain');
  return { holding, account: await requireWallet(payeeOf(to, holding), parts) };
}

/** The user's balance in the exchange, and its gas debt, including charges that the engine has not booked yet. */
async function meansOf(
  { engine, stores }: Pick<Parts, 'engine' | 'stores'>,
  user: Uint8Array,
): Promise<BalanceView & { readonly owed: number }> {
  const { view } = await engine.query('balance', { user });
  return { ...view, owed: view.gasDebt + (await stores.charges.waitingMicroUsdc(user)) };
}

/** Whether the balance still pays for it: other recoveries of the user may have been signed since the request. */
export async function coversGas(
  parts: Pick<Parts, 'engine' | 'stores'>,
  user: Uint8Array,
  microUsdc: number,
): Promise<boolean> {
  const { available, owed } = await meansOf(parts, user);
  return available >= owed + microUsdc;
}

const wrong = (field: string, value: Uint8Array, expected: string): CodedError =>
  new CodedError('VALIDATION_FAILED', { field, value: toBase58(value), expected });
