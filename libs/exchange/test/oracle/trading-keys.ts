/** Keys that may trade for an account (docs/adr/0061): a list of every text that was ever carried out. */
import { toHex } from '@bellwether/codec';
import type { Command, CommandOf } from '../../src/command';
import type { Answer, Refusal, Reply, ReplyBody } from '../../src/reply';
import type { TradingKeyView } from '../../src/views';
import { accountOf, findAccount, hasRoomFor } from './accounts';
import { toSafeNumber } from './amounts';
import { usedOf } from './key-bounds';
import { refuse, refused } from './refusals';
import type { Account, Allowance, State } from './state';

const YEAR_AND_A_DAY = 366 * 86_400;
const DAYS_30_MS = 30 * 86_400_000;
const PER_USER = 16;

type Allow = CommandOf<'allow_trading_key'>;
type Revoke = CommandOf<'revoke_trading_key'>;

const same = (a: Uint8Array, b: Uint8Array): boolean => toHex(a) === toHex(b);
const isActive = ({ end }: Allowance): boolean => end === null;
const active = ({ tradingKeys }: Account): Allowance[] => tradingKeys.filter(isActive);
/** In the order of their ends. */
const ended = ({ tradingKeys }: Account): Allowance[] =>
  tradingKeys.filter((one) => !isActive(one)).toSorted((a, b) => a.end!.order - b.end!.order);

const keysOf = (state: State, user: Uint8Array): Allowance[] => {
  const account = findAccount(state, user);
  return account === undefined ? [] : [...active(account), ...ended(account)];
};

const total = ({ accounts }: State): number =>
  [...accounts.values()].reduce((sum, { tradingKeys }) => sum + tradingKeys.length, 0);

/** By its signature alone: its key may not trade for the user. */
export function refuseSigner(state: State, command: Command): Refusal | null {
  if (!('signer' in command) || command.signer === undefined) return null;
  const { signer } = command;
  const known = keysOf(state, command.user).filter(({ key }) => same(key, signer));
  if (known.some(isActive)) return null;
  if (known.length === 0) return refuse('TRADING_KEY_UNKNOWN');
  // A used nonce carries nothing out: its answer is as to everybody.
  if ('nonce' in command && command.nonce <= lastNonceOf(state, command)) return null;
  return goneRefusal(known.at(-1)!);
}

function lastNonceOf(state: State, { kind, user }: Extract<Command, { user: Uint8Array }>): number {
  const account = findAccount(state, user);
  if (kind === 'cancel_after') return account?.cancelAfterNonce ?? 0;
  return account?.nonces[kind === 'cancel_all' ? kind : 'order'].last ?? 0;
}

/** Ten seconds of microseconds beyond what was used, or is now. */
export function refuseFarNonce(state: State, command: Command): Refusal | null {
  if (!('signer' in command) || command.signer === undefined) return null;
  if (!('nonce' in command)) return null;
  const { nonce } = command;
  const last = lastNonceOf(state, command);
  const isFar = nonce > last + 10_000_000 && nonce > (state.timestampMs + 10_000) * 1_000;
  return isFar ? refuse('VALIDATION_FAILED', { field: 'nonce', value: nonce }) : null;
}

const goneRefusal = ({ end, nonce }: Allowance): Refusal =>
  refuse('TRADING_KEY_ENDED', { nonce, reason: end!.reason, ended_ms: end!.reply.timestampMs });

/** The text is of a time that has passed. */
export function refuseLate(state: State, command: Command): Refusal | null {
  if (command.kind !== 'allow_trading_key' || command.until * 1000 > state.timestampMs) return null;
  const first = keysOf(state, command.user).find((one) => isOfText(one, command));
  return first === undefined
    ? refuse('VALIDATION_FAILED', { field: 'until', value: command.until })
    : goneRefusal(first);
}

const isOfText = (one: Allowance, { tradingKey, ...text }: Allow): boolean =>
  (['nonce', 'until', 'atMost', 'priceBand', 'redeem'] as const).every(
    (field) => one[field] === text[field],
  ) && same(one.key, tradingKey);

export function allowTradingKey(state: State, command: Allow): Answer {
  const { user, tradingKey, until, atMost, priceBand, redeem, nonce } = command;
  const fresh = freshOf(state);
  const known = findAccount(state, user);
  if ((known?.delegatedTo ?? null) !== null) return fresh(refused(refuse('DELEGATED_USER')));
  const last_nonce = known?.tradingKeyNonce ?? 0;
  if (nonce <= last_nonce) {
    const first = keysOf(state, user).find((one) => one.nonce === nonce);
    if (first === undefined) return fresh(refused(usedOrGone(state, user, nonce)));
    if (!isOfText(first, command))
      return fresh(refused(refuse('NONCE_REUSED', { nonce, last_nonce })));
    if (first.end !== null) return fresh(refused(goneRefusal(first)));
    return { replayed: true, reply: first.reply };
  }
  const no = refuseAllowance(state, known, command);
  if (no !== null) return fresh(refused(no));
  const account = accountOf(state, user);
  const before = active(account).find(({ key }) => same(key, tradingKey));
  const earlier = before ?? ended(account).findLast(({ key }) => same(key, tradingKey));
  if (!hasPlace(state, account)) drop(account, ended(account)[0] ?? before!);
  if (before !== undefined && account.tradingKeys.includes(before))
    endKey(state, account, before, 'replaced', 0);
  const bounds = { atMost, priceBand, redeem };
  const allowed = { user, tradingKey, until, ...bounds, nonce };
  const answer = fresh({ kind: 'trading_key_allowed', ...allowed });
  account.tradingKeyNonce = nonce;
  const { reply } = answer;
  const key: Allowance = { key: tradingKey, until, ...bounds, nonce, reply, spends: [], end: null };
  if (earlier !== undefined) {
    key.spends = earlier.spends;
    for (const order of account.openOrders) if (order.by === earlier) order.by = key;
  }
  account.tradingKeys.push(key);
  state.emitted.push({ kind: 'trading_key_allowed', ...allowed });
  return answer;
}

export function revokeTradingKey(state: State, command: Revoke): Answer {
  const { user, tradingKey, nonce, signedBy } = command;
  const fresh = freshOf(state);
  const account = findAccount(state, user);
  const last_nonce = account?.tradingKeyNonce ?? 0;
  const isByOwner = signedBy === 'owner';
  if (isByOwner && nonce <= last_nonce) {
    const first = keysOf(state, user).find(({ end }) => end?.nonce === nonce);
    if (first === undefined) return fresh(refused(usedOrGone(state, user, nonce)));
    if (!same(first.key, tradingKey))
      return fresh(refused(refuse('NONCE_REUSED', { nonce, last_nonce })));
    return { replayed: true, reply: first.end!.reply };
  }
  const meant = keysOf(state, user)
    .filter(({ key }) => same(key, tradingKey))
    .filter((one) => isByOwner || one.nonce === nonce);
  const key = meant.find(isActive);
  if (key !== undefined) {
    endKey(state, account!, key, isByOwner ? 'revoked' : 'revoked_by_key', isByOwner ? nonce : 0);
    if (isByOwner) account!.tradingKeyNonce = nonce;
    const { reason } = key.end!;
    state.emitted.push({ kind: 'trading_key_ended', user, tradingKey, nonce: key.nonce, reason });
    return { replayed: false, reply: key.end!.reply };
  }
  const gone = meant.at(-1);
  if (gone === undefined) return fresh(refused(refuse('TRADING_KEY_UNKNOWN')));
  return !isByOwner && gone.end!.reason === 'revoked_by_key'
    ? { replayed: true, reply: gone.end!.reply }
    : fresh(refused(goneRefusal(gone)));
}

/** Those that expire by then, by time, then by allowance, so many; what ended 30 days ago is forgotten. */
export function passTradingKeys(state: State, most: number): void {
  const { timestampMs } = state;
  const due = [...state.accounts.values()]
    .flatMap((account) => active(account).map((key) => ({ account, key })))
    .filter(({ key }) => key.until * 1000 <= timestampMs)
    .toSorted((a, b) => a.key.until - b.key.until || a.key.reply.seq - b.key.reply.seq)
    .slice(0, most);
  for (const { account, key } of due) {
    endKey(state, account, key, 'expired', 0);
    const { user } = account;
    state.emitted.push({
      kind: 'trading_key_ended',
      user,
      tradingKey: key.key,
      nonce: key.nonce,
      reason: 'expired',
    });
  }
  for (const account of state.accounts.values())
    account.tradingKeys = account.tradingKeys.filter(
      ({ end }) => end === null || end.reply.timestampMs + DAYS_30_MS > timestampMs,
    );
}

export const dueKeysOf = ({ accounts }: State): number[] =>
  [...accounts.values()].flatMap((account) => active(account).map(({ until }) => until * 1000));

export const tradingKeysOf = (state: State, user: Uint8Array): TradingKeyView[] => {
  const account = findAccount(state, user);
  if (account === undefined) return [];
  return [...active(account).toReversed(), ...ended(account).toReversed()].map((one) => ({
    tradingKey: one.key,
    until: one.until,
    atMost: one.atMost,
    priceBand: one.priceBand,
    redeem: one.redeem,
    used: one.end === null ? toSafeNumber(usedOf(state, account, one)) : null,
    nonce: one.nonce,
    allowedSeq: one.reply.seq,
    allowedMs: one.reply.timestampMs,
    ended:
      one.end === null
        ? null
        : {
            reason: one.end.reason,
            endedSeq: one.end.reply.seq,
            endedMs: one.end.reply.timestampMs,
          },
  }));
};

function refuseAllowance(
  state: State,
  known: Account | undefined,
  { user, tradingKey, until }: Allow,
): Refusal | null {
  if (state.mode === 'halted') return refuse('HALTED');
  const now = Math.floor(state.timestampMs / 1000);
  if (until <= now || until > now + YEAR_AND_A_DAY)
    return refuse('VALIDATION_FAILED', { field: 'until', value: until });
  if (!hasRoomFor(state, user)) return refuse('CAPACITY_REACHED');
  const own = known === undefined ? [] : active(known);
  const isAllowed = own.some(({ key }) => same(key, tradingKey));
  if (!isAllowed && own.length >= PER_USER)
    return refuse('TOO_MANY_TRADING_KEYS', { limit: PER_USER, active: own.length });
  const mayGiveUp = isAllowed || (known !== undefined && ended(known).length > 0);
  return hasPlace(state, known) || mayGiveUp ? null : refuse('CAPACITY_REACHED');
}

/** Half of the table is for those who hold nothing in it. */
function hasPlace(state: State, account: Account | undefined): boolean {
  const { maxTradingKeys } = state.limits;
  const isFirst = (account?.tradingKeys.length ?? 0) === 0;
  return total(state) < (isFirst ? maxTradingKeys : Math.floor(maxTradingKeys / 2));
}

function drop(account: Account, one: Allowance): void {
  account.tradingKeys = account.tradingKeys.filter((other) => other !== one);
}

function endKey(
  state: State,
  account: Account,
  one: Allowance,
  reason: NonNullable<Allowance['end']>['reason'],
  nonce: number,
): void {
  const { key: tradingKey, until, nonce: allowedBy } = one;
  const { user } = account;
  const body: ReplyBody = {
    kind: 'trading_key_revoked',
    user,
    tradingKey,
    until,
    nonce: allowedBy,
  };
  const reply: Reply = { seq: state.seq, timestampMs: state.timestampMs, body };
  one.end = { reason, nonce, reply, order: ++state.endedKeys };
  const gone = ended(account);
  if (gone.length > PER_USER) drop(account, gone[0]!);
}

function usedOrGone(state: State, user: Uint8Array, nonce: number): Refusal {
  const last_nonce = findAccount(state, user)?.tradingKeyNonce ?? 0;
  const isUsed = keysOf(state, user).some((one) => one.nonce === nonce || one.end?.nonce === nonce);
  return isUsed
    ? refuse('NONCE_REUSED', { nonce, last_nonce })
    : refuse('NONCE_TOO_LOW', { last_nonce, fate: 'forgotten' });
}

const freshOf =
  ({ seq, timestampMs }: State) =>
  (body: ReplyBody): Answer => ({ replayed: false, reply: { seq, timestampMs, body } });
