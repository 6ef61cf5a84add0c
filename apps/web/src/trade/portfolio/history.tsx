/** Trades and the statement, from history: pages, and the statement as a file. */
import type { LedgerEntry, Trade } from '@bellwether/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Empty, Notice, Panel, Skeleton } from '../../components/surfaces';
import { Table } from '../../components/table';
import type { Column } from '../../components/table';
import { gateway } from '../../exchange/connection';
import type { Answer } from '../../exchange/use-answer';
import { useAnswer } from '../../exchange/use-answer';
import { cents, count, usdExact } from '../../money/format';
import { moment } from '../../money/time';
import { saySide } from '../sentences';
import { WORDS } from '../words/everywhere';
import { MONEY_WORDS } from '../words/money';
import { saveCsv } from './csv';
import { namesOf } from './names';
import { MarketName } from './positions';

const words = MONEY_WORDS.portfolio;
const PAGE = 50;
const MOST_AT_ONCE = 500;
const SKELETON = '160px';

/** As much of history as is shown, and one more: then there is a button. */
export function Trades({ user, revision }: { user: string; revision: string }) {
  const [shown, setShown] = useState(PAGE);
  const most = shown + 1;
  const trades = useAnswer(
    `trades ${user}`,
    (signal) =>
      allOf(gateway.eachTrade(user, { limit: Math.min(most, MOST_AT_ONCE) }, { signal }), most),
    `${revision} ${most}`,
  );
  const named = namesOf();
  const columns: readonly Column<Trade>[] = [
    { title: words.time, cell: ({ time }) => <span class="number">{moment(time)}</span> },
    {
      title: words.market,
      kind: 'text',
      cell: ({ market_id }) => <MarketName id={market_id} {...named(market_id)} />,
    },
    { title: words.what, cell: (trade) => actOf(trade, user, named(trade.market_id).label) },
    { title: words.size, kind: 'number', cell: ({ size }) => count(size) },
    {
      title: words.price,
      kind: 'number',
      cell: (trade) => cents(trade.taker === user ? trade.price : trade.maker_price),
    },
    {
      title: words.fee,
      kind: 'number',
      cell: ({ taker, taker_fee }) => (taker === user ? usdExact(taker_fee) : '–'),
    },
  ];
  return (
    <Panel title={words.trades}>
      <Listed
        answer={trades}
        none={words.noTrades}
        shown={shown}
        onMore={() => setShown((now) => now + PAGE)}
      >
        {(rows) => (
          <Table
            name={words.trades}
            columns={columns}
            rows={rows}
            keyOf={({ trade_id }) => trade_id}
            test="trades"
          />
        )}
      </Listed>
    </Panel>
  );
}

const actOf = (trade: Trade, user: string, label: string): string =>
  trade.taker === user
    ? saySide(trade.taker_side, { outcome: trade.outcome, label })
    : saySide(trade.maker_side, { outcome: trade.maker_outcome, label });

export function Statement({ user, revision }: { user: string; revision: unknown }) {
  const [shown, setShown] = useState(PAGE);
  const entries = useAnswer(
    `ledger ${user}`,
    (signal) => allOf(gateway.eachLedgerEntry(user, { limit: MOST_AT_ONCE }, { signal })),
    revision,
  );
  const named = namesOf();
  const columns: readonly Column<LedgerEntry>[] = [
    { title: words.time, cell: ({ time }) => <span class="number">{moment(time)}</span> },
    { title: words.what, cell: ({ kind }) => MONEY_WORDS.ledger[kind] ?? kind },
    {
      title: words.market,
      kind: 'text',
      cell: ({ market_id: id }) => (id ? <MarketName id={id} {...named(id)} /> : null),
    },
    {
      title: words.amount,
      kind: 'number',
      cell: ({ amount }) => <span class={amount < 0 ? 'bad' : 'good'}>{usdExact(amount)}</span>,
    },
    { title: words.balance, kind: 'number', cell: ({ balance }) => usdExact(balance) },
  ];
  return (
    <Panel
      title={words.statement}
      aside={
        entries.value !== undefined && entries.value.length > 0 ? (
          <button class="button little" onClick={() => saveCsv(entries.value ?? [])}>
            {words.csv}
          </button>
        ) : undefined
      }
    >
      <Listed
        answer={entries}
        none={words.noStatement}
        shown={shown}
        onMore={() => setShown((now) => now + PAGE)}
      >
        {(rows) => (
          <Table
            name={words.statement}
            columns={columns}
            rows={rows}
            keyOf={({ seq, event_index }) => `${seq} ${event_index}`}
            test="statement"
          />
        )}
      </Listed>
    </Panel>
  );
}

/** An account with more rows gets the newest: the API gives all. */
const MOST_ROWS = 5_000;

export async function allOf<T>(rows: AsyncIterable<T>, most = MOST_ROWS): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const row of rows) {
    all.push(row);
    if (all.length >= most) break;
  }
  return all;
}

function Listed<Row>({
  answer,
  none,
  shown,
  onMore,
  children,
}: {
  readonly answer: Answer<readonly Row[]>;
  readonly none: string;
  readonly shown: number;
  readonly onMore: () => void;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}) {
  const { value, failure, again } = answer;
  if (value === undefined && failure !== undefined) {
    return (
      <Notice
        action={
          <button class="button" onClick={again}>
            {WORDS.frame.again}
          </button>
        }
      >
        {words.unavailable}
      </Notice>
    );
  }
  if (value === undefined) return <Skeleton height={SKELETON} />;
  if (value.length === 0) return <Empty>{none}</Empty>;
  return (
    <>
      {children(value.slice(0, shown))}
      {value.length > shown && (
        <button class="button" onClick={onMore}>
          {words.older}
        </button>
      )}
    </>
  );
}
