import type { AcceptedWithdrawal, PublicClient } from '@bellwether/client';
import type { DemoExchange } from './demo-exchange';
import { followHistory } from './follow-history';
import { usdc } from './narration';
import type { Narration } from './narration';

/** Follows the deposit of a transaction until it is credited, and holds it to its amount. `gateway` reads the account. */
export async function followDeposit(
  {
    user,
    signature,
    amount,
    gateway,
  }: { user: string; signature: string; amount: number; gateway: PublicClient },
  exchange: DemoExchange,
  narration: Narration,
): Promise<void> {
  const look = async () => {
    const { deposits } = await gateway.depositStatus(user);
    return deposits.find((one) => one.tx_signature === signature) ?? null;
  };
  const deposit = await followHistory(
    {
      what: 'deposit',
      look,
      stateOf: ({ phase }) => phase,
      last: 'credited',
      deadEnds: ['rejected'],
    },
    exchange,
    narration,
  );
  narration.mustBe('credited', deposit.credited_micro_usdc, amount);
}

/** The available balance, after the chains' gas charge of a credit. */
export async function showBalance(
  { user, credited }: { user: string; credited: number },
  exchange: DemoExchange,
  narration: Narration,
): Promise<number> {
  const { available, gas_debt: gasDebt } = await exchange.gateway.balance(user);
  narration.mustBe('gas debt', gasDebt, 0);
  narration.report(
    `available: ${usdc(available)}, after ${usdc(credited - available)} for the chains' transactions`,
  );
  return available;
}

/** Follows a withdrawal to its end, and holds what arrives to what was promised. */
export async function followWithdrawal(
  {
    accepted,
    held,
  }: { readonly accepted: AcceptedWithdrawal; readonly held: () => Promise<number> },
  exchange: DemoExchange,
  narration: Narration,
): Promise<void> {
  const { withdrawal_id: withdrawalId, amount, gas_fee: fee, net_amount: net } = accepted;
  narration.report(`withdrawal ${withdrawalId} is accepted: ${usdc(amount)}, fee ${usdc(fee)}`);
  narration.mustBe('to arrive', net, amount - fee);
  await followHistory(
    {
      what: 'withdrawal',
      look: () => exchange.gateway.withdrawal(withdrawalId),
      stateOf: ({ status }) => status,
      last: 'completed',
      deadEnds: ['failed'],
    },
    exchange,
    narration,
  );
  const arrived = await exchange.until('the tokens arrived', held, (amountHeld) => amountHeld > 0);
  narration.mustBe('arrived in the wallet', arrived, net);
}
