import { withdrawalIdOf } from '@bellwether/canonical-message';
import { GAS_DEBT, PAYMENT_SEQ } from '../accounts/account-table';
import type { ChainName, CommandOf, RecipientKind } from '../command';
import type { CommandEvents } from '../command-events';
import { requestBody } from '../outcomes/request-body';
import { refused } from '../refusal';
import type { Answer, ReplyBody, ReplyOf } from '../reply';
import { withdrawBytes } from '../signed-messages';
import type { ExchangeState } from '../state';
import { settleGasDebt } from './gas-debt';
import { nextDaySeconds } from '../withdrawals/withdrawal-limits';
import { carryOutSigned } from './signed-funding';

type Withdraw = CommandOf<'withdraw'>;

/** Accepts a withdrawal: its amount is set aside until it is settled or refunded. */
export function withdraw(state: ExchangeState, command: Withdraw, events: CommandEvents): Answer {
  const rules = {
    body: requestBody(withdrawBytes(command, state.network), command.clientId),
    refuseNow: () => refuseWithdrawalsNow(state),
    carryOut: (account: number) => carryOut(state, account, command, events),
  };
  return carryOutSigned(state, command, rules, events);
}

export const chainOf = (kind: RecipientKind): ChainName =>
  kind === 'recipient_main' ? 'main' : 'ext';

/** Temporary refusals of all withdrawals. */
export function refuseWithdrawalsNow({
  mode,
  withdrawalsPaused,
}: ExchangeState): ReplyOf<'refused'> | null {
  if (mode === 'halted') return refused('HALTED');
  if (mode === 'cancel_only') return refused('CANCEL_ONLY');
  return withdrawalsPaused ? refused('WITHDRAWALS_PAUSED') : null;
}

/** Gas debt is paid first, even if the withdrawal is then refused. */
function carryOut(
  state: ExchangeState,
  account: number,
  command: Withdraw,
  events: CommandEvents,
): ReplyBody {
  settleGasDebt(state, account, events);
  return refuse(state, account, command) ?? acceptWithdrawal(state, account, command, events);
}

function refuse(
  state: ExchangeState,
  account: number,
  { amount, gasFee, maxGasFee }: Withdraw,
): ReplyOf<'refused'> | null {
  const debt = state.accountTable.word(account, GAS_DEBT);
  if (debt > 0) return refused('GAS_DEBT_UNPAID', { gas_debt: debt });
  const fee = refuseForFee({ amount, gasFee, maxGasFee });
  if (fee !== null) return fee;
  const { available, locked } = state.accounts.cash(account);
  if (amount > available) {
    const shortfall = amount - available;
    return refused('INSUFFICIENT_BALANCE', { required: amount, available, locked, shortfall });
  }
  const no = refuseForLimits(state, account);
  if (no !== null) return no;
  const { money, withdrawals } = state;
  const hasPlace = money.hasPlace(withdrawals, withdrawals.countOf(account));
  return hasPlace ? null : refused('CAPACITY_REACHED');
}

export function refuseForFee({
  amount,
  gasFee,
  maxGasFee,
}: Pick<Withdraw, 'amount' | 'gasFee' | 'maxGasFee'>): ReplyOf<'refused'> | null {
  if (maxGasFee !== 0 && gasFee > maxGasFee) {
    return refused('FEE_ABOVE_MAX', { gas_fee: gasFee, max_gas_fee: maxGasFee });
  }
  return amount <= gasFee ? refused('AMOUNT_BELOW_GAS', { amount, gas_fee: gasFee }) : null;
}

/** A user's share of the payouts: open withdrawals hold places in the table, and each costs the chains work. */
export function refuseForLimits(
  { withdrawalQuota: quota, withdrawals, lastTimestampMs }: ExchangeState,
  account: number,
): ReplyOf<'refused'> | null {
  if (quota.limits === null) return null;
  const { openPerUser, dailyPerUser } = quota.limits;
  const open = withdrawals.countOf(account);
  if (open >= openPerUser)
    return refused('TOO_MANY_OPEN_WITHDRAWALS', { limit: openPerUser, open });
  const used = quota.acceptedOn(account, lastTimestampMs);
  if (used < dailyPerUser) return null;
  const renews_at = nextDaySeconds(lastTimestampMs);
  return refused('DAILY_WITHDRAWALS_USED', { limit: dailyPerUser, used, renews_at });
}

type Accepted = Omit<Withdraw, 'kind' | 'maxGasFee' | 'signature' | 'textForm' | 'clientId'>;

/** Sets the amount aside; it was checked. */
export function acceptWithdrawal(
  state: ExchangeState,
  account: number,
  { user, nonce, builder, ...signed }: Accepted,
  events: CommandEvents,
): ReplyBody {
  const { accountTable, network, lastSeq: seq, lastTimestampMs: createdMs } = state;
  const { amount, gasFee, recipientKind, recipient, allowProgramAddress } = signed;
  const withdrawalId = withdrawalIdOf({ network, user, nonce });
  const chain = chainOf(recipientKind);
  const terms = { withdrawalId, amount, gasFee, recipientKind, recipient };
  const paymentSeq = accountTable.int(account, PAYMENT_SEQ) + 1;
  accountTable.setInt(account, PAYMENT_SEQ, paymentSeq);
  state.funding.beginWithdrawal(account, amount);
  const place = { account, nonce, paymentSeq, seq, createdMs };
  state.withdrawals.add({ ...terms, ...place, allowProgramAddress });
  state.withdrawalQuota.accept(account, createdMs);
  const said = { ...terms, allowProgramAddress, user, chain, nonce, paymentSeq, builder };
  events.add({ kind: 'withdrawal_accepted', ...said });
  return { kind: 'withdrawal', ...terms, netAmount: amount - gasFee, chain, paymentSeq };
}
