import { useState } from 'preact/hooks';
import type { ApiKey, ListedBuilder } from '@bellwether/client';
import { Field } from '../components/controls';
import { List } from '../components/list';
import { Panel } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import type { Pages } from '../exchange/use-pages';
import { count, shortened } from '../money/format';
import { moment } from '../money/time';
import type { Act } from './act';
import type { ShowSecrets } from './secret-dialog';
import { may, say, session } from './session';
import { WORDS } from './words';

const { people: words } = WORDS;

export interface Asking {
  readonly ask: (act: Act) => void;
  readonly show: ShowSecrets;
}

const A_PAGE = 50;

export function BuilderKeys({
  of: builder,
  onAll,
  revision,
  ask,
}: Pick<Asking, 'ask'> & {
  readonly of: ListedBuilder | null;
  readonly onAll: () => void;
  readonly revision: unknown;
}) {
  const admin = session.value?.admin;
  const ofBuilder = builder === null ? {} : { builder_id: builder.builder_id };
  const list = usePages(
    admin === undefined ? null : `keys ${builder?.builder_id ?? ''}`,
    (after, signal) =>
      admin!.keys({ limit: A_PAGE, ...ofBuilder, ...(after && { after }) }, signal && { signal }),
    ({ keys }) => keys,
    revision,
  );
  return (
    <Panel
      title={builder === null ? words.builders : words.keysOfBuilder(builder.name)}
      aside={
        builder !== null && (
          <button class="button little" onClick={onAll}>
            {words.allKeys}
          </button>
        )
      }
    >
      <Keys list={list} ask={ask} />
    </Panel>
  );
}

const secretsOf = (issued: { readonly api_key: string; readonly secret: string }) => [
  { name: words.apiKey, value: issued.api_key },
  { name: words.secret, value: issued.secret },
];

function Keys({ list, ask }: Pick<Asking, 'ask'> & { list: Pages<unknown, ApiKey> }) {
  const admin = session.value?.admin;
  const revoke = ({ key_id: id, builder_name: name }: ApiKey) =>
    ask({
      title: words.revoke,
      word: id.slice(0, 4),
      effect: words.revokeKeyEffect(shortened(id), name),
      run: async () => admin?.revokeKey(id),
    });
  const restore = ({ key_id: id, builder_name: name }: ApiKey) =>
    ask({
      title: words.restore,
      effect: words.restoreEffect(shortened(id), name),
      run: async () => admin?.restoreKey(id),
    });
  return (
    <List<ApiKey>
      of={list}
      name={words.builders}
      test="builder-keys"
      say={say}
      empty={words.noKeys}
      keyOf={({ key_id: id }) => id}
      columns={[
        { title: words.builder, cell: ({ builder_name: name }) => name, kind: 'text' },
        { title: words.key, cell: ({ key_id: id }) => <span class="mono">{shortened(id)}</span> },
        { title: words.scopes, cell: ({ scopes }) => scopes.join(', ') },
        { title: words.users, cell: ({ user_count: users }) => count(users), kind: 'number' },
        {
          title: words.used,
          cell: ({ last_used_at: at }) => (at === null ? words.never : moment(at)),
        },
        {
          title: words.acts,
          hasUnseenTitle: true,
          cell: (key) =>
            may('admin') ? (
              <div class="row acts">
                {[
                  key.revoked_at === null
                    ? { name: words.revoke, act: revoke }
                    : { name: words.restore, act: restore },
                ].map(({ name, act }) => (
                  <button
                    key={name}
                    class="button little"
                    aria-label={`${name}: ${key.key_id}`}
                    onClick={() => act(key)}
                  >
                    {name}
                  </button>
                ))}
              </div>
            ) : key.revoked_at === null ? null : (
              words.revoked
            ),
        },
      ]}
    />
  );
}

export function NewBuilder({ ask, show }: Asking) {
  const [name, setName] = useState('');
  const make = () =>
    ask({
      title: words.makeBuilder,
      effect: words.makeBuilderEffect(name.trim()),
      run: async () => {
        const admin = session.value?.admin;
        const builder = await admin?.createBuilder({ name: name.trim() });
        if (admin === undefined || builder === undefined) return;
        const issued = await admin.createKey({ builder_id: builder.answer.builder_id });
        show(secretsOf(issued.answer));
        setName('');
      },
    });
  return (
    <div class="stack tight">
      <h3>{words.newBuilder}</h3>
      <div class="row ends">
        <Field label={words.builderName} value={name} onType={setName} data-test="builder-name" />
        <button class="button" disabled={name.trim() === ''} onClick={make}>
          {words.makeBuilder}
        </button>
      </div>
    </div>
  );
}
