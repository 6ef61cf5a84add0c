import type { CaseStatus, Claim, ResolutionRow, ResolutionRules } from '../command';
import { REMEMBERED_ENDED_CASES } from '../limits';
import { mostSpecific } from '../markets/category-rows';
import type { Ending } from '../markets/ending';
import type { Category } from '../command';

/** An account that stakes money on another result. `claimMarket`: its number, 0 for none. */
export interface Challenge {
  readonly challengeId: number;
  readonly account: number;
  readonly claim: Claim;
  readonly claimMarket: number;
  readonly stake: number;
}

/** How a market, given by its number, would end. */
export interface CaseEnding {
  readonly market: number;
  readonly ending: Ending;
}

/**
 * An open case. Its id is the seq of its proposal. `market` 0: it is about the whole event. It is disputed while it has
 * challenges, and once its source has spoken against it.
 */
export interface Case {
  readonly caseId: number;
  readonly event: number;
  readonly market: number;
  endings: readonly CaseEnding[];
  by: string;
  round: number;
  /** When it ends, unless it is challenged before. */
  dueMs: number;
  challenges: readonly Challenge[];
  /** By its source, since its present result is proposed. */
  isContradicted: boolean;
}

export const isDisputed = ({ challenges, isContradicted }: Case): boolean =>
  isContradicted || challenges.length > 0;
export const statusOf = (one: Case): CaseStatus => (isDisputed(one) ? 'disputed' : 'proposed');

/** What applies to events of categories without a row. */
export const NO_RULES: ResolutionRules = {
  windowSeconds: 0,
  stake: 0,
  rewardPct: 0,
  secondRole: false,
};

const comesBefore = (a: Case, b: Case): boolean =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.caseId < b.caseId);

/** The rules by category for new events, and the open cases: each market is in one at most. */
export class CaseTable {
  rules: readonly ResolutionRow[] = [];
  private readonly open = new Map<number, Case>();
  private readonly byMarket = new Map<number, Case>();
  /** Oldest first. */
  private readonly ended = new Set<number>();
  /** Cases that end by time, the next one last. Adding is O(n), a copy within memory: only operators propose. */
  private readonly laterFirst: Case[] = [];

  /** Undefined: none apply. */
  rulesFor(category: Category): ResolutionRules | undefined {
    const row = mostSpecific(this.rules, category);
    if (row === undefined) return undefined;
    const { name: _, sub: __, ...rules } = row;
    return rules;
  }

  find(caseId: number): Case | undefined {
    return this.open.get(caseId);
  }

  hasEnded(caseId: number): boolean {
    return this.ended.has(caseId);
  }

  ofMarket(market: number): Case | undefined {
    return this.byMarket.get(market);
  }

  /** In order of their proposals. */
  all(): Iterable<Case> {
    return this.open.values();
  }

  /** The case that ends next by time. */
  get next(): Case | undefined {
    return this.laterFirst.at(-1);
  }

  add(one: Case): void {
    this.open.set(one.caseId, one);
    for (const { market } of one.endings) this.byMarket.set(market, one);
    if (!isDisputed(one)) this.laterFirst.splice(this.placeOf(one), 0, one);
  }

  end(one: Case): void {
    this.holdTime(one);
    this.open.delete(one.caseId);
    for (const { market } of one.endings) this.byMarket.delete(market);
    this.forgetAfter(one.caseId);
  }

  /** Its time stands still: it does not end by itself any more. */
  holdTime(one: Case): void {
    const place = this.placeOf(one);
    if (this.laterFirst[place] === one) this.laterFirst.splice(place, 1);
  }

  challenge(one: Case, challenge: Challenge): void {
    this.holdTime(one);
    one.challenges = [...one.challenges, challenge];
  }

  /** Without a challenge. */
  dispute(one: Case): void {
    this.holdTime(one);
    one.isContradicted = true;
  }

  /** Proposes another result in a new round, without its challenges. */
  propose(one: Case, next: Pick<Case, 'endings' | 'by' | 'round' | 'dueMs'>): void {
    this.holdTime(one);
    Object.assign(one, next, { challenges: [], isContradicted: false });
    this.laterFirst.splice(this.placeOf(one), 0, one);
  }

  /** Oldest first, for a snapshot. */
  get endedIds(): number[] {
    return [...this.ended];
  }

  /** While a snapshot is loaded, and when a case ends. */
  forgetAfter(caseId: number): void {
    this.ended.add(caseId);
    if (this.ended.size <= REMEMBERED_ENDED_CASES) return;
    const [oldest] = this.ended;
    this.ended.delete(oldest!);
  }

  /** The index at which the case is, or belongs. */
  private placeOf(one: Case): number {
    let low = 0;
    let high = this.laterFirst.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesBefore(one, this.laterFirst[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
