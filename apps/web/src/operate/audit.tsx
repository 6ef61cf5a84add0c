/** The operators' acts: filtered, paged, and as a file. */
import { useState } from 'preact/hooks';
import type { AuditEntry } from '@bellwether/client';
import { Choice, Field } from '../components/controls';
import { List } from '../components/list';
import { Heading } from '../components/router';
import { Notice, Panel } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import type { Pages } from '../exchange/use-pages';
import { shortened } from '../money/format';
import { moment } from '../money/time';
import { say, session } from './session';
import { csvOf } from './csv';
import { WORDS } from './words';

const { audit: words } = WORDS;
const A_PAGE = 100;
/** Of a file: as many pages as these are read. */
const MOST_IN_FILE = 10_000;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

export function AuditPage() {
  const [operator, setOperator] = useState('');
  const [kind, setKind] = useState<'all' | 'changes'>('changes');
  const [failure, setFailure] = useState<unknown>(null);
  const admin = session.value?.admin;
  const filter = { kind, ...(NAME.test(operator.trim()) ? { operator: operator.trim() } : {}) };
  const list = usePages(
    admin === undefined ? null : JSON.stringify(filter),
    (before, signal) =>
      admin!.audit({ ...filter, limit: A_PAGE, ...(before && { before }) }, signal && { signal }),
    ({ entries }) => entries,
  );
  const save = () => {
    readAll(filter).then((rows) => download(csvOf(COLUMNS, rows.map(cellsOf))), setFailure);
  };
  return (
    <>
      <Heading title={WORDS.pages.audit} />
      <Panel title={words.title}>
        <div class="row ends">
          <Field
            label={words.filter}
            value={operator}
            onType={setOperator}
            data-test="audit-operator"
          />
          <Choice
            name={words.kind}
            value={kind}
            onChoose={setKind}
            options={[
              { value: 'changes', label: words.changes },
              { value: 'all', label: words.all },
            ]}
          />
          <span class="grow" />
          <button class="button" onClick={save} data-test="csv">
            {words.csv}
          </button>
        </div>
        {failure !== null && <Notice kind="bad">{say(failure)}</Notice>}
        <Rows of={list} />
      </Panel>
    </>
  );
}

const Rows = ({ of: list }: { of: Pages<unknown, AuditEntry> }) => (
  <List<AuditEntry>
    of={list}
    name={WORDS.pages.audit}
    test="audit"
    say={say}
    empty={words.none}
    height="300px"
    keyOf={({ audit_id: id }) => id}
    columns={[
      { title: words.when, cell: ({ time }) => <span class="number">{moment(time)}</span> },
      { title: words.who, cell: ({ operator }) => operator ?? words.nobody },
      {
        title: words.what,
        kind: 'text',
        cell: ({ method, path }) => (
          <span class="mono" title={path}>
            {method} {path.replaceAll(LONG_ID, (id) => shortened(id))}
          </span>
        ),
      },
      {
        title: words.answer,
        cell: ({ status, code }) => (
          <span class={status < 400 ? 'good' : 'bad'}>{code ?? `${status} ✓`}</span>
        ),
      },
      {
        title: words.body,
        kind: 'text',
        cell: (entry) => <Body of={bodyOf(entry)} />,
      },
      { title: words.from, cell: ({ address }) => <span class="mono">{address}</span> },
    ]}
  />
);

/** For markets and transactions: the ends distinguish them, and the file has the whole. */
const LONG_ID = /[0-9a-f]{64}/g;
const IN_A_LINE = 60;

const Body = ({ of: text }: { of: string }) =>
  text.length <= IN_A_LINE ? (
    <span class="mono">{text}</span>
  ) : (
    <details>
      <summary class="mono">{text.slice(0, IN_A_LINE)}…</summary>
      <p class="mono">{text}</p>
    </details>
  );

const bodyOf = ({ details }: AuditEntry): string => {
  const { body } = details;
  return typeof body === 'string' && body !== '{}' ? body : '';
};

const COLUMNS = [
  'audit_id',
  'time',
  'operator',
  'method',
  'path',
  'status',
  'code',
  'body',
  'address',
  'request_id',
];
const cellsOf = (entry: AuditEntry): readonly string[] => [
  String(entry.audit_id),
  new Date(entry.time * 1_000).toISOString(),
  entry.operator ?? '',
  entry.method,
  entry.path,
  String(entry.status),
  entry.code ?? '',
  bodyOf(entry),
  entry.address,
  entry.request_id,
];

async function readAll(filter: object): Promise<AuditEntry[]> {
  const rows: AuditEntry[] = [];
  const entries = session.value?.admin.eachAuditEntry({ ...filter, limit: 1_000 });
  if (entries === undefined) return rows;
  for await (const entry of entries) {
    rows.push(entry);
    if (rows.length === MOST_IN_FILE) break;
  }
  return rows;
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'audit.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
