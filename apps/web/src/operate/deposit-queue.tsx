/** Deposits that wait for room under the cap, for the bridge, or for an operator. */
import type { QueuedDeposit } from '@bellwether/client';
import { List } from '../components/list';
import { Panel } from '../components/surfaces';
import type { Pages } from '../exchange/use-pages';
import { shortened, usd } from '../money/format';
import { moment } from '../money/time';
import type { Open } from './act';
import { may, say, session } from './session';
import { WORDS } from './words';

const { money: words } = WORDS;

export function Queue({ list, open }: { list: Pages<unknown, QueuedDeposit>; open: Open }) {
  return (
    <Panel title={words.queue}>
      <List<QueuedDeposit>
        of={list}
        name={words.queue}
        test="queue"
        say={say}
        empty={words.none}
        keyOf={({ deposit_id: id }) => id}
        columns={[
          {
            title: words.seen,
            cell: ({ timestamp: at }) => <span class="number">{moment(at)}</span>,
          },
          {
            title: words.user,
            cell: ({ user }) => (
              <span class="mono" title={user}>
                {shortened(user)}
              </span>
            ),
          },
          {
            title: words.amount,
            cell: ({ amount_micro_usdc: amount }) => usd(amount),
            kind: 'number',
          },
          { title: words.reason, cell: ({ reason }) => reason?.replaceAll('_', ' ') ?? '' },
          {
            title: words.acts,
            hasUnseenTitle: true,
            cell: (deposit) => may('money') && <Decide about={deposit} open={open} />,
          },
        ]}
      />
    </Panel>
  );
}

const WAYS = ['release', 'reject'] as const;

function Decide({ about: deposit, open }: { about: QueuedDeposit; open: Open }) {
  const admin = session.value?.admin;
  const amount = usd(deposit.amount_micro_usdc);
  const id = deposit.deposit_id;
  const acts = {
    release: {
      title: words.release,
      effect: words.releaseEffect(amount),
      run: async () => admin?.releaseDeposit(id),
    },
    reject: {
      title: words.reject,
      effect: words.rejectEffect(amount),
      isDanger: true,
      run: async () => admin?.rejectDeposit(id),
    },
  };
  return (
    <div class="row acts">
      {WAYS.map((how) => (
        <button
          key={how}
          class="button little"
          data-test={how}
          aria-label={`${words[how]}: ${amount}`}
          onClick={() => open(acts[how])}
        >
          {words[how]}
        </button>
      ))}
    </div>
  );
}
