import { listOf, numberOf, textOf } from '../../local-exchange/src/json-client';
import type { JsonObject } from '../../local-exchange/src/json-client';
import type { DemoExchange } from './demo-exchange';
import { followHistory } from './follow-history';
import { usdc } from './narration';
import type { Narration } from './narration';

/** Follows the deposit of a transaction until it is credited, and holds it to its amount. */
export async function followDeposit(
  { user, signature, amount }: { user: string; signature: string; amount: number },
  exchange: DemoExchange,
  narration: Narration,
): Promise<void> {
  const look = async (): Promise<JsonObject | null> => {
    const deposits = listOf(await exchange.read(`/v1/deposit/status/${user}`), 'deposits');
    return deposits.find((one) => textOf(one, 'tx_signature') === signature) ?? null;
  };
  const deposit = await followHistory(
    { what: 'deposit', look, stateField: 'phase', last: 'credited', deadEnds: ['rejected'] },
    exchange,
    narration,
  );
  narration.mustBe('credited', numberOf(deposit, 'credited_micro_usdc'), amount);
}

/** What is available, after what the chains' transactions cost was taken out of a credit. */
export async function showBalance(
  { user, credited }: { user: string; credited: number },
  exchange: DemoExchange,
  narration: Narration,
): Promise<number> {
  const balance = await exchange.read(`/v1/balance/${user}`);
  const available = numberOf(balance, 'available');
  narration.mustBe('gas debt', numberOf(balance, 'gas_debt'), 0);
  narration.tell(
    `available: ${usdc(available)}, after ${usdc(credited - available)} for the chains' transactions`,
  );
  return available;
}

/** Follows a withdrawal to its end, and holds what arrives to what was promised. */
export async function followWithdrawal(
  { accepted, held }: { readonly accepted: JsonObject; readonly held: () => Promise<number> },
  exchange: DemoExchange,
  narration: Narration,
): Promise<void> {
  const withdrawalId = textOf(accepted, 'withdrawal_id');
  const amount = numberOf(accepted, 'amount');
  const fee = numberOf(accepted, 'gas_fee');
  const net = numberOf(accepted, 'net_amount');
  narration.tell(`withdrawal ${withdrawalId} is accepted: ${usdc(amount)}, fee ${usdc(fee)}`);
  narration.mustBe('to arrive', net, amount - fee);
  await followHistory(
    {
      what: 'withdrawal',
      look: () => exchange.data(`/v1/withdraw/${withdrawalId}`),
      stateField: 'status',
      last: 'completed',
      deadEnds: ['failed'],
    },
    exchange,
    narration,
  );
  const arrived = await exchange.until('the tokens arrived', held, (amountHeld) => amountHeld > 0);
  narration.mustBe('arrived in the wallet', arrived, net);
}
