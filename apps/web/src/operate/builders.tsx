/** Builders: who they are, and which keys they have. */
import { useState } from 'preact/hooks';
import type { ListedBuilder } from '@bellwether/client';
import { Field } from '../components/controls';
import { List } from '../components/list';
import { Panel } from '../components/surfaces';
import type { Column } from '../components/table';
import { usePages } from '../exchange/use-pages';
import { useSettled } from '../exchange/use-settled';
import { count } from '../money/format';
import { moment } from '../money/time';
import { NewBuilder } from './builder-keys';
import type { Asking } from './builder-keys';
import { may, say, session } from './session';
import { WORDS } from './words';

const { people: words } = WORDS;
const A_PAGE = 25;

export function Builders({
  chosen,
  onChoose,
  revision,
  ...asking
}: Asking & {
  /** Whose keys are shown. */
  readonly chosen: ListedBuilder | null;
  readonly onChoose: (builder: ListedBuilder) => void;
  readonly revision: unknown;
}) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const admin = session.value?.admin;
  const list = usePages(
    admin === undefined ? null : `builders ${search}`,
    (after, signal) =>
      admin!.builders(
        { limit: A_PAGE, ...(search !== '' && { q: search }), ...(after && { after }) },
        signal && { signal },
      ),
    ({ builders }) => builders,
    revision,
  );
  return (
    <Panel title={words.allBuilders}>
      <div class="search">
        <Field
          label={words.searchBuilders}
          role="searchbox"
          value={typed}
          onType={setTyped}
          data-test="builder-search"
        />
      </div>
      <List<ListedBuilder>
        of={list}
        name={words.allBuilders}
        test="builders"
        say={say}
        empty={search === '' ? words.noBuilders : words.noSuchBuilder}
        keyOf={({ builder_id: id }) => id}
        columns={columnsOf(chosen, onChoose)}
      />
      {may('admin') && <NewBuilder {...asking} />}
    </Panel>
  );
}

const keysOf = ({ active_keys: active, revoked_keys: revoked }: ListedBuilder): string =>
  revoked === 0 ? count(active) : words.keysOf(count(active), count(revoked));

const columnsOf = (
  chosen: ListedBuilder | null,
  onChoose: (builder: ListedBuilder) => void,
): readonly Column<ListedBuilder>[] => [
  { title: words.builder, kind: 'text', cell: ({ name }) => <b>{name}</b> },
  { title: words.fee, kind: 'number', cell: ({ max_fee_bps: bps }) => words.percent(bps) },
  { title: words.users, kind: 'number', cell: ({ user_count: users }) => count(users) },
  { title: words.keysNow, kind: 'number', cell: (one) => keysOf(one) },
  {
    title: words.used,
    cell: ({ last_used_at: at }) => (at === null ? words.never : moment(at)),
  },
  { title: words.added, cell: ({ created_at: at }) => moment(at) },
  {
    title: words.acts,
    hasUnseenTitle: true,
    cell: (one) => (
      <button
        class="button little"
        aria-label={`${words.showKeys}: ${one.name}`}
        aria-pressed={chosen?.builder_id === one.builder_id}
        data-test="show-keys"
        onClick={() => onChoose(one)}
      >
        {words.showKeys}
      </button>
    ),
  },
];
