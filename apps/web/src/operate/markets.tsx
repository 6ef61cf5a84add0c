/** Questions: pause, close, resolve; and a new one in two steps. */
import { useState } from 'preact/hooks';
import type { EventEntry, OutcomeEntry } from '@bellwether/client';
import { Field } from '../components/controls';
import { Heading } from '../components/router';
import { Empty, Panel, Tag } from '../components/surfaces';
import { Table } from '../components/table';
import { stream } from '../exchange/connection';
import { useLive } from '../exchange/use-live';
import { count, percent } from '../money/format';
import { useAct } from './act';
import { MakeMarket } from './make-market';
import { ResolveDialog } from './resolve-dialog';
import { may, session } from './session';
import { WORDS } from './words';

const { markets: words } = WORDS;
const view = stream.markets();
const MOST_SHOWN = 200;

interface Row {
  readonly event: EventEntry;
  readonly outcome: OutcomeEntry;
}

export function MarketsPage() {
  useLive(view);
  const [text, type] = useState('');
  const [resolving, resolve] = useState<Row | null>(null);
  const [dialog, open] = useAct(() => undefined);
  const admin = session.value?.admin;
  const wanted = text.trim().toLocaleLowerCase();
  const rows = view.events
    .filter((event) => event.question.toLocaleLowerCase().includes(wanted))
    .flatMap((event) => event.outcomes.map((outcome): Row => ({ event, outcome })))
    .slice(0, MOST_SHOWN);
  const ask = ({ event, outcome }: Row, kind: 'pause' | 'resume' | 'close') => {
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
    open({ title: words[kind], ...acts[kind] });
  };
  return (
    <>
      <Heading title={WORDS.pages.markets} />
      {may('markets') && <MakeMarket />}
      <Panel title={words.list} stale={!view.isLive}>
        <Field label={words.search} value={text} onType={type} role="searchbox" />
        <Questions rows={rows} onAsk={ask} onResolve={resolve} />
      </Panel>
      {dialog}
      {resolving !== null && (
        <ResolveDialog
          event={resolving.event}
          outcome={resolving.outcome}
          onClose={() => resolve(null)}
        />
      )}
    </>
  );
}

interface Asking {
  readonly onAsk: (row: Row, kind: 'pause' | 'resume' | 'close') => void;
  readonly onResolve: (row: Row) => void;
}

const Questions = ({ rows, onAsk, onResolve }: Asking & { readonly rows: readonly Row[] }) =>
  rows.length === 0 ? (
    <Empty>{words.none}</Empty>
  ) : (
    <Table
      name={words.list}
      test="questions"
      rows={rows}
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
          cell: ({ outcome }) => (isOver(outcome) ? '' : percent(outcome.yes_price)),
          kind: 'number',
        },
        {
          title: words.interest,
          cell: ({ outcome }) => count(outcome.open_interest),
          kind: 'number',
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
    {resolution === null || resolution === undefined ? status : `${status}: ${resolution}`}
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
