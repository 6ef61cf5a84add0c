/** Revenue of builders and of the exchange, and its payouts (docs/protocol/matching.md, section 9). */
import { withdrawalIdOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../../src/command';
import { revenueAccountOf } from '../../src/payouts/revenue-account';
import type { Answer, Refusal, Reply, ReplyBody } from '../../src/reply';
import { accountOf, findAccount } from './accounts';
import { toSafeNumber } from './amounts';
import { hasWithdrawalPlace, refuseForLimits } from './withdrawal-places';
import { refuse, refused } from './refusals';
import type { Account, State, Withdrawal } from './state';

type PayRevenue = CommandOf<'pay_revenue'>;

export function earn({ builderRevenue }: State, key: Uint8Array | null, amount: bigint): void {
  if (key === null) return;
  builderRevenue.set(toHex(key), (builderRevenue.get(toHex(key)) ?? 0n) + amount);
}

const payableOf = (state: State, { source, keys }: PayRevenue): bigint => {
  if (source === 'protocol_fees') return state.protocolFees;
  if (source === 'gas_revenue') return state.gasRevenue;
  return keys.reduce((sum, key) => sum + (state.builderRevenue.get(toHex(key)) ?? 0n), 0n);
};

export function payRevenue(state: State, command: PayRevenue): Answer {
  const payer = revenueAccountOf(command.source, command.builderId);
  const name = `${toHex(payer)} ${command.reference}`;
  const given = state.payoutsGiven.get(name);
  const reply = (body: ReplyBody): Reply => {
    return { seq: state.seq, timestampMs: state.timestampMs, body };
  };
  if (given !== undefined) {
    const isSame = termsOf(given.command) === termsOf(command);
    if (isSame) return { replayed: true, reply: given.reply };
    return { replayed: false, reply: reply(refused(refuse('REFERENCE_REUSED'))) };
  }
  const no = refusePayout(state, command, payer);
  if (no !== null) return { replayed: false, reply: reply(refused(no)) };
  const answer = reply(pay(state, command, accountOf(state, payer)));
  state.payoutsGiven.set(name, { command, reply: answer });
  if (state.payoutsGiven.size > state.limits.maxCreditReferences) {
    state.payoutsGiven.delete([...state.payoutsGiven.keys()][0]!);
  }
  return { replayed: false, reply: answer };
}

const termsOf = (command: PayRevenue): string => {
  const { amount, maxGasFee, recipientKind, recipient, allowProgramAddress } = command;
  return [amount, maxGasFee, recipientKind, toHex(recipient), allowProgramAddress].join(' ');
};

function refusePayout(state: State, command: PayRevenue, payer: Uint8Array): Refusal | null {
  const { amount, gasFee, maxGasFee, recipient, recipientKind } = command;
  if (state.mode === 'halted') return refuse('HALTED');
  if (state.mode === 'cancel_only') return refuse('CANCEL_ONLY');
  if (state.withdrawalsPaused) return refuse('WITHDRAWALS_PAUSED');
  if (maxGasFee > 0 && gasFee > maxGasFee) {
    return refuse('FEE_ABOVE_MAX', { gas_fee: gasFee, max_gas_fee: maxGasFee });
  }
  if (amount <= gasFee) return refuse('AMOUNT_BELOW_GAS', { amount, gas_fee: gasFee });
  const available = toSafeNumber(payableOf(state, command));
  if (amount > available) {
    const facts = { required: amount, available, shortfall: amount - available };
    return refuse('INSUFFICIENT_REVENUE', facts);
  }
  const account = findAccount(state, payer);
  const no = refuseForLimits(state, account);
  if (no !== null) return no;
  const isUser = recipientKind === 'user';
  const opened = (isUser ? [payer, recipient] : [payer]).filter(
    (one) => findAccount(state, one) === undefined,
  );
  const hasRoom =
    opened.length === 0 || state.accounts.size + opened.length <= state.limits.maxAccounts;
  return hasRoom && (isUser || hasWithdrawalPlace(state, account))
    ? null
    : refuse('CAPACITY_REACHED');
}

function pay(state: State, command: PayRevenue, payer: Account): ReplyBody {
  const { amount, gasFee, recipientKind, recipient, allowProgramAddress } = command;
  const parts = takeOf(state, command);
  state.payoutHomes.set(toHex(payer.user), parts[0]?.key ?? null);
  const isUser = recipientKind === 'user';
  const { user } = isUser ? accountOf(state, recipient) : payer;
  const place = { seq: state.seq, createdMs: state.timestampMs };
  const nonce = payer.nonces.withdraw.last + 1;
  const { network } = state;
  const withdrawalId = isUser ? null : withdrawalIdOf({ network, user: payer.user, nonce });
  const { kind: _kind, keys: _keys, ...terms } = command;
  state.emitted.push({ kind: 'revenue_paid', ...terms, parts, user, withdrawalId });
  const { withdrawalLimits } = state;
  if (withdrawalLimits !== null) state.accepted.push({ account: payer, ...place });
  if (withdrawalId === null) accountOf(state, recipient).cash += BigInt(amount);
  else {
    payer.nonces.withdraw.last = nonce;
    const to = { recipientKind, recipient, allowProgramAddress };
    const sent = { user, amount, gasFee, nonce, builder: null, ...to } as Withdrawal['terms'];
    const paymentSeq = ++payer.lastPaymentSeq;
    const which = { account: payer, terms: sent, payout: command, withdrawalId, paymentSeq };
    state.withdrawals.set(toHex(withdrawalId), { ...which, ...place, ended: null });
    const chain = recipientKind === 'recipient_main' ? 'main' : 'ext';
    state.emitted.push({ kind: 'withdrawal_accepted', withdrawalId, chain, paymentSeq, ...sent });
  }
  const paid = { amount, user, withdrawalId };
  return {
    kind: 'revenue_paid',
    ...paid,
    gasFee,
    netAmount: amount - gasFee,
    recipientKind,
    recipient,
  };
}

/** Takes the amount from the source, and says what each key gave. */
function takeOf(state: State, { source, amount, keys }: PayRevenue) {
  if (source === 'protocol_fees') state.protocolFees -= BigInt(amount);
  if (source === 'gas_revenue') state.gasRevenue -= BigInt(amount);
  if (source !== 'builder') return [];
  let rest = BigInt(amount);
  return keys.flatMap((key) => {
    const has = state.builderRevenue.get(toHex(key)) ?? 0n;
    const part = has < rest ? has : rest;
    if (part === 0n) return [];
    earn(state, key, -part);
    rest -= part;
    return [{ key, amount: toSafeNumber(part) }];
  });
}

/** Back to the key that gave first to the source's last payout. */
export function giveBack(
  state: State,
  { account, withdrawalId }: Withdrawal,
  { source, builderId, amount }: PayRevenue,
): void {
  const { user } = account;
  const key = state.payoutHomes.get(toHex(user)) ?? null;
  account.cash -= BigInt(amount);
  if (source === 'protocol_fees') state.protocolFees += BigInt(amount);
  if (source === 'gas_revenue') state.gasRevenue += BigInt(amount);
  if (source === 'builder') earn(state, key, BigInt(amount));
  const facts = { source, builderId, amount, key, user, withdrawalId };
  state.emitted.push({ kind: 'revenue_returned', ...facts });
}
