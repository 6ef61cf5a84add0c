/** Trades of the builder's users, newest first. */
import type { BuilderClient, Trade } from '@bellwether/client';
import { List } from '../components/list';
import { Panel, Tag } from '../components/surfaces';
import { usePages } from '../exchange/use-pages';
import { cents, count, usdExact } from '../money/format';
import { moment } from '../money/time';
import { MarketName } from './market-name';
import { say } from './say';
import { WORDS } from './words';

const { trades: words } = WORDS;
const A_PAGE = 25;

export function Trades({ client, keys }: { client: BuilderClient; keys: ReadonlySet<string> }) {
  const list = usePages(
    'trades',
    (before, signal) =>
      client.ownTrades({ limit: A_PAGE, ...(before && { before }) }, signal && { signal }),
    ({ trades }) => trades,
  );
  return (
    <Panel title={words.title}>
      <List<Trade>
        of={list}
        name={words.title}
        test="trades"
        say={say}
        empty={words.none}
        keyOf={({ trade_id: id }) => id}
        columns={[
          { title: words.when, cell: ({ time }) => <span class="number">{moment(time)}</span> },
          {
            title: words.market,
            kind: 'text',
            cell: ({ market_id: id }) => <MarketName client={client} id={id} />,
          },
          {
            title: words.side,
            cell: ({ outcome, taker_side: side }) => (
              <Tag tone={outcome}>{words.sides[side][outcome]}</Tag>
            ),
          },
          { title: words.contracts, kind: 'number', cell: ({ size }) => count(size) },
          { title: words.price, kind: 'number', cell: ({ price }) => cents(price) },
          { title: words.fees, kind: 'number', cell: (trade) => usdExact(earnedOf(trade, keys)) },
        ]}
      />
    </Panel>
  );
}

/** Of both sides, as far as they came through one of the builder's keys. */
function earnedOf(trade: Trade, keys: ReadonlySet<string>): bigint {
  const asTaker = keys.has(trade.builder_api_key) ? BigInt(trade.builder_fee) : 0n;
  const asMaker = keys.has(trade.maker_builder_api_key) ? BigInt(trade.maker_builder_fee) : 0n;
  return asTaker + asMaker;
}
