import type { BuilderClient, BuilderUsersPage } from '@bellwether/client';
import { List } from '../components/list';
import { Panel } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import { shortened } from '../money/format';
import { moment } from '../money/time';
import { say } from './say';
import { WORDS } from './words';

const { users: words } = WORDS;
const A_PAGE = 100;
type User = BuilderUsersPage['users'][number];

export function Users({ client }: { client: BuilderClient }) {
  const list = usePages(
    'users',
    (after, signal) =>
      client.users({ limit: A_PAGE, ...(after && { after }) }, signal && { signal }),
    ({ users }) => users,
  );
  return (
    <Panel title={words.title}>
      <List<User>
        of={list}
        name={words.title}
        test="users"
        say={say}
        empty={words.none}
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
    </Panel>
  );
}
