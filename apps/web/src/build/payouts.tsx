/** What can be paid out, and what was. A key that pays stays on a server: the page only reads. */
import type { BuilderClient, Payout } from '@bellwether/client';
import { List } from '../components/list';
import { Facts, Panel, Tag } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import { useTicks } from '../exchange/use-ticks';
import { shortened, usdExact } from '../money/format';
import { moment } from '../money/time';
import { say } from './say';
import { WORDS } from './words';

const { payouts: words } = WORDS;
const A_PAGE = 25;
/** A payout to a wallet takes some seconds. */
const ASK_AGAIN_MS = 10_000;

export function Payouts({ client }: { readonly client: BuilderClient }) {
  const ticks = useTicks(ASK_AGAIN_MS);
  const list = usePages(
    'payouts',
    (before, signal) =>
      client.payouts({ limit: A_PAGE, ...(before && { before }) }, signal && { signal }),
    ({ payouts }) => payouts,
    ticks,
  );
  return (
    <Panel title={words.title} stale={list.failure !== undefined && list.rows !== undefined}>
      <Facts
        of={[
          {
            name: words.available,
            value: list.first === undefined ? '–' : usdExact(list.first.available),
            test: 'payable',
          },
        ]}
      />
      <p class="muted small">{words.note}</p>
      <List<Payout>
        of={list}
        name={words.title}
        test="payouts"
        say={say}
        empty={words.none}
        keyOf={({ reference }) => reference}
        columns={[
          {
            title: words.when,
            cell: ({ created_at: at }) => <span class="number">{moment(at)}</span>,
          },
          { title: words.reference, cell: ({ reference }) => reference, kind: 'text' },
          { title: words.amount, kind: 'number', cell: ({ amount }) => usdExact(amount) },
          { title: words.arrives, kind: 'number', cell: (row) => usdExact(row.net_amount) },
          {
            title: words.to,
            cell: ({ chain, recipient }) => (
              <span title={recipient}>
                {chain ?? words.balance} <span class="mono">{shortened(recipient)}</span>
              </span>
            ),
          },
          { title: words.state, cell: (row) => <State of={row} /> },
          {
            title: words.transaction,
            cell: ({ tx_main: main, tx_ext: ext }) => {
              const signature = ext ?? main;
              return signature === null ? (
                '–'
              ) : (
                <span class="mono" title={signature}>
                  {shortened(signature)}
                </span>
              );
            },
          },
        ]}
      />
    </Panel>
  );
}

const State = ({ of: { status, reason } }: { of: Payout }) => (
  <Tag
    {...(status === 'completed' ? { tone: 'good' } : status === 'failed' ? { tone: 'bad' } : {})}
  >
    {reason === null ? status : `${status}: ${reason.replaceAll('_', ' ')}`}
  </Tag>
);
