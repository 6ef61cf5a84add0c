/** How the result of a market came about: its line of time, and the way to challenge it. */
import type {
  EventEntry,
  Market,
  MarketResolution,
  OpenCase,
  OutcomeEntry,
} from '@bellwether/client';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Notice, Skeleton } from '../../components/surfaces';
import { Evidence, Timeline } from '../../components/timeline';
import { gateway, stream } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { useLive } from '../../exchange/use-live';
import { now } from '../../money/time';
import { account, key } from '../account';
import { RESULT_WORDS as words } from '../words/result';
import { ChallengeDialog } from './challenge-dialog';
import { courseOf } from './course';

/** History lags by moments. */
const FOLLOW_MS = 1_000;

interface Parts {
  readonly market: Market;
  readonly event: EventEntry | undefined;
  readonly outcome: OutcomeEntry;
}

export function CoursePanel({ market, event, outcome }: Parts) {
  const answer = useCourse(market.market_id, outcome);
  const { value: found, again } = answer;
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
      <Challenging
        key={found.cases[0]?.round}
        found={found}
        labelOf={labelOf}
        event={event}
        onDone={again}
      />
    </div>
  );
}

/** It is asked for anew with each news of the case, and until history has that. */
function useCourse(id: string, { status, case_id: caseId }: OutcomeEntry) {
  const cases = useMemo(() => stream.cases(), []);
  useEffect(() => () => cases.close(), [cases]);
  useLive(cases);
  const open = caseId === null ? null : cases.case(caseId);
  const answer = useAnswer(
    `resolution ${id}`,
    (signal) => gateway.marketResolution(id, { signal }),
    `${status} ${caseId} ${open?.round} ${open?.challenges}`,
  );
  const { value: found, failure, again } = answer;
  const isAnswered = found !== undefined || failure !== undefined;
  const isBehind = failure !== undefined || found?.status !== status || !hasAll(found, open);
  useEffect(() => {
    if (!isAnswered || !isBehind) return undefined;
    const timer = setTimeout(again, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [isAnswered, isBehind, found, failure, again]);
  return answer;
}

/** Whether history has what the stream shows of the open case, or its end. */
function hasAll({ cases: [newest] }: MarketResolution, open: OpenCase | null): boolean {
  if (open === null) return newest?.status !== 'proposed' && newest?.status !== 'disputed';
  if (newest?.case_id !== open.case_id || newest.round !== open.round) return false;
  return newest.challenges.filter(({ state }) => state === 'open').length === open.challenges;
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
