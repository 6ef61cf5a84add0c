/** Orders that wait in books, and how they are cancelled: one, or all of them. */
import type { LiveUser, Order } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { Dialog } from '../../components/dialog';
import { Empty, Panel } from '../../components/surfaces';
import { Table } from '../../components/table';
import type { Column } from '../../components/table';
import { useLive } from '../../exchange/use-live';
import { cents, count } from '../../money/format';
import { key } from '../account';
import { say } from '../say';
import { saySide } from '../sentences';
import { WORDS } from '../words/everywhere';
import { MONEY_WORDS } from '../words/money';
import { CancelButton } from './cancel-button';
import { ChangeButton } from './changing';
import { namesOf } from './names';
import { MarketName } from './positions';

const words = MONEY_WORDS.portfolio;

const columnsOf = (named: ReturnType<typeof namesOf>): readonly Column<Order>[] => [
  {
    title: words.market,
    kind: 'text',
    cell: ({ market_id }) => <MarketName id={market_id} {...named(market_id)} />,
  },
  {
    title: words.order,
    cell: ({ side, outcome, market_id }) =>
      saySide(side, { outcome, label: named(market_id).label }),
  },
  { title: words.price, kind: 'number', cell: ({ price }) => cents(price) },
  { title: words.open, kind: 'number', cell: ({ remaining }) => count(remaining) },
  { title: words.filled, kind: 'number', cell: ({ filled }) => count(filled) },
  {
    title: words.cancel,
    kind: 'number',
    hasUnseenTitle: true,
    cell: (order) => (
      <span class="row">
        <ChangeButton order={order} label={named(order.market_id).label} />
        <CancelButton order={order} />
      </span>
    ),
  },
];

export function OpenOrders({ user }: { user: LiveUser }) {
  useLive(user);
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const orders = user.openOrders;
  const cancelAll = async () => {
    setAsking(false);
    const owner = key.value;
    if (!owner) return;
    try {
      const { submit } = await import('../sending/submit');
      const sent = await submit<'cancel_all'>(owner, (trader) => trader.cancelAll());
      setSaid(
        sent.state === 'answered'
          ? words.cancelled(count(sent.receipt.answer.count))
          : WORDS.errors.unknown,
      );
    } catch (error) {
      setSaid(say(error));
    }
  };
  return (
    <Panel
      title={words.orders}
      stale={!user.isLive}
      aside={
        <span class="row">
          <span class="small muted" role="status">
            {said}
          </span>
          {orders.length > 0 && (
            <button class="button little" onClick={() => setAsking(true)}>
              {words.cancelAll}
            </button>
          )}
        </span>
      }
    >
      {orders.length === 0 ? (
        <Empty>{words.noOrders}</Empty>
      ) : (
        <Table
          name={words.orders}
          columns={columnsOf(namesOf())}
          rows={orders}
          keyOf={({ order_id }) => order_id}
          test="orders"
        />
      )}
      {isAsking && (
        <Dialog
          title={words.cancelAllQuestion}
          onClose={() => setAsking(false)}
          actions={
            <>
              <button class="button" onClick={() => setAsking(false)}>
                {WORDS.dialog.back}
              </button>
              <button class="button primary" data-test="confirm" onClick={() => void cancelAll()}>
                {words.cancelAll}
              </button>
            </>
          }
        >
          <p>{words.cancelAllText(count(orders.length))}</p>
        </Dialog>
      )}
    </Panel>
  );
}
