/** Folds what happens to results into rows: cases as they are, their challenges, and each step. Pure. */
import { toHex } from '@bellwether/codec';
import { labelOfSource } from '@bellwether/exchange';
import type { CaseEndingView, ExchangeEventOf, SequencedEvent } from '@bellwether/exchange';
import type { Records } from '../columns';
import type { StoredEnding } from '../history/case-history';

/** Its category is that of its event, which the database has. */
export type NewCase = Omit<Records['Case'], 'categoryName' | 'categorySub'>;

export const CASE_CHANGE = [
  'caseId',
  'status',
  'round',
  'endings',
  'by',
  'dueMs',
  'paidMicroUsdc',
] as const;
type CaseFields = Pick<Records['Case'], (typeof CASE_CHANGE)[number]>;
/** A null field leaves the column unchanged. */
export type CaseChange = Pick<CaseFields, 'caseId' | 'status'> & {
  readonly [Field in Exclude<keyof CaseFields, 'caseId' | 'status'>]: CaseFields[Field] | null;
};

export const CHALLENGE_CHANGE = ['challengeId', 'state', 'rewardMicroUsdc'] as const;
export type ChallengeChange = Pick<Records['CaseChallenge'], (typeof CHALLENGE_CHANGE)[number]>;

export interface CaseRows {
  readonly cases: readonly NewCase[];
  /** Of cases that are not in `cases`. */
  readonly caseChanges: readonly CaseChange[];
  readonly challenges: readonly Records['CaseChallenge'][];
  /** Of challenges that are not in `challenges`. */
  readonly challengeChanges: readonly ChallengeChange[];
  readonly caseSteps: readonly Records['CaseStep'][];
}

type CaseEvent = ExchangeEventOf<
  | 'case_proposed'
  | 'case_attested'
  | 'case_challenged'
  | 'case_decided'
  | 'case_withdrawn'
  | 'case_final'
  | 'stake_returned'
  | 'stake_forfeited'
  | 'challenge_rewarded'
>;

type Place = Omit<SequencedEvent, 'event'>;
type Step = Pick<Records['CaseStep'], 'caseId' | 'what'> & Partial<Records['CaseStep']>;

const UNCHANGED = { round: null, endings: null, by: null, dueMs: null, paidMicroUsdc: null };

export class CaseFold {
  private readonly cases = new Map<number, NewCase>();
  private readonly caseChanges = new Map<number, CaseChange>();
  private readonly challenges = new Map<number, Records['CaseChallenge']>();
  private readonly challengeChanges = new Map<number, ChallengeChange>();
  private readonly steps: Records['CaseStep'][] = [];

  rows(): CaseRows {
    return {
      cases: [...this.cases.values()],
      caseChanges: [...this.caseChanges.values()],
      challenges: [...this.challenges.values()],
      challengeChanges: [...this.challengeChanges.values()],
      caseSteps: this.steps,
    };
  }

  add(event: CaseEvent, place: Place): void {
    const { caseId } = event;
    switch (event.kind) {
      case 'case_proposed':
        this.propose(event, place);
        break;
      case 'case_attested':
        this.attest(event, place);
        break;
      case 'case_challenged': {
        const { challengeId, user, claim, claimMarket, reason, amount: stake, nonce } = event;
        const said = { challengeId, caseId, user, claim, claimMarket, reason, stake, nonce };
        const { timestampMs } = place;
        const isOpen = { state: 'open', rewardMicroUsdc: null } as const;
        this.challenges.set(challengeId, { ...said, ...isOpen, timestampMs });
        this.change({ ...UNCHANGED, caseId, status: 'disputed' });
        this.step({ caseId, what: 'challenged' }, place);
        break;
      }
      case 'case_decided': {
        const { by, verdict, reason, reasonUrl = null, priceAsOf = null } = event;
        this.decide(event);
        const decided = { by, verdict, reason, reasonUrl, priceAsOf };
        this.step({ caseId, what: 'decided', ...decided, endings: resultOf(event) }, place);
        break;
      }
      case 'case_withdrawn':
        this.change({ ...UNCHANGED, caseId, status: 'withdrawn' });
        this.step({ caseId, what: 'withdrawn', by: event.by, reason: event.reason }, place);
        break;
      case 'case_final':
        this.change({ ...UNCHANGED, caseId, status: 'final', paidMicroUsdc: event.paidMicroUsdc });
        this.step({ caseId, what: 'final' }, place);
        break;
      case 'stake_returned':
        this.settle(event.challengeId, 'returned', null);
        break;
      case 'stake_forfeited':
        this.settle(event.challengeId, 'forfeited', null);
        break;
      case 'challenge_rewarded':
        this.settle(event.challengeId, 'rewarded', event.amount);
    }
  }

  private propose(event: ExchangeEventOf<'case_proposed'>, place: Place): void {
    const { caseId, eventId, marketId, by, round, dueMs, note, corrects } = event;
    const { evidenceUrl = null, evidenceSha256 = null, priceAsOf = null } = event;
    const endings = storedEndings(event.endings);
    this.cases.set(caseId, {
      caseId,
      eventId,
      marketId,
      by,
      round,
      dueMs,
      note,
      evidenceUrl,
      evidenceSha256,
      status: 'proposed',
      endings,
      proposedMs: place.timestampMs,
      paidMicroUsdc: null,
    });
    if (corrects !== undefined) {
      this.change({ ...UNCHANGED, caseId: corrects, status: 'withdrawn' });
      this.step({ caseId: corrects, what: 'corrected', by }, place);
    }
    this.step({ caseId, what: 'proposed', by, endings, priceAsOf }, place);
  }

  private attest(event: ExchangeEventOf<'case_attested'>, place: Place): void {
    const { caseId, attested, statement: reason, disputes } = event;
    const by = labelOfSource(attested.source);
    if (disputes) this.change({ ...UNCHANGED, caseId, status: 'disputed' });
    this.step({ caseId, what: disputes ? 'contradicted' : 'attested', by, reason }, place);
  }

  /** What is paid at once is final by the event that follows. */
  private decide({ caseId, verdict, by, endings, dueMs }: ExchangeEventOf<'case_decided'>): void {
    if (verdict === 'reopen') this.change({ ...UNCHANGED, caseId, status: 'reopened' });
    if (verdict !== 'overturn') return;
    const proposed = {
      ...UNCHANGED,
      caseId,
      status: 'proposed',
      by,
      endings: storedEndings(endings),
    } as const;
    this.change(dueMs === undefined ? proposed : { ...proposed, dueMs, round: 2 });
  }

  private change(change: CaseChange): void {
    const { caseId } = change;
    const proposed = this.cases.get(caseId);
    if (proposed !== undefined) {
      this.cases.set(caseId, { ...proposed, ...onto(proposed, change) });
      return;
    }
    const earlier = this.caseChanges.get(caseId);
    this.caseChanges.set(
      caseId,
      earlier === undefined ? change : { ...change, ...onto(earlier, change) },
    );
  }

  private settle(
    challengeId: number,
    state: ChallengeChange['state'],
    rewardMicroUsdc: number | null,
  ): void {
    const challenge = this.challenges.get(challengeId);
    const settled = { challengeId, state, rewardMicroUsdc };
    if (challenge === undefined) this.challengeChanges.set(challengeId, settled);
    else this.challenges.set(challengeId, { ...challenge, ...settled });
  }

  private step(step: Step, { seq, index: eventIndex, timestampMs }: Place): void {
    const result = { endings: null, priceAsOf: null };
    const nothing = { by: null, ...result, verdict: null, reason: null, reasonUrl: null };
    this.steps.push({ ...nothing, ...step, seq, eventIndex, timestampMs });
  }
}

function onto<Of extends CaseChange | NewCase>(earlier: Of, later: CaseChange) {
  const { round, endings, by, dueMs, paidMicroUsdc } = later;
  return {
    status: later.status,
    round: round ?? earlier.round,
    endings: endings ?? earlier.endings,
    by: by ?? earlier.by,
    dueMs: dueMs ?? earlier.dueMs,
    paidMicroUsdc: paidMicroUsdc ?? earlier.paidMicroUsdc,
  } as Pick<Of, Exclude<(typeof CASE_CHANGE)[number], 'caseId'>>;
}

/** Of a reopened case there is none. */
const resultOf = ({ endings }: ExchangeEventOf<'case_decided'>) =>
  endings.length === 0 ? null : storedEndings(endings);

const storedEndings = (endings: readonly CaseEndingView[]): readonly StoredEnding[] =>
  endings.map(({ marketId, resolution, price }) => ({
    marketId: toHex(marketId),
    resolution,
    price,
  }));
