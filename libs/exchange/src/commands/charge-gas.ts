import { CHARGE_SEQ, GAS_DEBT } from '../accounts/account-table';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { MAX_SAFE_MICRO_USDC } from '../limits';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';

/**
 * Books the cost of a chain transaction on a user's behalf, each once and in order. It adds to the gas debt and takes
 * no money: debt is paid at credits and withdrawals only.
 */
export function chargeGas(
  state: ExchangeState,
  { user, chargeSeq, amount, purpose }: CommandOf<'charge_gas'>,
  events: CommandEvents,
): Answer {
  const { accountTable, funding } = state;
  const known = accountTable.find(user);
  const last = known === 0 ? 0 : accountTable.int(known, CHARGE_SEQ);
  if (chargeSeq <= last) return replayed(fresh(state, charged(state, known)).reply);
  if (chargeSeq > last + 1) {
    const facts = { expected: last + 1, charge_seq: chargeSeq };
    return fresh(state, refused('CHARGE_GAP', facts));
  }
  const debt = known === 0 ? 0 : accountTable.word(known, GAS_DEBT);
  if (debt > MAX_SAFE_MICRO_USDC - amount) {
    return fresh(state, refused('BALANCE_LIMIT_EXCEEDED', { limit: MAX_SAFE_MICRO_USDC }));
  }
  if (known === 0 && !state.money.hasAccountPlace('money'))
    return fresh(state, refused('CAPACITY_REACHED'));

  const account = known === 0 ? accountTable.open(user) : known;
  accountTable.setInt(account, CHARGE_SEQ, chargeSeq);
  funding.charge(account, amount);
  const gasDebt = debt + amount;
  events.add({ kind: 'gas_charged', user, chargeSeq, amount, purpose, gasDebt });
  state.audit.funds(account);
  return fresh(state, charged(state, account));
}

const charged = ({ accountTable }: ExchangeState, account: number): ReplyOf<'gas_charged'> => ({
  kind: 'gas_charged',
  user: accountTable.userOf(account),
  lastChargeSeq: accountTable.int(account, CHARGE_SEQ),
  gasDebt: accountTable.word(account, GAS_DEBT),
});
