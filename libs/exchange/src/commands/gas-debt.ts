import { GAS_DEBT } from '../accounts/account-table';
import type { CommandEvents } from '../command-events';
import type { ExchangeState } from '../state';

/** Pays gas debt from the available balance and emits the event. Returns the amount paid. */
export function settleGasDebt(
  { funding, accountTable }: ExchangeState,
  account: number,
  events: CommandEvents,
): number {
  const amount = funding.settleDebt(account);
  if (amount === 0) return 0;
  const gasDebt = accountTable.word(account, GAS_DEBT);
  events.add({ kind: 'gas_settled', user: accountTable.userOf(account), amount, gasDebt });
  return amount;
}
