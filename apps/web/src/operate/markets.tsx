/** Questions: pause, close, resolve; and a new one in two steps. */
import { useState } from 'preact/hooks';
import type { EventEntry, OutcomeEntry } from '@bellwether/client';
import { Choice, Field } from '../components/controls';
import { List } from '../components/list';
import { Heading } from '../components/router';
import { Panel, Tag } from '../components/surfaces';
import { gateway, stream } from '../exchange/connection';
import { useLive } from '../exchange/use-live';
import { usePages } from '../exchange/use-pages';
import type { Pages } from '../exchange/use-pages';
import { useSettled } from '../exchange/use-settled';
import { count, percent } from '../money/format';
import { moment } from '../money/time';
import { useAct } from './act';
import type { Act } from './act';
import { MakeMarket } from './make-market';
import { ProposeDialog } from './propose-dialog';
import { may, say, session } from './session';
import { WORDS } from './words';

const { markets: words } = WORDS;
const view = stream.markets();
const A_PAGE = 50;
const STATES = [
  'all',
  'active',
  'closed',
  'proposed',
  'disputed',
  'paused',
  'pending',
  'resolved',
  'voided',
] as const;
type State = (typeof STATES)[number];
const SORTS = ['newest', 'ending', 'volume'] as const;
type Sort = (typeof SORTS)[number];

interface Row {
  readonly event: EventEntry;
  readonly outcome: OutcomeEntry;
}

/** The list decides selection and order; the stream has the present state. */
function useQuestions() {
  useLive(view);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const [state, setState] = useState<State>('all');
  const [sort, setSort] = useState<Sort>('newest');
  const list = usePages(
    JSON.stringify([search, state, sort]),
    (before, signal) =>
      gateway.markets(
        {
          limit: A_PAGE,
          sort,
          ...(search !== '' && { q: search }),
          ...(state !== 'all' && { status: state }),
          ...(before && { before }),
        },
        signal && { signal },
      ),
    ({ markets }) => markets,
  );
  const live = new Map(view.events.map((event) => [event.event_id, event]));
  const rows = list.rows
    ?.map((event) => live.get(event.event_id) ?? event)
    .flatMap((event) => event.outcomes.map((outcome): Row => ({ event, outcome })));
  const isFiltered = search !== '' || state !== 'all';
  return {
    list: { ...list, rows },
    isFiltered,
    typed,
    setTyped,
    state,
    setState,
    sort,
    setSort,
  };
}

export function MarketsPage() {
  const { list, isFiltered, sort, setSort, ...narrowing } = useQuestions();
  const [resolving, setResolving] = useState<Row | null>(null);
  const [dialog, open] = useAct(list.again);
  return (
    <>
      <Heading title={WORDS.pages.markets} />
      <Panel
        title={words.list}
        stale={!view.isLive}
        aside={
          <Choice<Sort>
            name={words.sort}
            look="little"
            value={sort}
            onChoose={setSort}
            options={SORTS.map((value) => ({ value, label: words.sorts[value] }))}
          />
        }
      >
        <Narrowing {...narrowing} />
        <Questions
          list={list}
          isFiltered={isFiltered}
          onAsk={(row, kind) => open(actOf(row, kind))}
          onResolve={setResolving}
        />
      </Panel>
      {may('markets') && <MakeMarket onMade={list.again} />}
      {dialog}
      {resolving !== null && (
        <ProposeDialog
          event={resolving.event}
          outcome={resolving.outcome}
          onClose={() => setResolving(null)}
          onDone={list.again}
        />
      )}
    </>
  );
}

const Narrowing = ({
  typed,
  setTyped,
  state,
  setState,
}: Pick<ReturnType<typeof useQuestions>, 'typed' | 'setTyped' | 'state' | 'setState'>) => (
  <div class="row ends">
    <div class="search">
      <Field
        label={words.search}
        value={typed}
        onType={setTyped}
        role="searchbox"
        data-test="search"
      />
    </div>
    <Choice<State>
      name={words.state}
      value={state}
      onChoose={setState}
      options={STATES.map((value) => ({ value, label: words.states[value] }))}
    />
  </div>
);

function actOf({ event, outcome }: Row, kind: 'pause' | 'resume' | 'close'): Act {
  const admin = session.value?.admin;
  const name = nameOf(event, outcome);
  const id = outcome.market_id;
  const acts = {
    pause: { effect: words.pauseEffect(name), run: async () => admin?.pauseMarket(id) },
    resume: { effect: words.resumeEffect(name), run: async () => admin?.resumeMarket(id) },
    close: {
      effect: words.closeEffect(name),
      word: 'close',
      run: async () => admin?.closeMarket(id),
    },
  };
  return { title: words[kind], ...acts[kind] };
}

interface Asking {
  readonly onAsk: (row: Row, kind: 'pause' | 'resume' | 'close') => void;
  readonly onResolve: (row: Row) => void;
}

type Listed = Omit<Pages<unknown, Row>, 'first'>;

const Questions = ({
  list,
  isFiltered,
  onAsk,
  onResolve,
}: Asking & { readonly list: Listed; readonly isFiltered: boolean }) => (
  <List<Row>
    of={list}
    name={words.list}
    test="questions"
    say={say}
    height="300px"
    empty={isFiltered ? words.none : words.noneAtAll}
    keyOf={({ outcome }) => outcome.market_id}
    columns={[
      {
        title: words.question,
        cell: ({ event, outcome }) => nameOf(event, outcome),
        kind: 'text',
      },
      { title: words.status, cell: ({ outcome }) => <Status of={outcome} /> },
      {
        title: words.chance,
        cell: ({ outcome }) => (isOver(outcome) ? '' : chanceText(outcome)),
        kind: 'number',
      },
      {
        title: words.volume,
        cell: ({ outcome }) => count(outcome.volume),
        kind: 'number',
      },
      {
        title: words.interest,
        cell: ({ outcome }) => count(outcome.open_interest),
        kind: 'number',
      },
      {
        title: words.ends,
        cell: ({ event }) => <span class="number">{moment(event.expiry)}</span>,
      },
      {
        title: words.acts,
        hasUnseenTitle: true,
        cell: (row) =>
          may('markets') && !isOver(row.outcome) ? (
            <Acts row={row} onAsk={onAsk} onResolve={onResolve} />
          ) : null,
      },
    ]}
  />
);

const isOver = ({ status }: OutcomeEntry): boolean => status === 'resolved' || status === 'voided';

const nameOf = (event: EventEntry, outcome: OutcomeEntry): string =>
  event.outcomes.length === 1 ? event.question : `${event.question} · ${outcome.label}`;

const Status = ({ of: { status, resolution } }: { of: OutcomeEntry }) => (
  <Tag {...(status === 'active' ? { tone: 'good' as const } : {})}>
    {status === 'resolved' && (resolution === 'yes' || resolution === 'no')
      ? `${words.states[status]}: ${words[resolution]}`
      : words.states[status]}
  </Tag>
);

function Acts({ row, onAsk, onResolve }: Asking & { readonly row: Row }) {
  const { status } = row.outcome;
  const kinds = [
    ...(status === 'active' ? (['pause'] as const) : []),
    ...(status === 'paused' ? (['resume'] as const) : []),
    ...(status === 'active' || status === 'paused' ? (['close'] as const) : []),
  ];
  const name = nameOf(row.event, row.outcome);
  return (
    <div class="row acts">
      {kinds.map((kind) => (
        <button
          key={kind}
          class="button little"
          aria-label={`${words[kind]}: ${name}`}
          onClick={() => onAsk(row, kind)}
        >
          {words[kind]}
        </button>
      ))}
      <button
        class="button little"
        aria-label={`${words.resolve}: ${name}`}
        data-test="resolve"
        onClick={() => onResolve(row)}
      >
        {words.resolve}…
      </button>
    </div>
  );
}

function chanceText(outcome: OutcomeEntry): string {
  const { chance } = outcome;
  return chance === null ? '–' : percent(chance);
}
