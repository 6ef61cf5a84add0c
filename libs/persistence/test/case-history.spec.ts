/**
 * Cases in PostgreSQL beside a real exchange under random commands: however the events were cut, the rows say of every
 * open case what the exchange says, and of every other how it ended.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventHashOf } from '@bellwether/canonical-message';
import { Exchange } from '@bellwether/exchange';
import type { CaseOutcome, Claim, Command, Lane, SequencedEvent } from '@bellwether/exchange';
import { Random } from '@bellwether/seeded-random';
import { CaseHistory } from '../src/history/case-history';
import type { StoredCase } from '../src/history/case-history';
import { CatalogueHistory } from '../src/history/catalogue-history';
import { OrderHistory } from '../src/history/order-history';
import { Projection } from '../src/projection/projection';
import { START_MS, batchesOf, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const RULE = { kind: 'value', op: '>', threshold: 0, decimals: 1, at: 1_000_000_000 } as const;
const COMMANDS = Number(process.env['TEST_COMMANDS'] ?? 400);
const USERS = 4;
const STAKE = 1_000_000;
const EXPIRY = Math.floor(START_MS / 1_000) + 3_600;
/** Its event closes while others are disputed, and nobody proposes how it ended. */
const FORGOTTEN = 'weather-forgotten';
const OPERATORS = ['desk-1', 'desk-2'] as const;
const GAUGE = { name: 'gauge', key: key32(200) };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Operators and users who mostly dispute results. */
class Disputes {
  readonly exchange = new Exchange({ network: 'test' });
  readonly events: SequencedEvent[] = [];
  readonly eventIds: string[] = [];
  private timestampMs = START_MS;
  private nonce = 0;

  constructor(private readonly random: Random) {
    const rules = { windowSeconds: 60, stake: STAKE, rewardPct: 50, secondRole: false };
    const { name: source, key } = GAUGE;
    const about = { url: 'https://example.org/gauge', about: 'A gauge.', retire: false };
    this.run('admin', { kind: 'set_source', name: source, key, ...about });
    for (const name of ['sports', 'weather']) {
      this.run('admin', {
        kind: 'set_resolution_rules',
        rules: [
          {
            name: '*',
            sub: '*',
            ...rules,
            secondRole: name === 'weather',
            ...(name === 'weather' ? { sourceWindowSeconds: 30 } : {}),
          },
        ],
      });
      for (let i = 0; i < 6; i++) {
        this.eventIds.push(`${name}-${i}`);
        this.create(`${name}-${i}`, name, i % 2 === 0);
      }
    }
    this.create(FORGOTTEN, 'weather', false, Math.floor(START_MS / 1_000) + 1);
    for (let user = 1; user <= USERS; user++) {
      const amount = 50 * STAKE;
      this.run('admin', { kind: 'test_credit', user: key32(user), amount, reference: `${user}` });
    }
  }

  next(): void {
    const { random } = this;
    this.timestampMs += random.index(20_000);
    const what = random.unit();
    if (what < 0.2) this.propose();
    else if (what < 0.35) this.attest();
    else if (what < 0.65) this.challenge();
    else if (what < 0.85) this.decide();
    else if (what < 0.9) this.withdraw();
    else this.run('internal', { kind: 'tick' });
  }

  private create(eventId: string, name: string, mutuallyExclusive: boolean, expiry = EXPIRY): void {
    const isAlone = !mutuallyExclusive && eventId !== FORGOTTEN;
    const { key } = GAUGE;
    this.run('admin', {
      kind: 'create_event',
      eventId,
      question: 'Who?',
      description: '',
      category: { name, sub: 'x' },
      expiry,
      mutuallyExclusive,
      feeBps: null,
      opensAt: null,
      labels: isAlone ? ['one'] : ['one', 'other'],
      ...(isAlone ? { source: { key, rule: RULE } } : {}),
      ...(mutuallyExclusive ? { source: { key, rule: { kind: 'winner' } } } : {}),
      ...(mutuallyExclusive ? { exhaustive: true } : { voidAtLast: true }),
    });
  }

  private attest(): void {
    const { random } = this;
    const { eventId, markets, mutuallyExclusive } = this.exchange.event(
      random.pick(this.eventIds),
    )!;
    this.run('order', {
      kind: 'attest',
      source: GAUGE.key,
      subject: mutuallyExclusive ? eventHashOf({ network: 'test', eventId }) : markets[0]!.marketId,
      attests: mutuallyExclusive ? 'winner' : 'value',
      value: random.index(2),
      decimals: mutuallyExclusive ? 0 : RULE.decimals,
      observedAt: RULE.at,
      signedAt: Math.floor(this.timestampMs / 1_000),
      statement: 'As it was read.',
      signature: new Uint8Array(64),
    });
  }

  private outcomeOf(marketIds: readonly Uint8Array[], isOfEvent: boolean): CaseOutcome {
    const { random } = this;
    if (isOfEvent)
      return random.pick([
        { kind: 'winner', winner: random.pick(marketIds) },
        { kind: 'void' },
      ] as const);
    const resolution = random.pick(['yes', 'no', 'void'] as const);
    return { kind: 'market', resolution, price: resolution === 'void' ? 4_000 : null };
  }

  private propose(): void {
    const { random } = this;
    const event = this.exchange.event(random.pick(this.eventIds))!;
    const { eventId, markets, mutuallyExclusive } = event;
    const marketIds = markets.map(({ marketId }) => marketId);
    const isOfEvent = mutuallyExclusive;
    this.run('admin', {
      kind: 'propose',
      subject: isOfEvent
        ? { kind: 'event', eventId }
        : { kind: 'market', marketId: random.pick(marketIds) },
      outcome: this.outcomeOf(marketIds, isOfEvent),
      by: random.pick(OPERATORS),
      note: 'It was on the news.',
      ...(random.chance(0.5) ? { evidenceUrl: 'https://example.org/a' } : {}),
    });
  }

  private challenge(): void {
    const one = this.anyCase();
    if (one === undefined) return;
    const claims: readonly Claim[] =
      one.marketId === null ? ['void', 'winner', 'too_early'] : ['yes', 'no', 'void', 'too_early'];
    const claim = this.random.pick(claims);
    this.run('order', {
      kind: 'challenge',
      user: key32(1 + this.random.index(USERS)),
      caseId: one.caseId,
      claim,
      claimMarket: claim === 'winner' ? this.random.pick(one.endings).marketId : null,
      reason: 'No.',
      stake: STAKE,
      nonce: ++this.nonce,
      builder: null,
      signature: new Uint8Array(64),
    });
  }

  private decide(): void {
    const one = this.anyCase();
    if (one === undefined) return;
    const verdict = this.random.pick(['uphold', 'overturn', 'overturn', 'reopen'] as const);
    const marketIds = one.endings.map(({ marketId }) => marketId);
    const isOfEvent = one.marketId === null;
    this.run('admin', {
      kind: 'decide',
      caseId: one.caseId,
      verdict,
      by: this.random.pick(OPERATORS),
      outcome: verdict === 'overturn' ? this.outcomeOf(marketIds, isOfEvent) : null,
      refundStakes: verdict === 'uphold' && this.random.chance(0.5),
      reason: 'Read again.',
      ...(verdict === 'reopen'
        ? { expiry: Math.floor(this.timestampMs / 1_000) + 3_600 + this.random.index(100_000) }
        : {}),
    });
  }

  private withdraw(): void {
    const one = this.anyCase();
    if (one === undefined) return;
    const by = this.random.pick(OPERATORS);
    this.run('admin', { kind: 'withdraw_case', caseId: one.caseId, by, reason: 'Too early.' });
  }

  private anyCase() {
    const open = this.exchange.cases();
    return open.length === 0 ? undefined : this.random.pick(open);
  }

  private run(lane: Lane, command: Command): void {
    const seq = this.exchange.lastSeq + 1;
    const { timestampMs } = this;
    const { events } = this.exchange.apply({ seq, timestampMs, lane, command });
    events.forEach((event, index) => this.events.push({ seq, index, timestampMs, event }));
  }
}

async function all(history: CaseHistory): Promise<StoredCase[]> {
  const found: StoredCase[] = [];
  for (let before: number | undefined; ;) {
    const page = await history.list({}, { before, limit: 7 });
    found.push(...page.items);
    if (!page.hasMore) return found;
    before = page.items.at(-1)?.caseId;
  }
}

describe(`cases of history (seed ${SEED})`, () => {
  it('are what the exchange has, and how the others ended', async () => {
    const random = new Random(SEED);
    const disputes = new Disputes(random);
    for (let command = 0; command < COMMANDS; command++) disputes.next();
    const { database } = await server.database();
    const projection = new Projection(database, 0);
    const history = new CaseHistory(database);
    const sizes = Array.from({ length: disputes.events.length }, () => 1 + random.index(12));
    for (const batch of batchesOf(disputes.events, sizes)) {
      await projection.apply(random.chance(0.2) ? [batch, batch] : [batch]);
    }

    const stored = await all(history);
    const ids = stored.map(({ caseId }) => caseId);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    const isOpen = ({ status }: StoredCase) => status === 'proposed' || status === 'disputed';
    const open = stored.filter(isOpen).toReversed();
    expect(
      open.map(({ status, dueMs, challenges, ...one }) => ({
        caseId: one.caseId,
        eventId: one.eventId,
        marketId: one.marketId,
        endings: one.endings,
        by: one.by,
        round: one.round,
        status,
        dueMs: status === 'proposed' ? dueMs : null,
        challenges: challenges
          .filter(({ state }) => state === 'open')
          .map(({ challengeId, user, claim, claimMarket, stake }) => ({
            challengeId,
            user,
            claim,
            claimMarket,
            stake,
          })),
      })),
    ).toEqual(
      disputes.exchange.cases().map(({ dueMs, challenges, isContradicted, ...one }) => {
        const isDisputed = isContradicted || challenges.length > 0;
        const status = isDisputed ? 'disputed' : 'proposed';
        return { ...one, status, dueMs: status === 'proposed' ? dueMs : null, challenges };
      }),
    );

    const proposed = disputes.events.filter(({ event }) => event.kind === 'case_proposed');
    expect(stored).toHaveLength(proposed.length);
    for (const one of stored) {
      const whats = one.steps.map(({ what }) => what);
      expect([whats[0], one.steps[0]?.seq]).toEqual(['proposed', one.caseId]);
      const last = one.steps.at(-1);
      const expected = {
        proposed: ['proposed', 'decided', 'attested'],
        disputed: ['challenged', 'contradicted', 'attested'],
        final: ['final'],
        withdrawn: ['withdrawn', 'corrected'],
        reopened: ['decided'],
      };
      expect(expected[one.status]).toContain(last?.what);
      expect(one.paidMicroUsdc === null).toBe(one.status !== 'final');
      expect(whats.filter((what) => what === 'challenged')).toHaveLength(one.challenges.length);
      const isHeld = one.status === 'disputed';
      const sinceDecided = whats.slice(whats.lastIndexOf('decided') + 1);
      const isContradicted = sinceDecided.includes('contradicted');
      const isChallenged = one.challenges.some(({ state }) => state === 'open');
      expect(isChallenged || (isHeld && isContradicted)).toBe(isHeld);
      // What was proposed first stays named when it was overturned.
      const withResult = one.steps.filter(({ endings }) => endings !== null);
      expect([withResult[0], withResult.at(-1)?.endings]).toEqual([one.steps[0], one.endings]);
      for (const { what, endings, verdict } of one.steps)
        expect(endings !== null).toBe(
          what === 'proposed' || (what === 'decided' && verdict !== 'reopen'),
        );
      expect(one.categoryName).toBe(one.eventId.split('-')[0]);
    }

    const filters = [
      [{ status: 'disputed' }, (one: StoredCase) => one.status === 'disputed'],
      [{ category: { name: 'sports' } }, (one: StoredCase) => one.categoryName === 'sports'],
      [{ category: { name: 'sports', sub: 'y' } }, () => false],
      [
        { status: 'final', category: { name: 'weather', sub: 'x' } },
        (one: StoredCase) => one.status === 'final' && one.categoryName === 'weather',
      ],
    ] as const;
    for (const [filter, fits] of filters) {
      const page = await history.list(filter, { limit: 1_000 });
      expect(page.items).toEqual(stored.filter(fits));
    }
    for (const eventId of disputes.eventIds) {
      const [market] = disputes.exchange.event(eventId)!.markets;
      const of = { eventId, marketId: market!.marketId };
      const about = ({ endings }: StoredCase) =>
        endings.some(({ marketId }) => Buffer.compare(marketId, of.marketId) === 0);
      const expected = stored.filter((one) => one.eventId === eventId && about(one));
      expect(await history.ofMarket(of, 1_000)).toEqual(expected);
      // Terms and later expiries too.
      const { markets: _, ...terms } = disputes.exchange.event(eventId)!;
      const kept = await new CatalogueHistory(database).event(eventId);
      expect(kept).toMatchObject(terms);
    }
    const orders = new OrderHistory(database);
    for (const { challenges } of stored) {
      for (const { user, nonce, caseId, challengeId, timestampMs } of challenges) {
        expect(await orders.byNonce(user, nonce)).toEqual({
          kind: 'challenged',
          challenge: { caseId, challengeId, seq: challengeId, timestampMs },
        });
      }
    }
    expect(await history.find(ids[0]!)).toEqual(stored[0]);
    expect(await history.find(1)).toBeNull();
    // How often a source speaks is the seed's.
    const bySource = (wanted: string) =>
      stored
        .flatMap(({ steps }) => steps)
        .filter(({ what, by }) => what === wanted && by === 'source:gauge').length;
    const events = disputes.events.map(({ event }) => event);
    expect([bySource('proposed'), bySource('attested'), bySource('contradicted')]).toEqual([
      events.filter((one) => one.kind === 'case_proposed' && one.by === 'source:gauge').length,
      events.filter((one) => one.kind === 'case_attested' && !one.disputes).length,
      events.filter((one) => one.kind === 'case_attested' && one.disputes).length,
    ]);
    const disputed = open.filter(({ status }) => status === 'disputed');
    const closed = [...disputes.eventIds, FORGOTTEN]
      .flatMap((eventId) => disputes.exchange.event(eventId)!.markets)
      .filter(({ status }) => status === 'closed');
    expect(closed.length).toBeGreaterThanOrEqual(2);
    const late = 400 * 86_400_000;
    expect(await history.overdue(START_MS + late)).toEqual({
      markets: closed.length,
      cases: disputed.length,
      contradicted: 0,
    });
    expect(await history.overdue(START_MS)).toEqual({ markets: 0, cases: 0, contradicted: 0 });
  });
});
