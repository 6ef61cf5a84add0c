/** Results: their rules, proposals, challenges and decisions, and what operators give from protocol fees. */
import type { CaseOutcome, Claim, CommandOf } from '../../src/command';
import { CLAIMS, RESOLUTIONS } from '../../src/command';
import { rulesOf } from '../oracle/open-cases';
import type { NaiveCase } from '../oracle/state';
import { toSafeNumber } from '../oracle/amounts';
import type { CatalogueEntry, Market } from '../oracle/state';
import { type Drawing, accountOrNone, allMarkets, anyPast, anyUser } from './drawing';
import { UNKNOWN_MARKET, builderKeyId, signatureOf, userKey } from './keys';
import type { Draft } from './step';

const OPERATORS = ['desk-1', 'desk-2'] as const;
const REASONS = ['It was on the news.', 'The referee said so.'] as const;

const admin = (command: Draft['command']): Draft[] => [{ lane: 'admin', command }];

export function drawResolutionRules({ random, profile }: Drawing): Draft[] {
  const row = (name: string, sub: string) => ({
    name,
    sub,
    windowSeconds: random.pick(profile.windows),
    stake: random.pick(profile.stakes),
    rewardPct: random.pick([0, 1, 50, 50, 100]),
    secondRole: random.chance(0.5),
    sourceWindowSeconds: random.pick([undefined, 0, ...profile.windows]),
  });
  const rules = [row('sports', '*'), row('sports', 'chess'), row('*', '*')];
  return admin({
    kind: 'set_resolution_rules',
    rules: rules.filter(() => random.chance(0.8)),
  });
}

const openCases = ({ oracle }: Drawing): NaiveCase[] =>
  oracle.state.cases.filter(({ end }) => end === null);
const isDisputed = ({ rounds }: NaiveCase): boolean =>
  rounds.at(-1)!.challenges.some(({ isOpen }) => isOpen);

/** Mostly of an open case, often of one that can be corrected. */
export function drawPropose(drawing: Drawing): Draft[] {
  const { random, oracle } = drawing;
  const open = openCases(drawing);
  const events = [...oracle.state.events.values()];
  if (events.length === 0) return [];
  const known = open.length > 0 && random.chance(0.2) ? random.pick(open) : null;
  const event = known?.event ?? random.pick(random.chance(0.7) ? events.slice(-3) : events);
  const isOfEvent = known
    ? known.market === null
    : event.command.mutuallyExclusive && random.chance(0.7);
  const market = known?.market ?? random.pick(event.markets);
  const { marketId } = random.chance(0.02) ? { marketId: UNKNOWN_MARKET } : market;
  const isOfOther = random.chance(0.03) ? !isOfEvent : isOfEvent;
  return admin({
    kind: 'propose',
    subject: isOfOther
      ? { kind: 'event', eventId: random.chance(0.02) ? 'none' : event.command.eventId }
      : { kind: 'market', marketId },
    outcome: drawOutcome(drawing, event, isOfEvent),
    by: random.pick(OPERATORS),
    note: random.pick(REASONS),
    evidenceUrl: random.pick([undefined, 'https://example.org/result']),
    evidenceSha256: random.pick([undefined, new Uint8Array(32).fill(7)]),
    priceAsOf: random.pick([undefined, 1_700_000_000]),
  });
}

function drawOutcome(
  { random }: Drawing,
  { command, markets }: CatalogueEntry,
  isOfEvent: boolean,
): CaseOutcome {
  if (!isOfEvent) {
    const resolution =
      command.mutuallyExclusive && random.chance(0.9) ? 'no' : random.pick(RESOLUTIONS);
    const price = resolution === 'void' ? random.pick([null, 0, 4_000, 5_000, 10_000]) : null;
    return { kind: 'market', resolution, price };
  }
  const ids = markets.map(({ marketId }) => marketId);
  const kind = random.weighted({ winner: 6, shares: 2, void: 2 });
  if (kind === 'winner')
    return { kind, winner: random.chance(0.03) ? UNKNOWN_MARKET : random.pick(ids) };
  if (kind === 'void') return { kind };
  const listed = ids.filter(() => random.chance(0.8));
  const whole = random.pick([10_000, 10_000, 9_000, 10_001]);
  const share = Math.floor(whole / Math.max(listed.length, 1));
  const prices = listed.map((marketId, i) => {
    const rest = whole - share * (listed.length - 1);
    return { marketId, price: Math.min(10_000, i === 0 ? rest : share) };
  });
  return { kind: 'shares', prices };
}

/** Sometimes a case that has ended, or none. */
function anyCaseId(drawing: Drawing, fits: (one: NaiveCase) => boolean): NaiveCase | number | null {
  const { random, oracle } = drawing;
  if (random.chance(0.02)) return 999_999_999;
  const { cases } = oracle.state;
  if (cases.length > 0 && random.chance(0.06)) return random.pick(cases.slice(-5));
  const open = openCases(drawing);
  const fitting = open.filter(fits);
  if (fitting.length > 0 && random.chance(0.9)) return random.pick(fitting);
  return open.length === 0 ? null : random.pick(open);
}

const idOf = (one: NaiveCase | number): number => (typeof one === 'number' ? one : one.id);

export function drawWithdrawCase(drawing: Drawing): Draft[] {
  const one = anyCaseId(drawing, (known) => !isDisputed(known));
  if (one === null) return [];
  const { random } = drawing;
  const by = random.pick(OPERATORS);
  return admin({ kind: 'withdraw_case', caseId: idOf(one), by, reason: random.pick(REASONS) });
}

export function drawChallenge(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, 'challenge');
  if (past !== null && random.chance(0.1)) return [past];
  const one = anyCaseId(drawing, ({ event }) => rulesOf(event).stake > 0);
  if (one === null) return [];
  // More than a case takes, now and then.
  const everybody = random.chance(0.02) ? drawing.profile.users : 0;
  if (everybody === 0) return [challengeOf(drawing, one, anyUser(drawing))];
  return Array.from({ length: everybody }, (_, i) =>
    challengeOf(drawing, one, userKey(i + 1), 'too_early'),
  );
}

function challengeOf(
  drawing: Drawing,
  one: NaiveCase | number,
  user: Uint8Array,
  claimed?: Claim,
): Draft {
  const { random } = drawing;
  const account = accountOrNone(drawing, user);
  const isDelegated = (account?.delegatedTo ?? null) !== null;
  const lane = isDelegated !== random.chance(0.01) ? 'builder' : 'order';
  const known = typeof one === 'number' ? null : one;
  const isAny = known === null || random.chance(0.03);
  const claim = claimed ?? (isAny ? random.pick(CLAIMS) : claimOf(drawing, known));
  const stake = known === null ? 1 : rulesOf(known.event).stake;
  const nonce = (account?.nonces.order.last ?? 0) + random.between(1, 2);
  const command: CommandOf<'challenge'> = {
    kind: 'challenge',
    user,
    caseId: idOf(one),
    claim,
    claimMarket: claim === 'winner' ? marketOf(drawing, known) : null,
    reason: random.pick(REASONS),
    stake: Math.max(1, random.chance(0.04) ? stake + 1 : stake),
    nonce,
    builder: lane === 'builder' ? builderKeyId(random.between(1, 2)) : null,
    signature: signatureOf(1),
  };
  return { lane, command };
}

const claimOf = ({ random }: Drawing, { market }: NaiveCase) =>
  market === null
    ? random.weighted({ winner: 6, void: 2, too_early: 1 })
    : random.weighted({ yes: 3, no: 3, void: 2, too_early: 1 });

function marketOf(drawing: Drawing, known: NaiveCase | null): Uint8Array {
  const { random } = drawing;
  const markets: readonly Market[] = known?.event.markets ?? allMarkets(drawing);
  return markets.length === 0 || random.chance(0.03)
    ? UNKNOWN_MARKET
    : random.pick(markets).marketId;
}

/** Another reason makes it another challenge; a new signature does not. */
export const changeChallenge = (
  { random }: Drawing,
  command: CommandOf<'challenge'>,
): CommandOf<'challenge'> =>
  random.chance(0.7)
    ? { ...command, reason: `${command.reason} Really.` }
    : { ...command, signature: signatureOf(2) };

/** What one of its challengers says, if it is a result. */
function claimedOf({ random }: Drawing, { rounds, market }: NaiveCase): CaseOutcome | null {
  const said = rounds.at(-1)!.challenges.filter(({ claim }) => claim !== 'too_early');
  if (said.length === 0) return null;
  const { claim, claimMarket } = random.pick(said);
  if (claim === 'winner') return { kind: 'winner', winner: claimMarket!.marketId };
  if (claim === 'too_early') return null;
  if (market === null) return { kind: 'void' };
  return { kind: 'market', resolution: claim, price: null };
}

export function drawDecide(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const one = anyCaseId(drawing, isDisputed);
  if (one === null) return [];
  // Rewards need one that is upheld, whose stakes the fund gets, and later one that is overturned.
  const verdict = random.weighted({ uphold: 2, overturn: 3, reopen: 1 });
  const event = typeof one === 'number' ? undefined : one.event;
  const isOfEvent = typeof one !== 'number' && one.market === null;
  const claimed = typeof one === 'number' || random.chance(0.15) ? null : claimedOf(drawing, one);
  const outcome: CaseOutcome =
    event === undefined ? { kind: 'void' } : (claimed ?? drawOutcome(drawing, event, isOfEvent));
  const proposer = typeof one === 'number' ? '' : one.rounds.at(-1)!.by;
  const others = OPERATORS.filter((name) => name !== proposer);
  const now = Math.floor(drawing.timestampMs() / 1000);
  const later = Math.max(event?.expiry ?? 0, now) + random.pick([-1, 60, 600]);
  return admin({
    kind: 'decide',
    caseId: idOf(one),
    verdict,
    outcome: verdict === 'overturn' ? outcome : null,
    refundStakes: verdict === 'uphold' && random.chance(0.3),
    by: random.pick(random.chance(0.2) ? OPERATORS : others),
    reason: random.pick(REASONS),
    reasonUrl: random.pick([undefined, 'https://example.org/reason']),
    expiry: verdict === 'reopen' && random.chance(0.7) ? later : undefined,
    priceAsOf: verdict === 'overturn' && random.chance(0.2) ? 1_700_000_000 : undefined,
  });
}

/** Amounts around what there is. */
export function drawGrant(drawing: Drawing): Draft[] {
  const { random, oracle } = drawing;
  const has = toSafeNumber(oracle.state.protocolFees);
  const amount = Math.max(1, random.pick([1, Math.floor(has / 3), has, has + 1]));
  const past = anyPast(drawing, 'fill_fund', 'make_good');
  if (past !== null && random.chance(0.3)) {
    const { command } = past;
    if (random.chance(0.6) || (command.kind !== 'fill_fund' && command.kind !== 'make_good'))
      return [past];
    return [{ ...past, command: { ...command, amount: command.amount + 1 } }];
  }
  const reference = `grant-${drawing.nextName()}`;
  if (random.chance(0.6)) return admin({ kind: 'fill_fund', amount, reference });
  const user = anyUser(drawing);
  return admin({ kind: 'make_good', user, amount, reference, reason: random.pick(REASONS) });
}
