/** Positions with their cost and their present value. */
import type { HeldPosition, LiveUser } from '@bellwether/client';
import { Link } from '../../components/router';
import { Empty, Panel, Tag } from '../../components/surfaces';
import { Table } from '../../components/table';
import type { Column } from '../../components/table';
import { cents, count, usd } from '../../money/format';
import { titleOf, whatOf } from '../sentences';
import { MONEY_WORDS } from '../words/money';
import { namesOf } from './names';
import { costOf, holdingsOf, nameOf, payoutOf, priceOf, valueOf } from './sums';
import type { Cost, Holding } from './sums';

const words = MONEY_WORDS.portfolio;

interface Row extends Holding {
  readonly question: string;
  readonly label: string;
  readonly price: bigint | null;
  readonly cost: Cost | null;
  readonly value: bigint | null;
}

export const MarketName = ({
  id,
  question,
  label,
}: {
  id: string;
  question: string;
  label: string;
}) => <Link href={`/market/${id}`}>{titleOf(question, label)}</Link>;

const COLUMNS: readonly Column<Row>[] = [
  {
    title: words.market,
    kind: 'text',
    cell: ({ marketId, question, label }) => (
      <MarketName id={marketId} question={question} label={label} />
    ),
  },
  { title: words.side, cell: (row) => <Tag tone={row.outcome}>{whatOf(row)}</Tag> },
  { title: words.size, kind: 'number', cell: ({ size }) => count(size) },
  {
    title: words.average,
    kind: 'number',
    cell: ({ cost }) => (cost === null ? '–' : cents(cost.average)),
  },
  { title: words.now, kind: 'number', cell: ({ price }) => (price === null ? '–' : cents(price)) },
  { title: words.value, kind: 'number', cell: ({ value }) => (value === null ? '–' : usd(value)) },
  {
    title: words.gain,
    kind: 'number',
    cell: ({ value, cost }) =>
      value === null || cost === null ? '–' : <Gain of={value - cost.cost} />,
  },
  { title: words.ifRight, kind: 'number', cell: ({ size }) => usd(payoutOf(size)) },
];

export function Gain({ of: gain }: { of: bigint }) {
  if (gain === 0n) return <>{usd(0n)}</>;
  const isLoss = gain < 0n;
  return (
    <span class={isLoss ? 'bad' : 'good'}>
      {isLoss ? '▼' : '▲'} {usd(isLoss ? -gain : gain)}
    </span>
  );
}

export function rowsOf(user: LiveUser, positions: readonly HeldPosition[] | undefined): Row[] {
  const named = namesOf();
  const held = new Map(positions?.map((one) => [one.market_id, one]));
  return holdingsOf(user).map((holding) => {
    const { question, label, yesPrice } = named(holding.marketId);
    const price = yesPrice === null ? null : priceOf(yesPrice, holding.outcome);
    return {
      ...holding,
      question,
      label,
      price,
      cost: costOf(held.get(holding.marketId), holding),
      value: price === null ? null : valueOf(holding.size, price),
    };
  });
}

export const Positions = ({ rows, isLive }: { rows: readonly Row[]; isLive: boolean }) => (
  <Panel title={words.positions} stale={!isLive}>
    {rows.length === 0 ? (
      <Empty
        action={
          <Link class="button" href="/">
            {words.find}
          </Link>
        }
      >
        {words.nothing}
      </Empty>
    ) : (
      <Table
        name={words.positions}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ marketId, outcome }) => nameOf(marketId, outcome)}
        test="positions"
      />
    )}
  </Panel>
);
