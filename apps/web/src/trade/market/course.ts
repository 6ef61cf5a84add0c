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
  const { at, seq, reason, what } = step;
  const by = (step.by ?? '').replace('source:', '');
  const of = { at, seq, text: reason ?? undefined };
  switch (what) {
    case 'proposed':
      return {
        ...of,
        title: words.proposed(resultText(step, market, labelOf), by),
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
    case 'decided': {
      const last = one.decision?.seq === seq ? one.decision : null;
      // Only an overturned result is decided again.
      const verdict = last?.verdict ?? 'overturn';
      return {
        ...of,
        title: words.decided[verdict](by, resultText(step, market, labelOf)),
        evidenceUrl: last?.reason_url ?? undefined,
      };
    }
    case 'attested':
    case 'contradicted':
    case 'withdrawn':
      return { ...of, title: words[what](by) };
    case 'final': {
      const paid = one.paid_micro_usdc;
      return { ...of, title: paid === null ? words.finalUnpaid : words.final(usdExact(paid)) };
    }
  }
}

/** Of an event the outcome that came true; nothing where it was too early. */
const resultText = ({ outcome, winner }: CaseStep, market: string, labelOf: LabelOf): string =>
  outcome === 'winner' ? labelOf(winner ?? market) : words.short[outcome!];

export const claimText = (
  { claim, claim_market: market }: Pick<Challenge, 'claim' | 'claim_market'>,
  labelOf: LabelOf,
): string =>
  claim === 'winner' ? words.claims.winner(labelOf(market ?? '')) : words.claims[claim];
