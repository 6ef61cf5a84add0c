/** Cases: how results are proposed, challenged, decided and paid (docs/protocol/matching.md, section 10). */
import { toHex } from '@bellwether/codec';
import type { CaseOutcome, CaseStatus, CommandOf } from '../../src/command';
import type { ExchangeEventOf } from '../../src/event';
import type { Answer, Refusal, ReplyBody } from '../../src/reply';
import type { CaseView } from '../../src/views';
import { accountOf, hasRoomFor } from './accounts';
import { toSafeNumber } from './amounts';
import { setStatus } from './market-status';
import { caseOf, conflict, isDisputed, nowOf, openCases, rulesOf } from './open-cases';
import { refuse, refused } from './refusals';
import { markResolved } from './resolution';
import { endOf } from './slices';
import type { CatalogueEntry, Challenge, Ending, Market, NaiveCase, State } from './state';
import { availableOf, lockedOf } from './state';

const no = (...given: Parameters<typeof refuse>): ReplyBody => refused(refuse(...given));

export function setResolutionRules(
  state: State,
  { rules }: CommandOf<'set_resolution_rules'>,
): ReplyBody {
  state.resolutionRules = rules;
  state.emitted.push({ kind: 'resolution_rules', rules });
  return { kind: 'resolution_rules', rules };
}

export function propose(state: State, command: CommandOf<'propose'>): ReplyBody {
  const { subject, by, note, evidenceUrl, evidenceSha256, priceAsOf } = command;
  const market = subject.kind === 'market' ? state.markets.get(toHex(subject.marketId)) : undefined;
  const event = subject.kind === 'market' ? market?.event : state.events.get(subject.eventId);
  if (subject.kind === 'market' && market === undefined) return no('MARKET_NOT_FOUND');
  if (event === undefined) return no('EVENT_NOT_FOUND');
  if (market === undefined && !event.command.mutuallyExclusive)
    return no('VALIDATION_FAILED', { field: 'event_id' });
  const about = market === undefined ? event.markets : [market];
  const open = about.filter(({ resolution }) => resolution === null);
  if (open.length === 0) return no('ALREADY_RESOLVED', { resolution: about[0]!.resolution! });

  const taken = open.find((one) => caseOf(state, one) !== undefined);
  const known = taken && caseOf(state, taken)!;
  if (known !== undefined) {
    const mayBe =
      known.market === (market ?? null) && known.rounds.length === 1 && !isDisputed(known);
    if (!mayBe) return refused(conflict(taken!));
    if (isLate(state, known)) return no('CASE_ENDED', { case_id: known.id });
  }
  const found = endingsOf({ event, market: market ?? null }, command.outcome);
  if (!Array.isArray(found)) return refused(found);
  return beginCase(state, {
    about: { event, market: market ?? null },
    endings: found,
    corrects: known,
    dueMs: dueOf(state, event),
    said: { by, note, evidenceUrl, evidenceSha256, priceAsOf },
  });
}

export function beginCase(
  state: State,
  {
    about: { event, market },
    endings,
    corrects,
    dueMs,
    said,
  }: {
    readonly about: Pick<NaiveCase, 'event' | 'market'>;
    readonly endings: Ending[];
    readonly corrects: NaiveCase | undefined;
    readonly dueMs: number;
    readonly said: Pick<
      ExchangeEventOf<'case_proposed'>,
      'by' | 'note' | 'evidenceUrl' | 'evidenceSha256' | 'priceAsOf' | 'attested'
    >;
  },
): ReplyBody {
  if (corrects !== undefined) corrects.end = 'corrected';
  const { by } = said;
  const one: NaiveCase = {
    id: state.seq,
    event,
    market,
    rounds: [{ endings, by, dueMs, challenges: [], isContradicted: false }],
    end: null,
  };
  state.cases.push(one);
  state.emitted.push({
    kind: 'case_proposed',
    caseId: one.id,
    eventId: event.command.eventId,
    marketId: market?.marketId ?? null,
    endings: endings.map(viewOf),
    round: 1,
    dueMs,
    ...said,
    corrects: corrects?.id,
  });
  if (corrects === undefined) {
    for (const { market } of endings) setStatus(state, market, 'proposed');
    endOf(
      state,
      endings.map(({ market }) => market),
    );
  }
  return replyOf(one, 'proposed');
}

const viewOf = ({ market, resolution, price }: Ending) => ({
  marketId: market.marketId,
  resolution,
  price,
});

const dueOf = (state: State, event: CatalogueEntry): number =>
  state.timestampMs + rulesOf(event).windowSeconds * 1000;

const isLate = (state: State, one: NaiveCase): boolean => state.timestampMs >= nowOf(one).dueMs;

export function replyOf(one: NaiveCase, status: CaseStatus) {
  const { dueMs } = nowOf(one);
  const round = one.rounds.length;
  return {
    kind: 'case',
    caseId: one.id,
    status,
    dueMs: status === 'proposed' ? dueMs : null,
    round,
  } satisfies ReplyBody;
}

/** What an outcome means for each market of the case. */
export function endingsOf(
  { event, market }: Pick<NaiveCase, 'event' | 'market'>,
  outcome: CaseOutcome,
): Ending[] | Refusal {
  const { mutuallyExclusive, voidPrice, voidAtLast, exhaustive } = event.command;
  if ((outcome.kind === 'market') !== (market !== null))
    return refuse('VALIDATION_FAILED', { field: 'outcome' });
  if (outcome.kind === 'market') {
    const { resolution, price } = outcome;
    if (mutuallyExclusive && resolution !== 'no') return refuse('RESOLVE_BY_EVENT');
    if (resolution !== 'void') return [{ market: market!, resolution, price: null }];
    if (voidAtLast) {
      return price === null
        ? refuse('VALIDATION_FAILED', { field: 'price' })
        : [{ market: market!, resolution, price }];
    }
    const fixed = voidPrice ?? 5000;
    return price === null || price === fixed
      ? [{ market: market!, resolution, price: fixed }]
      : refuse('VALIDATION_FAILED', { field: 'price' });
  }
  const won = event.markets.find(({ resolution }) => resolution === 'yes');
  if (won !== undefined) return refuse('ALREADY_RESOLVED', { resolution: 'yes' });
  const open = event.markets.filter(({ resolution }) => resolution === null);
  const named = (id: Uint8Array) => event.markets.find(({ marketId }) => same(marketId, id));
  if (outcome.kind === 'winner') {
    const winner = named(outcome.winner);
    if (winner === undefined) return refuse('MARKET_NOT_FOUND');
    if (winner.resolution !== null)
      return refuse('ALREADY_RESOLVED', { resolution: winner.resolution });
    return open.map((one) => {
      return { market: one, resolution: one === winner ? 'yes' : 'no', price: null };
    });
  }
  const shares = open.map(() => 0);
  if (outcome.kind === 'void') {
    if (!exhaustive) return refuse('VALIDATION_FAILED', { field: 'void' });
    for (let bp = 0; bp < 10_000; bp++) shares[bp % shares.length]!++;
  } else {
    for (const { marketId, price } of outcome.prices) {
      const at = open.findIndex((one) => same(one.marketId, marketId));
      if (at < 0) return refuse('MARKET_NOT_FOUND');
      shares[at] = price;
    }
    const sum = shares.reduce((a, b) => a + b, 0);
    if (sum > 10_000 || (exhaustive && sum !== 10_000))
      return refuse('VALIDATION_FAILED', { field: 'prices', value: sum });
  }
  return open.map((one, i) => ({ market: one, resolution: 'void', price: shares[i]! }));
}

const same = (a: Uint8Array, b: Uint8Array): boolean => toHex(a) === toHex(b);

function openCase(state: State, id: number): NaiveCase | ReplyBody {
  const one = state.cases.find((other) => other.id === id);
  if (one === undefined) return no('CASE_NOT_FOUND', { case_id: id });
  return one.end === null ? one : no('CASE_ENDED', { case_id: id });
}

const isCase = (found: NaiveCase | ReplyBody): found is NaiveCase => 'rounds' in found;

export function withdrawCase(
  state: State,
  { caseId, by, reason }: CommandOf<'withdraw_case'>,
): ReplyBody {
  const one = openCase(state, caseId);
  if (!isCase(one)) return one;
  if (isDisputed(one)) return refused(conflict(nowOf(one).endings[0]!.market));
  if (isLate(state, one)) return no('CASE_ENDED', { case_id: caseId });
  const waiting = stillCancelled(one);
  if (waiting !== undefined) return refused(conflict(waiting));
  one.end = 'withdrawn';
  state.emitted.push({ kind: 'case_withdrawn', caseId, by, reason });
  giveBack(state, one, 'paused');
  return replyOf(one, 'withdrawn');
}

const stillCancelled = (one: NaiveCase): Market | undefined =>
  nowOf(one).endings.find(({ market }) => market.waitsSince !== null)?.market;

function giveBack(state: State, one: NaiveCase, status: 'paused' | 'active'): void {
  const { words } = one.event;
  if (words.some(({ isOver }) => !isOver))
    one.event.lastEnded = { id: one.id, timestampMs: state.timestampMs };
  for (const word of words) word.isOver = true;
  const hasExpired = one.event.expiry * 1000 <= state.timestampMs;
  for (const { market } of nowOf(one).endings)
    setStatus(state, market, hasExpired ? 'closed' : status);
}

/** The refusals of a challenge that leave its nonce unused. */
export function refuseChallengeNow(
  state: State,
  { caseId, claim, claimMarket, stake }: CommandOf<'challenge'>,
): Refusal | null {
  const one = openCase(state, caseId);
  if (!isCase(one)) return one.kind === 'refused' ? one : null;
  if (isLate(state, one)) return refuse('CASE_ENDED', { case_id: caseId });
  if (stake !== rulesOf(one.event).stake)
    return refuse('VALIDATION_FAILED', { field: 'stake_micro_usdc', value: stake });
  const fitting =
    one.market === null ? ['winner', 'void', 'too_early'] : ['yes', 'no', 'void', 'too_early'];
  if (!fitting.includes(claim)) return refuse('VALIDATION_FAILED', { field: 'claim' });
  const isKnown =
    claimMarket === null ||
    nowOf(one).endings.some(({ market }) => same(market.marketId, claimMarket));
  return isKnown ? null : refuse('MARKET_NOT_FOUND');
}

/** Applies a challenge whose nonce is valid and now used. */
export function challenge(state: State, command: CommandOf<'challenge'>): ReplyBody {
  const { user, caseId, claim, claimMarket, reason, stake, nonce, builder } = command;
  const one = openCase(state, caseId) as NaiveCase;
  const account = accountOf(state, user);
  const { challenges, endings } = nowOf(one);
  if (challenges.some((other) => other.account === account)) return no('ALREADY_CHALLENGED');
  if (challenges.length === 16) return no('CASE_FULL', { limit: 16 });
  const market = claimMarket === null ? null : state.markets.get(toHex(claimMarket))!;
  const added = { id: state.seq, account, claim, claimMarket: market, stake: BigInt(stake) };
  if (isRight(one, endings, added)) return no('CLAIM_IS_THE_PROPOSAL');
  const available = toSafeNumber(availableOf(account));
  if (stake > available) {
    const locked = toSafeNumber(lockedOf(account));
    const facts = { required: stake, available, locked, shortfall: stake - available };
    return no('INSUFFICIENT_BALANCE', facts);
  }
  const isFirst = !isDisputed(one);
  account.cash -= BigInt(stake);
  challenges.push({ ...added, isOpen: true });
  const said = { caseId, challengeId: state.seq, user, claim, claimMarket, reason, amount: stake };
  state.emitted.push({ kind: 'case_challenged', ...said, nonce, builder });
  if (isFirst) for (const { market } of endings) setStatus(state, market, 'disputed');
  return { kind: 'challenged', caseId, challengeId: state.seq };
}

/** Whether the claim is what these endings say. */
function isRight(
  { market }: NaiveCase,
  endings: readonly Ending[],
  { claim, claimMarket }: Pick<Challenge, 'claim' | 'claimMarket'>,
): boolean {
  if (market !== null) return endings[0]!.resolution === claim;
  const winner = endings.find(({ resolution }) => resolution === 'yes');
  if (winner === undefined) return claim === 'void';
  return claim === 'winner' && claimMarket === winner.market;
}

export function decide(state: State, command: CommandOf<'decide'>): ReplyBody {
  const { caseId, verdict, outcome, refundStakes, by, reason, reasonUrl, expiry, priceAsOf } =
    command;
  const one = openCase(state, caseId);
  if (!isCase(one)) return one;
  const { endings } = nowOf(one);
  if (!isDisputed(one)) {
    if (isLate(state, one)) return no('CASE_ENDED', { case_id: caseId });
    return refused(conflict(endings[0]!.market));
  }
  if (rulesOf(one.event).secondRole && by === nowOf(one).by) return no('OWN_ACT');
  const say = (more: { endings?: readonly Ending[]; dueMs?: number }) => {
    const decided = { endings: (more.endings ?? []).map(viewOf), dueMs: more.dueMs };
    const said = { caseId, verdict, by, reason, reasonUrl, priceAsOf, ...decided };
    state.emitted.push({ kind: 'case_decided', ...said });
  };
  if (verdict === 'uphold') {
    say({ endings });
    settle(state, one, refundStakes ? 'returned' : 'forfeited', null);
    payCase(state, one);
    return replyOf(one, 'final');
  }
  if (verdict === 'reopen') {
    const now = Math.floor(state.timestampMs / 1000);
    if (expiry !== undefined && (expiry <= now || expiry <= one.event.expiry))
      return no('VALIDATION_FAILED', { field: 'expiry' });
    const waiting = stillCancelled(one);
    if (waiting !== undefined) return refused(conflict(waiting));
    say({});
    settle(state, one, 'returned', null);
    if (expiry !== undefined) {
      one.event.expiry = expiry;
      const { eventId } = one.event.command;
      state.emitted.push({ kind: 'event_extended', eventId, expiry });
    }
    giveBack(state, one, 'active');
    one.end = 'reopened';
    return replyOf(one, 'reopened');
  }
  const found = endingsOf(one, outcome!);
  if (!Array.isArray(found)) return refused(found);
  const isSame = found.every(
    ({ resolution, price }, i) =>
      endings[i]!.resolution === resolution && endings[i]!.price === price,
  );
  if (isSame) return no('VALIDATION_FAILED', { field: 'outcome' });
  const dueMs = dueOf(state, one.event);
  const isSecond = one.rounds.length === 2;
  say(isSecond ? { endings: found } : { endings: found, dueMs });
  settle(state, one, 'returned', found);
  if (isSecond) {
    payCase(state, one, found);
    return replyOf(one, 'final');
  }
  one.rounds.push({ endings: found, by, dueMs, challenges: [], isContradicted: false });
  for (const { market } of found) setStatus(state, market, 'proposed');
  return replyOf(one, 'proposed');
}

/** @param decided what the case was overturned to */
function settle(
  state: State,
  one: NaiveCase,
  how: 'returned' | 'forfeited',
  decided: readonly Ending[] | null,
): void {
  let isRewarded = false;
  nowOf(one).isContradicted = false;
  for (const challenge of nowOf(one).challenges) {
    const { id, account, stake } = challenge;
    challenge.isOpen = false;
    const of = { caseId: one.id, challengeId: id, user: account.user };
    if (how === 'returned') account.cash += stake;
    else state.disputeFund += stake;
    state.emitted.push({ kind: `stake_${how}`, ...of, amount: toSafeNumber(stake) });
    if (isRewarded || decided === null || !isRight(one, decided, challenge)) continue;
    isRewarded = true;
    const wanted = (stake * BigInt(rulesOf(one.event).rewardPct)) / 100n;
    const reward = wanted < state.disputeFund ? wanted : state.disputeFund;
    if (reward === 0n) continue;
    state.disputeFund -= reward;
    account.cash += reward;
    state.emitted.push({ kind: 'challenge_rewarded', ...of, amount: toSafeNumber(reward) });
  }
}

function payCase(state: State, one: NaiveCase, endings = nowOf(one).endings): void {
  one.end = 'final';
  const markets = endings.map(({ market }) => market);
  for (const { market, resolution, price } of endings)
    markResolved(state, market, resolution, price);
  endOf(state, markets);
  const paid = markets.reduce((sum, market) => sum + market.paid, 0n);
  state.emitted.push({
    kind: 'case_final',
    caseId: one.id,
    paidMicroUsdc: toSafeNumber(paid),
  });
}

export const caseViewsOf = (state: State): CaseView[] =>
  openCases(state).map((one) => {
    const { endings, by, dueMs, challenges, isContradicted } = nowOf(one);
    return {
      caseId: one.id,
      eventId: one.event.command.eventId,
      marketId: one.market?.marketId ?? null,
      endings: endings.map(viewOf),
      by,
      round: one.rounds.length,
      dueMs,
      isContradicted,
      challenges: challenges.map(({ id, account, claim, claimMarket, stake }) => ({
        challengeId: id,
        user: account.user,
        claim,
        claimMarket: claimMarket?.marketId ?? null,
        stake: toSafeNumber(stake),
      })),
    };
  });

/** Those that nobody has challenged, by the time at which they end. */
export const dueCases = (state: State): { readonly atMs: number; readonly one: NaiveCase }[] =>
  openCases(state)
    .filter((one) => !isDisputed(one))
    .map((one) => ({ atMs: nowOf(one).dueMs, one }))
    .toSorted((a, b) => a.atMs - b.atMs || a.one.id - b.one.id);

/** What a tick does: one of them. */
export function endDueCase(state: State): void {
  const [due] = dueCases(state);
  if (due !== undefined && due.atMs <= state.timestampMs) payCase(state, due.one);
}

/** From protocol fees, once for each reference: to the fund, or to a user. */
export function grant(
  state: State,
  command: CommandOf<'fill_fund'> | CommandOf<'make_good'>,
): Answer {
  const { amount, reference } = command;
  const answer = (body: ReplyBody): Answer => ({
    replayed: false,
    reply: { seq: state.seq, timestampMs: state.timestampMs, body },
  });
  const user = command.kind === 'make_good' ? command.user : null;
  const given = state.grants.get(reference);
  if (given !== undefined) {
    const isSame = given.amount === amount && given.user === (user && toHex(user));
    if (isSame) return { replayed: true, reply: given.reply };
    return answer(no('REFERENCE_REUSED', { reference }));
  }
  if (state.mode === 'halted') return answer(no('HALTED'));
  const available = toSafeNumber(state.protocolFees);
  if (amount > available) {
    const facts = { required: amount, available, shortfall: amount - available };
    return answer(no('INSUFFICIENT_REVENUE', facts));
  }
  if (user !== null && !hasRoomFor(state, user, 'money')) return answer(no('CAPACITY_REACHED'));
  state.protocolFees -= BigInt(amount);
  const done = answer(give(state, command));
  state.grants.set(reference, { user: user && toHex(user), amount, reply: done.reply });
  if (state.grants.size > state.limits.maxCreditReferences)
    state.grants.delete([...state.grants.keys()][0]!);
  return done;
}

function give(state: State, command: CommandOf<'fill_fund'> | CommandOf<'make_good'>): ReplyBody {
  const { amount, reference } = command;
  if (command.kind === 'fill_fund') {
    state.disputeFund += BigInt(amount);
    state.emitted.push({ kind: 'fund_filled', amount, reference });
    return { kind: 'fund_filled', amount, disputeFund: toSafeNumber(state.disputeFund) };
  }
  const { user, reason } = command;
  const account = accountOf(state, user);
  account.cash += BigInt(amount);
  state.emitted.push({ kind: 'made_good', user, amount, reference, reason });
  const available = toSafeNumber(availableOf(account));
  return { kind: 'made_good', user, amount, available };
}

export const bodyOfChallenge = (command: CommandOf<'challenge'>): string => {
  const { caseId, claim, claimMarket, reason, stake, nonce } = command;
  const market = claimMarket && toHex(claimMarket);
  return JSON.stringify(['challenge', caseId, claim, market, reason, stake, nonce]);
};

/** Where its outcome is remembered: it is forgotten with that market. */
export const marketOfChallenge = (
  state: State,
  { caseId }: CommandOf<'challenge'>,
): Market | null => {
  const one = state.cases.find(({ id }) => id === caseId);
  return one === undefined ? null : nowOf(one).endings[0]!.market;
};
