import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import type { GivenCredit } from '../accounts/credit-references';
import { MAX_SAFE_MICRO_USDC } from '../limits';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';

type TestCredit = CommandOf<'test_credit'>;

/** Credits a user on the test network, once for each reference. */
export function testCredit(
  state: ExchangeState,
  command: TestCredit,
  events: CommandEvents,
): Answer {
  if (state.network === 'production') return fresh(state, refused('TEST_NETWORK_ONLY'));
  const given = state.credits.find(command.reference);
  if (given !== undefined) return answerRepeat(state, command, given);
  const no = refuse(state, command);
  if (no !== null) return fresh(state, no);

  const { user, amount, reference } = command;
  const known = state.accountTable.find(user);
  const account = known === 0 ? state.accountTable.open(user) : known;
  state.accounts.creditTest(account, amount);
  const { available } = state.accounts.cash(account);
  const { lastSeq: seq, lastTimestampMs: timestampMs } = state;
  state.credits.add({ reference, account, amount, available, seq, timestampMs });
  events.add({ kind: 'credited', user, amount, reference });
  return fresh(state, { kind: 'credited', user, available });
}

function answerRepeat(state: ExchangeState, command: TestCredit, given: GivenCredit): Answer {
  const { user, amount, reference } = command;
  if (amount !== given.amount || !state.accountTable.isOf(given.account, user)) {
    return fresh(state, refused('REFERENCE_REUSED', { reference }));
  }
  const { seq, timestampMs, available } = given;
  return replayed({ seq, timestampMs, body: { kind: 'credited', user, available } });
}

/** Keeps the sum of all credits a safe integer, and with it every balance and total. */
function refuse(state: ExchangeState, { user, amount }: TestCredit): ReplyOf<'refused'> | null {
  const { credits, capacities, accountTable, ledger, money } = state;
  if (ledger.credited > MAX_SAFE_MICRO_USDC - amount) {
    return refused('BALANCE_LIMIT_EXCEEDED', { limit: MAX_SAFE_MICRO_USDC });
  }
  if (credits.count >= capacities.maxCreditReferences) return refused('CAPACITY_REACHED');
  if (accountTable.find(user) === 0 && !money.hasAccountPlace('money'))
    return refused('CAPACITY_REACHED');
  return null;
}
