import type { BuilderClient, BuilderRevenue } from '@bellwether/client';
import { Sparkline } from '../components/progress';
import { Empty, Panel } from '../components/surfaces';
import { Table } from '../components/table';
import { count, usdExact } from '../money/format';
import { utcDay } from '../money/time';
import { MarketName } from './market-name';
import { WORDS } from './words';

const { revenue: words } = WORDS;
const DAY_SECONDS = 86_400;

/** Days without revenue are zero, not absent. */
function course({ from, to, days }: BuilderRevenue): number[] {
  const byDay = new Map(days.map((day) => [day.time, day.builder_fees]));
  const values: number[] = [];
  for (let time = from; time < to; time += DAY_SECONDS) values.push(byDay.get(time) ?? 0);
  return values;
}

export const Revenue = ({ of: revenue, client }: { of: BuilderRevenue; client: BuilderClient }) => (
  <>
    <Panel title={words.title} aside={<Sparkline of={course(revenue)} label={words.course} />}>
      {revenue.days.length === 0 ? (
        <Empty>{words.none}</Empty>
      ) : (
        <Table
          name={words.title}
          test="days"
          rows={revenue.days.toReversed()}
          keyOf={({ time }) => time}
          columns={[
            { title: words.day, cell: ({ time }) => utcDay(time) },
            { title: words.fees, cell: (row) => usdExact(row.builder_fees), kind: 'number' },
            { title: words.fills, cell: ({ fills }) => count(fills), kind: 'number' },
            { title: words.contracts, cell: ({ contracts }) => count(contracts), kind: 'number' },
          ]}
        />
      )}
    </Panel>
    {revenue.markets.length > 0 && (
      <Panel title={words.markets}>
        <Table
          name={words.markets}
          test="revenue-markets"
          rows={revenue.markets}
          keyOf={({ market_id: id }) => id}
          columns={[
            {
              title: words.market,
              kind: 'text',
              cell: ({ market_id: id }) => <MarketName client={client} id={id} />,
            },
            { title: words.fees, cell: (row) => usdExact(row.builder_fees), kind: 'number' },
            { title: words.fills, cell: ({ fills }) => count(fills), kind: 'number' },
            { title: words.contracts, cell: ({ contracts }) => count(contracts), kind: 'number' },
          ]}
        />
        {revenue.other_markets.count > 0 && (
          <p class="muted">
            {words.others(count(revenue.other_markets.count))}:{' '}
            {usdExact(revenue.other_markets.builder_fees)}
          </p>
        )}
      </Panel>
    )}
  </>
);
