import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import type { Grant } from '../payouts/grant-memory';
import { refused } from '../refusal';
import type { Answer, ReplyBody, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';

/** What operators give from protocol fees, once for each reference: to the dispute fund, or to a user. */

export function fillFund(
  state: ExchangeState,
  { amount, reference }: CommandOf<'fill_fund'>,
  events: CommandEvents,
): Answer {
  const body = ({ amount, available: disputeFund }: Grant): ReplyBody => {
    return { kind: 'fund_filled', amount, disputeFund };
  };
  const answered = answerGrant(state, { amount, reference, account: 0 }, body);
  if (answered !== null) return answered;
  state.stakes.fill(amount);
  events.add({ kind: 'fund_filled', amount, reference });
  return fresh(state, body(given(state, { amount, reference, account: 0 }, state.stakes.fund)));
}

export function makeGood(
  state: ExchangeState,
  { user, amount, reference, reason }: CommandOf<'make_good'>,
  events: CommandEvents,
): Answer {
  const { accountTable, money } = state;
  const body = ({ amount, available }: Grant): ReplyBody => {
    return { kind: 'made_good', user, amount, available };
  };
  const known = accountTable.find(user);
  const answered = answerGrant(state, { amount, reference, account: known || NOBODY }, body);
  if (answered !== null) return answered;
  if (known === 0 && !money.hasAccountPlace('money'))
    return fresh(state, refused('CAPACITY_REACHED'));
  const account = known === 0 ? accountTable.open(user) : known;
  state.stakes.makeGood(account, amount);
  events.add({ kind: 'made_good', user, amount, reference, reason });
  const available = state.accounts.available(account);
  return fresh(state, body(given(state, { amount, reference, account }, available)));
}

/** A user without an account was given nothing. */
const NOBODY = -1;

type Asked = Pick<Grant, 'amount' | 'reference' | 'account'>;

/** The first answer to a repeat, or a refusal; null: it is to be given. */
function answerGrant(
  state: ExchangeState,
  { amount, reference, account }: Asked,
  bodyOf: (grant: Grant) => ReplyBody,
): Answer | null {
  const grant = state.grants.find(reference);
  if (grant !== undefined) {
    if (grant.account !== account || grant.amount !== amount)
      return fresh(state, refused('REFERENCE_REUSED', { reference }));
    const { seq, timestampMs } = grant;
    return replayed({ seq, timestampMs, body: bodyOf(grant) });
  }
  const no = refuseAmount(state, amount);
  return no === null ? null : fresh(state, no);
}

function refuseAmount(
  { mode, ledger }: ExchangeState,
  required: number,
): ReplyOf<'refused'> | null {
  if (mode === 'halted') return refused('HALTED');
  const available = ledger.protocolFees;
  if (required <= available) return null;
  const shortfall = required - available;
  return refused('INSUFFICIENT_REVENUE', { required, available, shortfall });
}

function given(state: ExchangeState, asked: Asked, available: number): Grant {
  const { lastSeq: seq, lastTimestampMs: timestampMs } = state;
  const grant = { ...asked, available, seq, timestampMs };
  state.grants.add(grant);
  return grant;
}
