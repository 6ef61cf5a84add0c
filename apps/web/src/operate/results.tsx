/** The inbox of results: what is disputed, what is open to challenge, and what has ended without one. */
import { useState } from 'preact/hooks';
import type { Case, EventEntry, OutcomeEntry } from '@bellwether/client';
import { List } from '../components/list';
import { Heading } from '../components/router';
import { Panel, Tag } from '../components/surfaces';
import type { Column } from '../components/table';
import { gateway, stream } from '../exchange/connection';
import { useLive } from '../exchange/use-live';
import { usePages } from '../exchange/use-pages';
import { useTicks } from '../exchange/use-ticks';
import { count } from '../money/format';
import { moment } from '../money/time';
import { CaseDialog } from './case-dialog';
import { ProposeDialog } from './propose-dialog';
import { byText, isContradicted, proposedText } from './proposed-text';
import { RESULT_WORDS as words } from './result-words';
import { may, say } from './session';
import { Sources } from './sources';
import { WORDS } from './words';

const view = stream.markets();
const A_PAGE = 50;
const LOOK_MS = 3_000;

interface Due {
  readonly event: EventEntry;
  readonly outcome: OutcomeEntry;
}

export function ResultsPage() {
  const [revision, setRevision] = useState(0);
  const [looking, setLooking] = useState<Case | null>(null);
  const [resolving, setResolving] = useState<Due | null>(null);
  const ticks = useTicks(LOOK_MS);
  const again = () => setRevision((before) => before + 1);
  const seen = `${revision} ${ticks}`;
  return (
    <>
      <Heading title={WORDS.pages.results} />
      {(['disputed', 'proposed'] as const).map((status) => (
        <Cases key={status} status={status} revision={seen} onLook={setLooking} />
      ))}
      <ToBeResolved revision={seen} onResolve={setResolving} />
      <Sources />
      {looking !== null && (
        <CaseDialog
          caseId={looking.case_id}
          event={view.event(looking.event_id)}
          onClose={() => setLooking(null)}
          onDone={again}
        />
      )}
      {resolving !== null && (
        <ProposeDialog {...resolving} onClose={() => setResolving(null)} onDone={again} />
      )}
    </>
  );
}

/** The live catalogue holds the newest events; an older one is shown by its id. */
function questionOf({ event_id: id, market_id: market }: Case): string {
  const event = view.event(id);
  if (event === null) return id;
  const label = event.outcomes.find((one) => one.market_id === market)?.label;
  return label === undefined || event.outcomes.length === 1
    ? event.question
    : `${event.question} · ${label}`;
}

function Cases({
  status,
  revision,
  onLook,
}: {
  readonly status: 'disputed' | 'proposed';
  readonly revision: string;
  readonly onLook: (one: Case) => void;
}) {
  useLive(view);
  const list = usePages(
    `cases ${status}`,
    (before, signal) =>
      gateway.cases({ status, limit: A_PAGE, ...(before && { before }) }, signal && { signal }),
    ({ cases }) => cases,
    revision,
  );
  const isDisputed = status === 'disputed';
  const columns: readonly Column<Case>[] = [
    { title: words.question, kind: 'text', cell: questionOf },
    { title: words.result, cell: (one) => proposedText(one, view.event(one.event_id)) },
    { title: words.by, cell: ({ by }) => byText(by) },
    {
      title: isDisputed ? words.challenges : words.until,
      cell: (one) => (
        <span class="number">
          {one.due === null ? count(one.challenges.length) : moment(one.due)}{' '}
          {isDisputed && isContradicted(one) && <Tag>{words.contradicted}</Tag>}{' '}
          {one.overdue && <Tag tone="bad">{words.overdue}</Tag>}
        </span>
      ),
    },
    {
      title: words.acts,
      hasUnseenTitle: true,
      cell: (one) => (
        <button
          class="button little"
          aria-label={words.lookAt(questionOf(one))}
          data-test="look"
          onClick={() => onLook(one)}
        >
          {words.look}…
        </button>
      ),
    },
  ];
  return (
    <Panel title={words[status]}>
      <List<Case>
        of={list}
        name={words[status]}
        test={`cases-${status}`}
        say={say}
        empty={isDisputed ? words.noneDisputed : words.noneProposed}
        keyOf={({ case_id: id }) => id}
        columns={columns}
      />
    </Panel>
  );
}

function ToBeResolved({
  revision,
  onResolve,
}: {
  readonly revision: string;
  readonly onResolve: (due: Due) => void;
}) {
  const list = usePages(
    'closed markets',
    (before, signal) =>
      gateway.markets(
        { status: 'closed', sort: 'ending', limit: A_PAGE, ...(before && { before }) },
        signal && { signal },
      ),
    ({ markets }) => markets,
    revision,
  );
  const rows = list.rows?.flatMap((event) =>
    event.outcomes
      .filter(({ status }) => status === 'closed')
      .map((outcome): Due => ({ event, outcome })),
  );
  const nameOf = ({ event, outcome }: Due): string =>
    event.outcomes.length === 1 ? event.question : `${event.question} · ${outcome.label}`;
  return (
    <Panel title={words.due}>
      <List<Due>
        of={{ ...list, rows }}
        name={words.due}
        test="due"
        say={say}
        empty={words.noneDue}
        keyOf={({ outcome }) => outcome.market_id}
        columns={[
          { title: words.question, kind: 'text', cell: nameOf },
          {
            title: words.ended,
            cell: ({ event, outcome }) => (
              <span class="number">
                {moment(event.expiry)} {outcome.overdue && <Tag tone="bad">{words.overdue}</Tag>}
              </span>
            ),
          },
          {
            title: words.acts,
            hasUnseenTitle: true,
            cell: (row) =>
              may('markets') ? (
                <button
                  class="button little"
                  aria-label={`${WORDS.markets.resolve}: ${nameOf(row)}`}
                  onClick={() => onResolve(row)}
                >
                  {WORDS.markets.resolve}…
                </button>
              ) : null,
          },
        ]}
      />
    </Panel>
  );
}
