/** Withdrawals of all users, followed to their end. */
import { useState } from 'preact/hooks';
import type { ListAllWithdrawalsQuery, Withdrawal } from '@bellwether/client';
import { Choice } from '../components/controls';
import { List } from '../components/list';
import { Panel, Tag } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import { shortened, usd } from '../money/format';
import { moment } from '../money/time';
import { say, session } from './session';
import { WORDS } from './words';

const { withdrawals: words } = WORDS;
const A_PAGE = 25;
const SHOWN = ['open', 'completed', 'failed', 'all'] as const;
type Shown = (typeof SHOWN)[number] & ListAllWithdrawalsQuery['status'];

export function Withdrawals({ revision }: { readonly revision: unknown }) {
  const [status, setStatus] = useState<Shown>('open');
  const admin = session.value?.admin;
  const list = usePages(
    admin === undefined ? null : `withdrawals ${status}`,
    (before, signal) =>
      admin!.withdrawals(
        { limit: A_PAGE, status, ...(before && { before }) },
        signal && { signal },
      ),
    ({ withdrawals }) => withdrawals,
    revision,
  );
  return (
    <Panel
      title={words.title}
      aside={
        <Choice<Shown>
          name={words.status}
          look="little"
          value={status}
          onChoose={setStatus}
          options={SHOWN.map((value) => ({ value, label: words.shown[value] }))}
        />
      }
    >
      <List<Withdrawal>
        of={list}
        name={words.title}
        test="withdrawals-list"
        say={say}
        empty={words.none[status]}
        keyOf={({ withdrawal_id: id }) => id}
        columns={[
          {
            title: words.accepted,
            cell: ({ created_at: at }) => <span class="number">{moment(at)}</span>,
          },
          {
            title: words.user,
            cell: ({ user }) => (
              <span class="mono" title={user}>
                {shortened(user)}
              </span>
            ),
          },
          { title: words.amount, kind: 'number', cell: ({ amount }) => usd(amount) },
          { title: words.net, kind: 'number', cell: ({ net_amount: net }) => usd(net) },
          {
            title: words.to,
            cell: ({ chain, recipient }) => (
              <span title={recipient}>
                {chain} <span class="mono">{shortened(recipient)}</span>
              </span>
            ),
          },
          { title: words.status, cell: (one) => <Status of={one} /> },
          {
            title: words.explained,
            kind: 'text',
            cell: ({ explanation }) => explanation.what_happened,
          },
        ]}
      />
    </Panel>
  );
}

const Status = ({ of: { status, reason } }: { of: Withdrawal }) => (
  <Tag
    {...(status === 'completed' ? { tone: 'good' } : status === 'failed' ? { tone: 'bad' } : {})}
  >
    {reason === null ? status : `${status}: ${reason.replaceAll('_', ' ')}`}
  </Tag>
);
