import type { BuilderClient, BuilderUsersPage } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { Empty, Panel, Skeleton } from '../components/surfaces';
import { Table } from '../components/table';
import { useAnswer } from '../exchange/use-answer';
import { shortened } from '../money/format';
import { moment } from '../money/time';
import { WORDS } from './words';

const { users: words } = WORDS;
const A_PAGE = 100;

export function Users({ client }: { client: BuilderClient }) {
  const first = useAnswer('users', (stop) => client.users({ limit: A_PAGE }, { signal: stop }));
  const [later, setLater] = useState<readonly BuilderUsersPage[]>([]);
  const pages = [...(first.value === undefined ? [] : [first.value]), ...later];
  const users = pages.flatMap((page) => page.users);
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const more = () => {
    if (cursor === null) return;
    client.users({ limit: A_PAGE, after: cursor }).then(
      (page) => setLater((before) => [...before, page]),
      () => first.again(),
    );
  };
  return (
    <Panel title={words.title}>
      {first.value === undefined ? (
        <Skeleton height="120px" />
      ) : users.length === 0 ? (
        <Empty>{words.none}</Empty>
      ) : (
        <Table
          name={words.title}
          test="users"
          rows={users}
          keyOf={({ public_key: key }) => key}
          columns={[
            { title: words.name, cell: ({ user_id: id }) => id ?? '', kind: 'text' },
            {
              title: words.publicKey,
              cell: ({ public_key: key }) => (
                <span class="mono" title={key}>
                  {shortened(key)}
                </span>
              ),
            },
            { title: words.since, cell: ({ linked_at: at }) => moment(at) },
          ]}
        />
      )}
      {cursor !== null && (
        <div>
          <button class="button" onClick={more}>
            {words.more}
          </button>
        </div>
      )}
    </Panel>
  );
}
