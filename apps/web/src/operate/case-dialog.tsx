/** A case as a whole: what is proposed and what was said against it, and the decision of an operator. */
import { useState } from 'preact/hooks';
import type { Case, EventEntry } from '@bellwether/client';
import { Area } from '../components/controls';
import { Dialog } from '../components/dialog';
import { Facts, Notice, Skeleton } from '../components/surfaces';
import { Evidence, Timeline } from '../components/timeline';
import type { Happening } from '../components/timeline';
import { gateway } from '../exchange/connection';
import { useAnswer } from '../exchange/use-answer';
import { useTicks } from '../exchange/use-ticks';
import { moment } from '../money/time';
import { ActDialog } from './act';
import { Deciding } from './decide-dialog';
import { byText, claimedText, proposedText, sourceText } from './proposed-text';
import { RESULT_WORDS as words } from './result-words';
import { may, say, session } from './session';

const LOOK_MS = 3_000;

interface Parts {
  readonly caseId: number;
  readonly event: EventEntry | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function CaseDialog({ caseId, event, onClose, onDone }: Parts) {
  // A user may challenge it while it is looked at.
  const ticks = useTicks(LOOK_MS);
  const answer = useAnswer(`case ${caseId}`, (signal) => gateway.case(caseId, { signal }), ticks);
  const [deciding, setDeciding] = useState<'decide' | 'withdraw' | null>(null);
  const one = answer.value;
  const done = () => {
    onDone();
    onClose();
  };
  if (one !== undefined && deciding === 'decide')
    return <Deciding one={one} event={event} onClose={onClose} onDone={done} />;
  if (one !== undefined && deciding === 'withdraw')
    return <Withdrawing one={one} onClose={onClose} onDone={done} />;
  return (
    <Dialog
      title={words.title(String(caseId))}
      onClose={onClose}
      actions={
        <>
          <button class="button" onClick={onClose}>
            {words.close}
          </button>
          {one?.status === 'proposed' && may('markets') && (
            <button
              class="button"
              data-test="withdraw-case"
              onClick={() => setDeciding('withdraw')}
            >
              {words.withdraw}…
            </button>
          )}
          {one?.status === 'disputed' && may('judge') && (
            <button class="button primary" data-test="decide" onClick={() => setDeciding('decide')}>
              {words.decide}…
            </button>
          )}
        </>
      }
    >
      {one === undefined && answer.failure === undefined && <Skeleton height="200px" />}
      {one === undefined && answer.failure !== undefined && (
        <Notice kind="bad">{say(answer.failure)}</Notice>
      )}
      {one !== undefined && <About one={one} event={event} />}
    </Dialog>
  );
}

function About({ one, event }: { one: Case; event: EventEntry | null }) {
  return (
    <div class="stack tight" data-test="case">
      <p class="strong">{event?.question ?? one.event_id}</p>
      <Facts
        of={[
          { name: words.result, value: proposedText(one, event), tone: 'main' },
          { name: words.by, value: byText(one.by) },
          ...(one.due === null ? [] : [{ name: words.until, value: moment(one.due) }]),
        ]}
      />
      <p class="body">{one.note}</p>
      {one.evidence_url !== null && <Evidence url={one.evidence_url} />}
      <Timeline name={words.against} of={saidOf(one, event)} />
    </div>
  );
}

/** By users and by its source, oldest first. */
function saidOf({ challenges, history }: Case, event: EventEntry | null): readonly Happening[] {
  const ofUsers = challenges.map(({ reason, at, seq, ...claimed }) => ({
    title: words.challenged(claimedText(claimed, event)),
    at,
    seq,
    said: <p class="body">{reason}</p>,
  }));
  const ofSource = history.flatMap((step) => {
    const title = sourceText(step);
    const { at, seq, reason } = step;
    return title === null ? [] : [{ title, at, seq, said: <p class="body">{reason}</p> }];
  });
  return [...ofUsers, ...ofSource].toSorted((a, b) => a.seq - b.seq);
}

function Withdrawing({ one, onClose, onDone }: Omit<Parts, 'caseId' | 'event'> & { one: Case }) {
  const [reason, setReason] = useState('');
  return (
    <ActDialog
      onClose={onClose}
      onDone={onDone}
      act={{
        title: words.withdraw,
        isUnready: reason.trim() === '',
        run: async () => session.value?.admin.withdrawCase(one.case_id, { reason: reason.trim() }),
        effect: (
          <div class="stack tight">
            <p>{words.withdrawEffect}</p>
            <Area
              label={words.reason}
              value={reason}
              onType={setReason}
              note={words.noteNote}
              test="withdraw-reason"
            />
          </div>
        ),
      }}
    />
  );
}
