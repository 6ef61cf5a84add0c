import { DELEGATED_TO } from '../accounts/account-table';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { RECOVER_NONCE, WITHDRAW_NONCE } from '../outcomes/signed-outcome';
import { refused } from '../refusal';
import type { Answer, ReplyBody, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';
import { haltOnBreach } from './breach-halt';
import { nonceReused, nonceTooLow } from './nonces';

type SignedFunding = CommandOf<'withdraw'> | CommandOf<'recover'>;
type Refused = ReplyOf<'refused'>;

/** The steps in which a withdrawal and a recovery differ. */
export interface SignedFundingRules {
  /** What a repeat is compared with. */
  readonly body: Uint8Array;
  /** Temporary refusals: they leave the nonce unused. */
  refuseNow(): Refused | null;
  /** Runs once the nonce is used, whatever the answer. */
  carryOut(account: number): ReplyBody;
}

/** Applies a user's signed funding command, once for each nonce. */
export function carryOutSigned(
  state: ExchangeState,
  command: SignedFunding,
  rules: SignedFundingRules,
  events: CommandEvents,
): Answer {
  const { accountTable, outcomes } = state;
  const { user, nonce } = command;
  const kind = command.kind === 'withdraw' ? WITHDRAW_NONCE : RECOVER_NONCE;
  const known = accountTable.find(user);
  const foreign = refuseForeign(state, known, command);
  if (foreign !== null) return fresh(state, foreign);
  if (nonce <= outcomes.lastNonce(known, kind)) {
    return answerRepeat(state, { account: known, kind, nonce }, rules.body);
  }
  const no = rules.refuseNow();
  if (no !== null) return fresh(state, no);
  if (known === 0 && !state.money.hasAccountPlace('recovery'))
    return fresh(state, refused('CAPACITY_REACHED'));
  const account = known === 0 ? accountTable.open(user) : known;

  // The nonce is used from here on, whatever the answer.
  const body = rules.carryOut(account);
  state.audit.funds(account);
  const final = haltOnBreach(state, events) ? refused('HALTED') : body;
  const answer = fresh(state, final);
  if (final.kind === 'refused') emitRefusal(command, final, events);
  state.signedOutcomes.remember({ account, kind, nonce }, rules.body, answer.reply);
  return answer;
}

/** A builder's users come through it, with its key id; no other user does. */
function refuseForeign(
  { accountTable }: ExchangeState,
  account: number,
  { builder }: SignedFunding,
): Refused | null {
  const isDelegated = account !== 0 && accountTable.int(account, DELEGATED_TO) !== 0;
  if (isDelegated === (builder !== null)) return null;
  return refused(isDelegated ? 'DELEGATED_USER' : 'NOT_YOUR_USER');
}

function answerRepeat(
  state: ExchangeState,
  { account, kind, nonce }: { account: number; kind: number; nonce: number },
  body: Uint8Array,
): Answer {
  const at = state.outcomes.find(account, kind, nonce);
  if (at < 0) return fresh(state, nonceTooLow(state, account, kind, nonce));
  if (!state.signedOutcomes.isOf(at, body)) {
    return fresh(state, nonceReused(state, account, kind, nonce));
  }
  return replayed(state.signedOutcomes.recall(at));
}

function emitRefusal(
  { kind, user, nonce, builder }: SignedFunding,
  { code, details, order }: Refused,
  events: CommandEvents,
): void {
  const refusal = { code, details, order };
  events.add({ kind: 'refused', user, nonceKind: kind, nonce, builder, refusal });
}
