/** Credits, gas, withdrawals and recoveries (docs/protocol/matching.md, section 9). */
import { withdrawalIdOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../../src/command';
import type { Answer, Refusal, Reply, ReplyBody } from '../../src/reply';
import { accountOf, findAccount, hasRoomFor } from './accounts';
import { toSafeNumber } from './amounts';
import { refuse, refused } from './refusals';
import { giveBack } from './revenue';
import { hasWithdrawalPlace, refuseForLimits } from './withdrawal-places';
import { type Account, type State, type Withdrawal, availableOf, lockedOf } from './state';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const replyOf = (state: State, body: ReplyBody): Reply => ({
  seq: state.seq,
  timestampMs: state.timestampMs,
  body,
});

/**
 * Books the next credit. A credit booked earlier returns the account as it is; a later one waits for those before it.
 */
export function chainCredit(state: State, command: CommandOf<'chain_credit'>): Answer {
  const { user, creditSeq, amount, txSignature, slot } = command;
  const answer = (body: ReplyBody, replayed = false) => ({ replayed, reply: replyOf(state, body) });
  const last = findAccount(state, user)?.lastCreditSeq ?? 0;
  if (creditSeq <= last) return answer(creditedBody(accountOf(state, user), 0n), true);
  if (creditSeq !== last + 1) return answer(refused(refuse('CREDIT_GAP', { expected: last + 1 })));
  const total = state.testCredits + state.depositsCredited + BigInt(amount);
  if (total > MAX_SAFE) return answer(refused(refuse('BALANCE_LIMIT_EXCEEDED')));
  if (!hasRoomFor(state, user, 'money')) return answer(refused(refuse('CAPACITY_REACHED')));

  const account = accountOf(state, user);
  account.lastCreditSeq = creditSeq;
  account.cash += BigInt(amount);
  state.depositsCredited += BigInt(amount);
  state.emitted.push({ kind: 'deposit_credited', user, creditSeq, amount, txSignature, slot });
  return answer(creditedBody(account, settleGas(state, account)));
}

const creditedBody = (account: Account, gasPaid: bigint): ReplyBody => ({
  kind: 'chain_credited',
  user: account.user,
  lastCreditSeq: account.lastCreditSeq,
  available: toSafeNumber(availableOf(account)),
  gasPaid: toSafeNumber(gasPaid),
  gasDebt: toSafeNumber(account.gasDebt),
});

export function chargeGas(state: State, command: CommandOf<'charge_gas'>): Answer {
  const { user, chargeSeq, amount, purpose } = command;
  const answer = (body: ReplyBody, replayed = false) => ({ replayed, reply: replyOf(state, body) });
  const known = findAccount(state, user);
  const last = known?.lastChargeSeq ?? 0;
  if (chargeSeq <= last) return answer(chargedBody(known!), true);
  if (chargeSeq !== last + 1) return answer(refused(refuse('CHARGE_GAP', { expected: last + 1 })));
  if ((known?.gasDebt ?? 0n) + BigInt(amount) > MAX_SAFE) {
    return answer(refused(refuse('BALANCE_LIMIT_EXCEEDED')));
  }
  if (!hasRoomFor(state, user, 'money')) return answer(refused(refuse('CAPACITY_REACHED')));

  const account = accountOf(state, user);
  account.lastChargeSeq = chargeSeq;
  account.gasDebt += BigInt(amount);
  const gasDebt = toSafeNumber(account.gasDebt);
  state.emitted.push({ kind: 'gas_charged', user, chargeSeq, amount, purpose, gasDebt });
  return answer(chargedBody(account));
}

const chargedBody = ({ user, lastChargeSeq, gasDebt }: Account): ReplyBody => ({
  kind: 'gas_charged',
  user,
  lastChargeSeq,
  gasDebt: toSafeNumber(gasDebt),
});

/** Paid from the available balance, as far as it goes. */
function settleGas(state: State, account: Account): bigint {
  const available = availableOf(account);
  const paid = account.gasDebt < available ? account.gasDebt : available;
  if (paid === 0n) return 0n;
  account.gasDebt -= paid;
  account.cash -= paid;
  state.gasRevenue += paid;
  state.emitted.push({
    kind: 'gas_settled',
    user: account.user,
    amount: toSafeNumber(paid),
    gasDebt: toSafeNumber(account.gasDebt),
  });
  return paid;
}

/** A builder's users come through it, other users do not. */
export function refuseBuilder(
  state: State,
  { user, builder }: CommandOf<'withdraw'> | CommandOf<'recover'>,
): Refusal | null {
  const isDelegated = (findAccount(state, user)?.delegatedTo ?? null) !== null;
  if (isDelegated && builder === null) return refuse('DELEGATED_USER');
  return !isDelegated && builder !== null ? refuse('NOT_YOUR_USER') : null;
}

/** The signed fields: without gas fee and key id. */
export const bodyOfWithdraw = (command: CommandOf<'withdraw'>): string => {
  const { amount, recipientKind, recipient, maxGasFee, allowProgramAddress } = command;
  const to = recipient === null ? null : toHex(recipient);
  return JSON.stringify([amount, recipientKind, to, maxGasFee, allowProgramAddress]);
};

export const bodyOfRecover = (command: CommandOf<'recover'>): string => {
  const { mint, recipient, maxGasFee, allowProgramAddress } = command;
  return JSON.stringify([toHex(mint), toHex(recipient), maxGasFee, allowProgramAddress]);
};

/** Applies a withdrawal whose nonce is valid and now used. */
export function withdraw(state: State, command: CommandOf<'withdraw'>): ReplyBody {
  const { user, amount, gasFee, recipientKind, recipient, nonce, builder } = command;
  const account = accountOf(state, user);
  settleGas(state, account);
  if (account.gasDebt > 0n) {
    return refused(refuse('GAS_DEBT_UNPAID', { gas_debt: toSafeNumber(account.gasDebt) }));
  }
  const { maxGasFee, allowProgramAddress } = command;
  if (maxGasFee > 0 && maxGasFee < gasFee) {
    return refused(refuse('FEE_ABOVE_MAX', { gas_fee: gasFee, max_gas_fee: maxGasFee }));
  }
  if (amount <= gasFee) return refused(refuse('AMOUNT_BELOW_GAS', { amount, gas_fee: gasFee }));
  const available = toSafeNumber(availableOf(account));
  if (amount > available) {
    const locked = toSafeNumber(lockedOf(account));
    const facts = { required: amount, available, locked, shortfall: amount - available };
    return refused(refuse('INSUFFICIENT_BALANCE', facts));
  }
  const no = refuseForLimits(state, account);
  if (no !== null) return refused(no);
  if (!hasWithdrawalPlace(state, account)) {
    return refused(refuse('CAPACITY_REACHED'));
  }
  account.cash -= BigInt(amount);
  const withdrawalId = withdrawalIdOf({ network: state.network, user, nonce });
  const place = { seq: state.seq, createdMs: state.timestampMs };
  const paymentSeq = ++account.lastPaymentSeq;
  const which = { account, terms: command, payout: null, withdrawalId, paymentSeq };
  const entry = { ...which, ...place, ended: null };
  state.withdrawals.set(toHex(withdrawalId), entry);
  if (state.withdrawalLimits !== null) state.accepted.push(entry);
  const chain = recipientKind === 'recipient_main' ? 'main' : 'ext';
  const terms = { withdrawalId, amount, gasFee, chain, recipientKind, recipient } as const;
  const said = { ...terms, allowProgramAddress, user, nonce, paymentSeq, builder };
  state.emitted.push({ kind: 'withdrawal_accepted', ...said });
  return { kind: 'withdrawal', ...terms, netAmount: amount - gasFee, paymentSeq };
}

export function recover(state: State, command: CommandOf<'recover'>): ReplyBody {
  const { user, mint, recipient, nonce, maxGasFee, allowProgramAddress, builder } = command;
  accountOf(state, user);
  const terms = { user, mint, recipient, nonce };
  const bounds = { maxGasFee, allowProgramAddress };
  state.emitted.push({ kind: 'recovery_authorized', ...terms, ...bounds, builder });
  return { kind: 'recovery', ...terms };
}

export function endWithdrawal(
  state: State,
  command: CommandOf<'settle_withdrawal'> | CommandOf<'refund_withdrawal'>,
): Answer {
  const as = command.kind === 'settle_withdrawal' ? 'settled' : 'refunded';
  const withdrawal = state.withdrawals.get(toHex(command.withdrawalId));
  const answer = (body: ReplyBody) => ({ replayed: false, reply: replyOf(state, body) });
  if (withdrawal === undefined) return answer(refused(refuse('WITHDRAWAL_NOT_FOUND')));
  const { ended } = withdrawal;
  if (ended?.as === as) return { replayed: true, reply: ended.reply };
  if (ended !== null) return answer(refused(refuse('WITHDRAWAL_ENDED', { ended: ended.as })));

  const { account, terms, withdrawalId } = withdrawal;
  const { user, amount } = terms;
  const kept = command.kind === 'settle_withdrawal' ? command.gasFee : null;
  if (kept !== null && kept > terms.gasFee) {
    const bounds = { gas_fee: kept, max_gas_fee: terms.gasFee };
    return answer(refused(refuse('FEE_ABOVE_MAX', bounds)));
  }
  const gasFee = kept ?? terms.gasFee;
  withdrawal.terms = { ...terms, gasFee };
  const facts = { withdrawalId, user, amount, gasFee };
  if (command.kind === 'settle_withdrawal') {
    state.payouts += BigInt(amount - gasFee);
    state.gasRevenue += BigInt(gasFee);
    state.emitted.push({ kind: 'withdrawal_settled', ...facts });
  } else {
    account.cash += BigInt(amount);
    state.emitted.push({ kind: 'withdrawal_refunded', ...facts, reason: command.reason });
    if (withdrawal.payout !== null) giveBack(state, withdrawal, withdrawal.payout);
  }
  const { reply } = answer({ kind: `withdrawal_${as}`, ...facts });
  withdrawal.ended = { as, reply };
  forgetOldest(state, withdrawal);
  return { replayed: false, reply };
}

function forgetOldest(state: State, ended: Withdrawal): void {
  state.endedWithdrawals.push(ended);
  if (state.endedWithdrawals.length <= state.limits.rememberedEndedWithdrawals) return;
  state.withdrawals.delete(toHex(state.endedWithdrawals.shift()!.withdrawalId));
}
