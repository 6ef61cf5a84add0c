import { withdrawalIdOf } from '@bellwether/canonical-message';
import { sameBytes } from '@bellwether/codec';
import { lastNonceWord } from '../accounts/account-table';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { WITHDRAW_NONCE } from '../outcomes/signed-outcome';
import { revenueAccountOf } from '../payouts/revenue-account';
import type { GivenPayout } from '../payouts/payout-memory';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';
import { acceptWithdrawal, refuseForFee, refuseForLimits, refuseWithdrawalsNow } from './withdraw';

type PayRevenue = CommandOf<'pay_revenue'>;
type Refused = ReplyOf<'refused'>;

/**
 * Pays out revenue, once for each reference of its source. To a user it is a movement into its balance. To a wallet the
 * source withdraws it like a user, from an account of its own. A refusal leaves the reference unused.
 */
export function payRevenue(
  state: ExchangeState,
  command: PayRevenue,
  events: CommandEvents,
): Answer {
  const { accountTable, payouts } = state;
  const payer = revenueAccountOf(command.source, command.builderId);
  const known = accountTable.find(payer);
  const given = payouts.find(known, command.reference);
  if (given !== undefined) return answerRepeat(state, command, given);
  const builders = command.keys
    .map((key) => state.builders.find(key))
    .filter((builder) => builder !== 0);
  const no = refuseWithdrawalsNow(state) ?? refuse(state, command, known, builders);
  if (no !== null) return fresh(state, no);

  const account = known === 0 ? accountTable.open(payer) : known;
  const paid = pay(state, command, { account, payer, builders }, events);
  payouts.add(paid);
  return fresh(state, replyOf(state, paid));
}

function refuse(
  state: ExchangeState,
  command: PayRevenue,
  account: number,
  builders: readonly number[],
): Refused | null {
  const { source, amount, recipientKind, recipient } = command;
  const fee = refuseForFee(command);
  if (fee !== null) return fee;
  const available = state.revenue.payable(source, builders);
  if (amount > available) {
    const facts = { required: amount, available, shortfall: amount - available };
    return refused('INSUFFICIENT_REVENUE', facts);
  }
  const no = refuseForLimits(state, account);
  if (no !== null) return no;
  return hasPlace(state, account, recipientKind === 'user' ? recipient : null)
    ? null
    : refused('CAPACITY_REACHED');
}

/** For the accounts that must be opened, and the withdrawal. */
function hasPlace(
  { accountTable, money, withdrawals }: ExchangeState,
  account: number,
  user: Uint8Array | null,
): boolean {
  const isNew = user !== null && accountTable.find(user) === 0;
  const opened = (account === 0 ? 1 : 0) + (isNew ? 1 : 0);
  if (opened > 0 && !money.hasAccountPlace('payout', opened)) return false;
  return user !== null || money.hasPlace(withdrawals, withdrawals.countOf(account));
}

/** Moves the revenue, and begins the withdrawal to a wallet. */
function pay(
  state: ExchangeState,
  command: PayRevenue,
  from: {
    readonly account: number;
    readonly payer: Uint8Array;
    readonly builders: readonly number[];
  },
  events: CommandEvents,
): GivenPayout {
  const { accountTable, network, revenue, builders: table } = state;
  const { lastSeq: seq, lastTimestampMs: timestampMs } = state;
  const { source, builderId, reference, amount, maxGasFee, gasFee } = command;
  const { recipientKind, recipient, allowProgramAddress } = command;
  const { account, payer } = from;
  const isWallet = recipientKind !== 'user';
  const user = isWallet ? payer : recipient;
  const paidAccount = accountTable.find(user) || accountTable.open(user);
  const parts = revenue.pay(source, from.builders, amount, paidAccount);
  state.payouts.setSource({ account, source, builderId, home: parts[0]?.builder ?? 0 });
  const nonce = isWallet ? nextNonce(state, account) : 0;
  const withdrawalId = isWallet ? withdrawalIdOf({ network, user: payer, nonce }) : null;
  const terms = { amount, gasFee, recipientKind, recipient, allowProgramAddress };
  const given = { ...terms, reference, maxGasFee, withdrawalId };
  events.add({
    kind: 'revenue_paid',
    source,
    builderId,
    ...given,
    parts: parts.map(({ builder, ...part }) => ({ key: table.keyOf(builder)!, ...part })),
    user,
  });
  if (recipientKind === 'user') state.withdrawalQuota.accept(account, timestampMs);
  else {
    const withdrawal = { ...terms, recipientKind, nonce, user: payer, builder: null };
    acceptWithdrawal(state, account, withdrawal, events);
  }
  state.audit.funds(account);
  state.audit.funds(paidAccount);
  return { account, ...given, seq, timestampMs };
}

/** Nobody signs for the account: its withdrawals are counted. */
function nextNonce({ accountTable, outcomes }: ExchangeState, account: number): number {
  const nonce = outcomes.lastNonce(account, WITHDRAW_NONCE) + 1;
  accountTable.words[(account << 4) + lastNonceWord(WITHDRAW_NONCE)] = nonce;
  return nonce;
}

/** Compared without the gas fee, which the worker sets, and the keys, of which the builder may have got others. */
function answerRepeat(state: ExchangeState, command: PayRevenue, given: GivenPayout): Answer {
  const { reference } = command;
  const isSame =
    command.amount === given.amount &&
    command.maxGasFee === given.maxGasFee &&
    command.recipientKind === given.recipientKind &&
    command.allowProgramAddress === given.allowProgramAddress &&
    sameBytes(command.recipient, given.recipient);
  if (!isSame) return fresh(state, refused('REFERENCE_REUSED', { reference }));
  const { seq, timestampMs } = given;
  return replayed({ seq, timestampMs, body: replyOf(state, given) });
}

function replyOf(
  { accountTable }: ExchangeState,
  { account, amount, gasFee, recipientKind, recipient, withdrawalId }: GivenPayout,
): ReplyOf<'revenue_paid'> {
  const user = recipientKind === 'user' ? recipient : accountTable.userOf(account);
  const terms = { amount, gasFee, netAmount: amount - gasFee, recipientKind, recipient };
  return { kind: 'revenue_paid', ...terms, user, withdrawalId };
}
