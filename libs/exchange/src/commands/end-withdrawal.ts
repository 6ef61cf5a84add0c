import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { refused } from '../refusal';
import type { Answer, ReplyBody } from '../reply';
import type { ExchangeState } from '../state';
import type { WithdrawalStatus } from '../views';
import type { Withdrawal } from '../withdrawals/withdrawal-record';
import { fresh, replayed } from './answers';

/**
 * Ends a withdrawal by its outcome on chain. These are facts, accepted in every mode of the exchange. A repeat gets
 * the first answer while the end is remembered.
 */

type Ending = Exclude<WithdrawalStatus, 'open'>;

export function settleWithdrawal(
  state: ExchangeState,
  { withdrawalId, gasFee: kept }: CommandOf<'settle_withdrawal'>,
  events: CommandEvents,
): Answer {
  const accepted = openOf(state, withdrawalId);
  if (accepted !== null && kept !== null && kept > accepted.gasFee) {
    const facts = { gas_fee: kept, max_gas_fee: accepted.gasFee };
    return fresh(state, refused('FEE_ABOVE_MAX', facts));
  }
  const open = takeOpen(state, withdrawalId, 'settled', kept);
  if (open === null) return answerRepeat(state, withdrawalId, 'settled');
  const { account, amount, gasFee } = open;
  state.funding.settleWithdrawal(account, amount, gasFee);
  state.audit.funds(account);
  const body = endedReply(state, open);
  events.add({ ...body, kind: 'withdrawal_settled' });
  return fresh(state, body);
}

export function refundWithdrawal(
  state: ExchangeState,
  { withdrawalId, reason }: CommandOf<'refund_withdrawal'>,
  events: CommandEvents,
): Answer {
  const open = takeOpen(state, withdrawalId, 'refunded');
  if (open === null) return answerRepeat(state, withdrawalId, 'refunded');
  const { account, amount } = open;
  state.funding.refundWithdrawal(account, amount);
  state.audit.funds(account);
  const body = endedReply(state, open);
  events.add({ ...body, kind: 'withdrawal_refunded', reason });
  returnRevenue(state, open, events);
  return fresh(state, body);
}

/** The refund of a payout is its source's. */
function returnRevenue(
  { accountTable, audit, builders, payouts, revenue }: ExchangeState,
  { account, amount, withdrawalId }: Withdrawal,
  events: CommandEvents,
): void {
  const payer = payouts.sourceOf(account);
  if (payer === undefined) return;
  const { source, builderId, home } = payer;
  revenue.giveBack(source, home, amount, account);
  audit.funds(account);
  const terms = { source, builderId, amount, key: builders.keyOf(home) };
  events.add({
    kind: 'revenue_returned',
    ...terms,
    user: accountTable.userOf(account),
    withdrawalId,
  });
}

function openOf({ withdrawals }: ExchangeState, withdrawalId: Uint8Array): Withdrawal | null {
  const record = withdrawals.find(withdrawalId);
  return record === 0 ? null : withdrawals.read(record);
}

/** Moves the withdrawal from the open to the ended ones; null if it is not open. */
function takeOpen(
  state: ExchangeState,
  withdrawalId: Uint8Array,
  status: Ending,
  keptFee: number | null = null,
): Withdrawal | null {
  const open = openOf(state, withdrawalId);
  if (open === null) return null;
  const { withdrawals, endedWithdrawals, lastSeq, lastTimestampMs } = state;
  const gasFee = keptFee ?? open.gasFee;
  const ended = { ...open, gasFee, status, endedSeq: lastSeq, endedMs: lastTimestampMs };
  withdrawals.remove(withdrawals.find(withdrawalId));
  endedWithdrawals.remember(ended);
  return ended;
}

function answerRepeat(state: ExchangeState, withdrawalId: Uint8Array, status: Ending): Answer {
  const ended = state.endedWithdrawals.find(withdrawalId);
  const withdrawal_id = toHex(withdrawalId);
  if (ended === null) return fresh(state, refused('WITHDRAWAL_NOT_FOUND', { withdrawal_id }));
  if (ended.status !== status) {
    return fresh(state, refused('WITHDRAWAL_ENDED', { withdrawal_id, ended: ended.status }));
  }
  const { endedSeq: seq, endedMs: timestampMs } = ended;
  return replayed({ seq, timestampMs, body: endedReply(state, ended) });
}

function endedReply(
  { accountTable }: ExchangeState,
  { withdrawalId, account, amount, gasFee, status }: Withdrawal,
): Extract<ReplyBody, { kind: 'withdrawal_settled' | 'withdrawal_refunded' }> {
  const kind = status === 'settled' ? 'withdrawal_settled' : 'withdrawal_refunded';
  return { kind, withdrawalId, user: accountTable.userOf(account), amount, gasFee };
}
