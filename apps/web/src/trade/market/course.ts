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
  const steps = cases
    .toReversed()
    .flatMap((one) => one.history.map((step) => stepOf(step, one, market, labelOf)));
  const ended: CourseStep[] = expiry <= now ? [{ title: words.ended, at: expiry }] : [];
  const [newest] = cases;
  const due = newest?.status === 'proposed' ? newest.due : null;
  return [
    ...[...ended, ...steps].toSorted((a, b) => a.at - b.at),
    ...(due === null ? [] : [{ title: words.due, at: due, isAhead: true }]),
  ];
}

function stepOf(step: CaseStep, one: Case, market: string, labelOf: LabelOf): CourseStep {
  const { at, seq, reason } = step;
  const by = step.by ?? one.by;
  const of = { at, seq, text: reason ?? undefined };
  switch (step.what) {
    case 'proposed':
      return {
        ...of,
        // An overturned one has the result of its second round, and nothing has that of the first one.
        title: isOverturned(one)
          ? words.proposedFirst(by)
          : words.proposed(resultText(one, market, labelOf), by),
        text: one.note,
        evidenceUrl: one.evidence_url ?? undefined,
      };
    case 'corrected':
      return { ...of, title: words.corrected };
    case 'challenged': {
      const challenge = one.challenges.find((made) => made.seq === seq)!;
      return {
        ...of,
        title: words.challenged(claimText(challenge, labelOf)),
        text: challenge.reason,
      };
    }
    case 'decided':
      return { ...of, ...decidedStep(seq, one, resultText(one, market, labelOf), by) };
    case 'attested':
    case 'contradicted':
      return { ...of, title: by };
    case 'withdrawn':
      return { ...of, title: words.withdrawn(by) };
    case 'final': {
      const paid = one.paid_micro_usdc;
      return { ...of, title: paid === null ? words.finalUnpaid : words.final(usdExact(paid)) };
    }
  }
}

/** Its second round begins with the result of a decision. */
const isOverturned = ({ round }: Case): boolean => round > 1;

/** Only an overturned result is decided again: what is before the last decision is that. */
function decidedStep(seq: number, one: Case, result: string, by: string) {
  const last = one.decision?.seq === seq ? one.decision : null;
  const verdict = last?.verdict ?? 'overturn';
  const isShown = verdict === 'overturn' && (last !== null || one.decision?.verdict !== 'overturn');
  const title = words.decided[verdict](by);
  return {
    title: isShown && isOverturned(one) ? `${title}, ${result}` : title,
    evidenceUrl: last?.reason_url ?? undefined,
  };
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
