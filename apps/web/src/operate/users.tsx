/** Users: who ever had money, and whose an address is. */
import { useState } from 'preact/hooks';
import type { KnownUser } from '@bellwether/client';
import { CopyButton, Field } from '../components/controls';
import { List } from '../components/list';
import { Heading } from '../components/router';
import { Panel } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import { useSettled } from '../exchange/use-settled';
import { shortened, usd } from '../money/format';
import { moment } from '../money/time';
import { say, session } from './session';
import { WORDS } from './words';

const { users: words } = WORDS;
const A_PAGE = 50;
const ADDRESS = /^(?:[1-9A-HJ-NP-Za-km-z]{32,44}|[0-9a-fA-F]{64})$/;

export function UsersPage() {
  const [typed, setTyped] = useState('');
  const address = useSettled(typed.trim());
  const isAddress = ADDRESS.test(address);
  const admin = session.value?.admin;
  const asked = isAddress ? { address } : {};
  const list = usePages(
    admin === undefined ? null : `users ${isAddress ? address : ''}`,
    (before, signal) =>
      admin!.users({ limit: A_PAGE, ...asked, ...(before && { before }) }, signal && { signal }),
    ({ users }) => users,
  );
  return (
    <>
      <Heading title={WORDS.pages.users} />
      <Panel title={words.title}>
        <div class="search">
          <Field
            label={words.search}
            role="searchbox"
            value={typed}
            onType={setTyped}
            wrong={address === '' || isAddress ? null : words.noAddress}
            data-test="user-address"
          />
        </div>
        <List<KnownUser>
          of={list}
          name={words.title}
          test="users"
          say={say}
          empty={isAddress ? words.notFound : words.none}
          keyOf={({ user }) => user}
          columns={[
            { title: words.user, cell: ({ user }) => <Address of={user} /> },
            { title: words.balance, kind: 'number', cell: ({ balance }) => usd(balance) },
            {
              title: words.withdrawing,
              kind: 'number',
              cell: ({ withdrawing }) => (withdrawing === 0 ? '–' : usd(withdrawing)),
            },
            {
              title: words.depositAddress,
              cell: ({ deposit_address: at }) =>
                at === null ? <span class="muted">{words.noDeposit}</span> : <Address of={at} />,
            },
            {
              title: words.moved,
              cell: ({ moved_at: at }) => (
                <span class="number">{at === null ? words.longAgo : moment(at)}</span>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}

/** Read by its ends, copied whole. */
const Address = ({ of }: { of: string }) => (
  <span class="row tight">
    <span class="mono" title={of}>
      {shortened(of)}
    </span>
    <CopyButton text={of} />
  </span>
);
