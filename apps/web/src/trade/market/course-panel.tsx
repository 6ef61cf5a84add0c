/** How the result of a market came about: its line of time, and the way to challenge it. */
import type { EventEntry, Market, MarketResolution, OutcomeEntry } from '@bellwether/client';
import { useEffect, useState } from 'preact/hooks';
import { Notice, Skeleton } from '../../components/surfaces';
import { Evidence, Timeline } from '../../components/timeline';
import { gateway } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { now } from '../../money/time';
import { account, key } from '../account';
import { RESULT_WORDS as words } from '../words/result';
import { ChallengeDialog } from './challenge-dialog';
import { courseOf } from './course';

/** History lags by moments: what it says of a case follows the live catalogue. */
const FOLLOW_MS = 1_000;

interface Parts {
  readonly market: Market;
  readonly event: EventEntry | undefined;
  readonly outcome: OutcomeEntry;
}

export function CoursePanel({ market, event, outcome }: Parts) {
  const { market_id: id } = market;
  const { status } = outcome;
  const answer = useAnswer(
    `resolution ${id}`,
    (signal) => gateway.marketResolution(id, { signal }),
    status,
  );
  const found = answer.value;
  const { again } = answer;
  const isUnderWay = status === 'proposed' || status === 'disputed' || found?.status !== status;
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(again, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, again]);
  if (found === undefined) {
    return answer.failure === undefined ? (
      <Skeleton height="120px" />
    ) : (
      <p class="muted">{words.failed}</p>
    );
  }
  const labelOf = (marketId: string): string =>
    event?.outcomes.find((one) => one.market_id === marketId)?.label ?? '';
  const steps = courseOf(found, market.expiry, now(), labelOf);
  return (
    <div class="stack tight" data-test="course">
      <h3>{words.course}</h3>
      <Timeline
        name={words.course}
        of={steps.map(({ text, evidenceUrl, ...step }) => ({
          ...step,
          said: (
            <>
              {text !== undefined && <p class="body">{text}</p>}
              {evidenceUrl !== undefined && <Evidence url={evidenceUrl} />}
            </>
          ),
        }))}
      />
      <Challenging found={found} labelOf={labelOf} event={event} onDone={again} />
    </div>
  );
}

function Challenging({
  found,
  event,
  labelOf,
  onDone,
}: {
  readonly found: MarketResolution;
  readonly event: EventEntry | undefined;
  readonly labelOf: (marketId: string) => string;
  readonly onDone: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const [newest] = found.cases;
  if (newest === undefined || found.resolution_rules.stake_micro_usdc === 0) return null;
  const isInTime = newest.due === null || newest.due > now();
  const mayChallenge = newest.status === 'disputed' || (newest.status === 'proposed' && isInTime);
  if (isDone) return <Notice kind="good">{words.isDone}</Notice>;
  if (!mayChallenge || account.value === null || !key.value) return null;
  return (
    <div>
      <button class="button" data-test="challenge" onClick={() => setOpen(true)}>
        {words.challenge}…
      </button>
      {isOpen && (
        <ChallengeDialog
          of={newest}
          rules={found.resolution_rules}
          event={event}
          labelOf={labelOf}
          onClose={() => setOpen(false)}
          onDone={() => {
            setDone(true);
            setOpen(false);
            onDone();
          }}
        />
      )}
    </div>
  );
}
