/**
 * Keys that may trade for an account and nothing else. The owner allows one by a text and ends it by another; the key
 * may end itself. Refusals leave the nonce unused.
 */
import { sameBytes } from '@bellwether/codec';
import { DELEGATED_TO } from '../accounts/account-table';
import type { EndOfKey, TradingKey } from '../accounts/trading-keys';
import type { Command, CommandOf } from '../command';
import type { TradingKeyEnd } from '../command-words';
import type { CommandEvents } from '../command-events';
import { MAX_TRADING_KEYS_PER_USER, MAX_TRADING_KEY_SECONDS } from '../limits';
import { refusal, refused } from '../refusal';
import type { Answer, Refusal } from '../reply';
import type { ExchangeState } from '../state';
import { refusalOfEndedKey, refusalOfFarNonce, refusalOfUnknownKey } from '../trading-key-refusals';
import { noncesView } from '../views/user-views';
import { fresh, replayed } from './answers';

type Allow = CommandOf<'allow_trading_key'>;
type Revoke = CommandOf<'revoke_trading_key'>;

/**
 * Allows a key to trade until a second of the journal's time. A key that is allowed already gets its new end. A repeat
 * gets the first answer while the key may trade, and afterwards how it ended.
 */
export function allowTradingKey(
  state: ExchangeState,
  command: Allow,
  events: CommandEvents,
): Answer {
  const { accountTable, tradingKeys } = state;
  const { user, tradingKey, nonce } = command;
  const known = accountTable.find(user);
  if (known !== 0 && accountTable.int(known, DELEGATED_TO) !== 0)
    return fresh(state, refused('DELEGATED_USER'));
  if (nonce <= tradingKeys.lastNonce(known)) return answerRepeatedAllowance(state, known, command);
  const no = refuseAllowance(state, known, command);
  if (no !== null) return fresh(state, { kind: 'refused', ...no });
  const account = known === 0 ? accountTable.open(user) : known;
  const replacedKey = tradingKeys.findActive(account, tradingKey);
  // Also after its end: a key that comes back has spent what it spent.
  const before = replacedKey ?? tradingKeys.findEnded(account, tradingKey);
  makePlace(state, account, replacedKey);
  if (replacedKey !== undefined && tradingKeys.findActive(account, tradingKey) !== undefined)
    tradingKeys.end(replacedKey, endNow(state, 'replaced'));
  const { lastSeq: seq, lastTimestampMs: timestampMs } = state;
  tradingKeys.use(account, nonce);
  const allowed = allowedBy(command);
  const unspent = { day: 0, spent: 0, locked: 0 };
  const { user: _, tradingKey: bytes, ...terms } = allowed;
  const key: TradingKey = {
    account,
    key: bytes,
    ...terms,
    seq,
    timestampMs,
    end: null,
    ...unspent,
  };
  if (before !== undefined) state.budgets.replace(before, key);
  tradingKeys.add(key);
  events.add({ kind: 'trading_key_allowed', ...allowed });
  return fresh(state, { kind: 'trading_key_allowed', ...allowed });
}

/** Ends a key, at once and for good: from this record on nothing that it signed is carried out. */
export function revokeTradingKey(
  state: ExchangeState,
  command: Revoke,
  events: CommandEvents,
): Answer {
  const { accountTable, tradingKeys } = state;
  const { user, tradingKey, nonce, signedBy } = command;
  const account = accountTable.find(user);
  const isByOwner = signedBy === 'owner';
  if (isByOwner && nonce <= tradingKeys.lastNonce(account))
    return answerRepeatedRevocation(state, account, command);
  const isMeant = (one: TradingKey): boolean =>
    sameBytes(one.key, tradingKey) && (isByOwner || one.nonce === nonce);
  const active = tradingKeys.activeOf(account).find(isMeant);
  if (active === undefined) {
    const ended = tradingKeys.endedOf(account).findLast(isMeant);
    if (ended === undefined)
      return fresh(state, { kind: 'refused', ...refusalOfUnknownKey(tradingKey) });
    return ended.end!.reason === 'revoked_by_key' && !isByOwner
      ? answerOfRevocation(user, ended)
      : fresh(state, { kind: 'refused', ...keyEnded(ended) });
  }
  if (isByOwner) tradingKeys.use(account, nonce);
  endKey(state, active, isByOwner ? 'revoked' : 'revoked_by_key', events, isByOwner ? nonce : 0);
  return { ...answerOfRevocation(user, active), replayed: false };
}

/** Ends the keys that expire as time passes, then forgets those that ended long ago. */
export function expireTradingKeys(state: ExchangeState, most: number, events: CommandEvents): void {
  const { tradingKeys, lastTimestampMs } = state;
  for (let done = 0; done < most; done++) {
    const key = tradingKeys.nextExpired(lastTimestampMs);
    if (key === null) break;
    endKey(state, key, 'expired', events);
  }
  tradingKeys.forgetBefore(lastTimestampMs);
}

/** Refuses a command that was signed by another key than one that may trade for its user. */
export function refuseSigner(state: ExchangeState, command: Command): Refusal | null {
  if (!('signer' in command) || command.signer === undefined) return null;
  const { tradingKeys } = state;
  const account = state.accountTable.find(command.user);
  if (tradingKeys.findActive(account, command.signer) !== undefined) return null;
  const ended = tradingKeys.findEnded(account, command.signer);
  if (ended === undefined) return refusalOfUnknownKey(command.signer);
  return isUsed(state, command) ? null : keyEnded(ended);
}

/** Commands of a key before its end are answered as those of any user: a used nonce has no effect. */
function isUsed(state: ExchangeState, command: Command): boolean {
  const last = lastNonceFor(state, command);
  return last !== null && 'nonce' in command && command.nonce <= last;
}

/** The last nonce of the kind that a trading key's command has; null where it has none. */
function lastNonceFor(state: ExchangeState, command: Command): number | null {
  if (!('nonce' in command) || !('user' in command)) return null;
  const { kind, user } = command;
  return noncesView(state, user)[kind === 'cancel_all' || kind === 'cancel_after' ? kind : 'order'];
}

/** Refuses a trading key's command whose nonce would leave its owner too few, at a time. */
export function refuseFarNonce(
  state: ExchangeState,
  command: Command,
  timestampMs: number,
): Refusal | null {
  if (!('signer' in command) || command.signer === undefined) return null;
  const last = lastNonceFor(state, command);
  if (last === null || !('nonce' in command)) return null;
  return refusalOfFarNonce(command.nonce, last, timestampMs);
}

/** What a text allows, without its signature. */
function allowedBy(command: Allow) {
  const { kind: _, form: __, signature: ___, ...allowed } = command;
  return allowed;
}

/** Whether an allowance is that of this very text. */
const isOfText = (one: TradingKey, { tradingKey, until, nonce, ...text }: Allow): boolean =>
  one.nonce === nonce &&
  one.until === until &&
  one.atMost === text.atMost &&
  one.priceBand === text.priceBand &&
  one.redeem === text.redeem &&
  sameBytes(one.key, tradingKey);

function refuseAllowance(
  state: ExchangeState,
  known: number,
  { tradingKey, until }: Allow,
): Refusal | null {
  const { tradingKeys, money } = state;
  if (state.mode === 'halted') return refusal('HALTED');
  const late = refusePast(state, until);
  if (late !== null) return late;
  if (known === 0 && !money.hasAccountPlace('delegation')) return refusal('CAPACITY_REACHED');
  const active = tradingKeys.activeOf(known).length;
  const isReplaced = tradingKeys.findActive(known, tradingKey) !== undefined;
  if (!isReplaced && active >= MAX_TRADING_KEYS_PER_USER)
    return refusal('TOO_MANY_TRADING_KEYS', { limit: MAX_TRADING_KEYS_PER_USER, active });
  const hasOwnPlace = isReplaced || tradingKeys.endedOf(known).length > 0;
  return tradingKeys.hasPlace(known) || hasOwnPlace ? null : refusal('CAPACITY_REACHED');
}

/**
 * A text whose time has passed will never be carried out: it is refused without a journal record, so that a repeat by
 * anyone uses up no limit of its owner.
 */
export function refuseLate(state: ExchangeState, command: Command): Refusal | null {
  if (command.kind !== 'allow_trading_key') return null;
  const { user, until } = command;
  if (until * 1000 > state.lastTimestampMs) return null;
  const first = state.tradingKeys
    .endedOf(state.accountTable.find(user))
    .find((one) => isOfText(one, command));
  return first === undefined ? refusePast(state, until) : keyEnded(first);
}

/** Of an account that never allowed a key: anybody can sign such texts, so they leave no journal record. */
export function refuseRevocation(state: ExchangeState, command: Command): Refusal | null {
  if (command.kind !== 'revoke_trading_key') return null;
  const account = state.accountTable.find(command.user);
  return state.tradingKeys.lastNonce(account) === 0
    ? refusalOfUnknownKey(command.tradingKey)
    : null;
}

/** It ends 1 second to 366 days after the record's time. */
function refusePast({ lastTimestampMs }: ExchangeState, until: number): Refusal | null {
  const earliest = Math.floor(lastTimestampMs / 1000) + 1;
  const latest = Math.floor(lastTimestampMs / 1000) + MAX_TRADING_KEY_SECONDS;
  if (until >= earliest && until <= latest) return null;
  return refusal('VALIDATION_FAILED', {
    field: 'until',
    value: until,
    expected: `${earliest} to ${latest} (Unix seconds)`,
  });
}

/** Where the table has no place for one more, the account gives up what it held longest. */
function makePlace(
  { tradingKeys }: ExchangeState,
  account: number,
  replacedKey: TradingKey | undefined,
): void {
  if (tradingKeys.hasPlace(account)) return;
  const oldest = tradingKeys.endedOf(account)[0] ?? replacedKey;
  if (oldest !== undefined) tradingKeys.forget(oldest);
}

function answerRepeatedAllowance(state: ExchangeState, account: number, command: Allow): Answer {
  const { nonce } = command;
  const { tradingKeys } = state;
  const first = tradingKeys.find(account, (one) => one.nonce === nonce);
  if (first === undefined) return nonceGone(state, account, nonce);
  if (!isOfText(first, command)) return nonceReused(state, account, nonce);
  if (first.end !== null) return fresh(state, { kind: 'refused', ...keyEnded(first) });
  const { seq, timestampMs } = first;
  return replayed({
    seq,
    timestampMs,
    body: { kind: 'trading_key_allowed', ...allowedBy(command) },
  });
}

function answerRepeatedRevocation(
  state: ExchangeState,
  account: number,
  { user, tradingKey, nonce }: Revoke,
): Answer {
  const first = state.tradingKeys.endedOf(account).find(({ end }) => end!.nonce === nonce);
  if (first === undefined) return nonceGone(state, account, nonce);
  return sameBytes(first.key, tradingKey)
    ? answerOfRevocation(user, first)
    : nonceReused(state, account, nonce);
}

/** The nonce was used by an allowance, or by a text that is forgotten. */
function nonceGone(state: ExchangeState, account: number, nonce: number): Answer {
  const { tradingKeys } = state;
  const isOfOther =
    tradingKeys.find(account, (one) => one.nonce === nonce || one.end?.nonce === nonce) !==
    undefined;
  if (isOfOther) return nonceReused(state, account, nonce);
  const last_nonce = tradingKeys.lastNonce(account);
  return fresh(state, refused('NONCE_TOO_LOW', { last_nonce, fate: 'forgotten' }));
}

const nonceReused = (state: ExchangeState, account: number, nonce: number): Answer =>
  fresh(
    state,
    refused('NONCE_REUSED', { nonce, last_nonce: state.tradingKeys.lastNonce(account) }),
  );

/** The answer to the command that revoked this key. */
function answerOfRevocation(user: Uint8Array, { key: tradingKey, until, nonce, end }: TradingKey) {
  const { seq, timestampMs } = end!;
  return replayed({
    seq,
    timestampMs,
    body: { kind: 'trading_key_revoked', user, tradingKey, until, nonce },
  });
}

function endKey(
  state: ExchangeState,
  key: TradingKey,
  reason: TradingKeyEnd,
  events: CommandEvents,
  nonce = 0,
): void {
  state.tradingKeys.end(key, endNow(state, reason, nonce));
  const user = state.accountTable.userOf(key.account);
  events.add({ kind: 'trading_key_ended', user, tradingKey: key.key, nonce: key.nonce, reason });
}

const endNow = (
  { lastSeq: seq, lastTimestampMs: timestampMs }: ExchangeState,
  reason: TradingKeyEnd,
  nonce = 0,
): EndOfKey => ({ reason, nonce, seq, timestampMs });

const keyEnded = ({ key, nonce, end }: TradingKey): Refusal =>
  refusalOfEndedKey({ key, nonce, reason: end!.reason, endedMs: end!.timestampMs });
