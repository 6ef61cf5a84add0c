/** The way of a market's result as steps of a line of time, without a page. */
import type { Case, CaseStep, Challenge, MarketResolution } from '@bellwether/client';
import type { Happening } from '../../components/timeline';
import { usdExact } from '../../money/format';
import { RESULT_WORDS as words } from '../words/result';

/** What a step shows below its title. */
export interface CourseStep extends Omit<Happening, 'said'> {
  readonly text?: string | undefined;
  readonly evidenceUrl?: string | undefined;
}

type LabelOf = (marketId: string) => string;

/** @param labelOf the outcome of a market of the event */
export function courseOf(
  { cases, market_id: market }: Pick<MarketResolution, 'cases' | 'market_id'>,
  expiry: number,
  now: number,
  labelOf: LabelOf,
): readonly CourseStep[] {
  const steps = cases.toReversed().flatMap((one) => stepsOf(one, market, labelOf));
  const ended: CourseStep[] = expiry <= now ? [{ title: words.ended, at: expiry }] : [];
  const [newest] = cases;
  const due = newest?.status === 'proposed' ? newest.due : null;
  return [
    ...[...ended, ...steps].toSorted((a, b) => a.at - b.at),
    ...(due === null ? [] : [{ title: words.due, at: due, isAhead: true }]),
  ];
}

function stepsOf(one: Case, market: string, labelOf: LabelOf): CourseStep[] {
  const challenges = one.challenges.map(({ at, seq, reason, ...claimed }): CourseStep => ({
    title: words.challenged(claimText(claimed, labelOf)),
    at,
    seq,
    text: reason,
  }));
  const steps = one.history
    .filter(({ what }) => what !== 'challenged')
    .map((step) => stepOf(step, one, market, labelOf));
  return [...steps, ...challenges];
}

function stepOf(step: CaseStep, one: Case, market: string, labelOf: LabelOf): CourseStep {
  const { at, seq, reason } = step;
  const by = step.by ?? one.by;
  const of = { at, seq, text: reason ?? undefined };
  switch (step.what) {
    case 'proposed':
      return {
        ...of,
        title: words.proposed(resultText(one, market, labelOf), by),
        text: one.note,
        evidenceUrl: one.evidence_url ?? undefined,
      };
    case 'corrected':
      return { ...of, title: words.corrected };
    case 'challenged':
      return { ...of, title: words.challenged('') };
    case 'decided': {
      const verdict = one.decision?.verdict ?? 'uphold';
      const evidenceUrl = one.decision?.reason_url ?? undefined;
      return { ...of, title: words.decided[verdict](by), evidenceUrl };
    }
    case 'withdrawn':
      return { ...of, title: words.withdrawn(by) };
    case 'final': {
      const paid = one.paid_micro_usdc;
      return { ...of, title: paid === null ? words.finalUnpaid : words.final(usdExact(paid)) };
    }
  }
}

/** What is proposed now; of an event the outcome that came true. */
export function resultText(
  { outcome, winner }: Pick<Case, 'outcome' | 'winner'>,
  market: string,
  labelOf: LabelOf,
): string {
  return outcome === 'winner'
    ? words.results.winner(labelOf(winner ?? market))
    : words.results[outcome];
}

export const claimText = (
  { claim, claim_market: market }: Pick<Challenge, 'claim' | 'claim_market'>,
  labelOf: LabelOf,
): string =>
  claim === 'winner' ? words.claims.winner(labelOf(market ?? '')) : words.claims[claim];
