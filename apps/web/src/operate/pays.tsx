/** What a result would pay, market by market, before it is proposed. */
import type { ProposedResult, ResolvedMarket } from '@bellwether/client';
import { Facts, Notice } from '../components/surfaces';
import type { Fact } from '../components/surfaces';
import { Table } from '../components/table';
import type { Column } from '../components/table';
import { cents, count, usd } from '../money/format';
import { moment, now } from '../money/time';
import { RESULT_WORDS as results } from './result-words';
import { WORDS } from './words';

const { markets: words } = WORDS;
/** What is due so soon is paid at once. */
const SOON_SECONDS = 5;
export type Way = 'yes' | 'no' | 'void';

/** As the engine answers it now: what happens until the resolution may change it. */
export function Pays({
  of: { dry_run: markets = [], due },
  way,
}: {
  of: ProposedResult;
  way: Way;
}) {
  const [one, ...others] = markets;
  const isOpenToChallenge = due !== null && due > now() + SOON_SECONDS;
  const isDone = markets.every((one) => one.dry_run?.already_resolved === true);
  return (
    <div class="stack tight" data-test="pays">
      {isDone && <Notice kind="caution">{words.alreadyResolved}</Notice>}
      {one !== undefined && others.length === 0 && <Facts of={factsOf(one)} />}
      {others.length > 0 && <Several of={markets} way={way} />}
      <p>{isOpenToChallenge ? results.paidAt(moment(due)) : results.paidNow}</p>
    </div>
  );
}

/** A line per market: the total payment and the word to type stay in sight. */
const Several = ({ of: markets, way }: { of: readonly ResolvedMarket[]; way: Way }) => (
  <>
    <div class="pays-of-several">
      <Table
        name={words.paysByOutcome}
        columns={way === 'void' ? [PAYS[0]!, PRICE, ...PAYS.slice(1)] : PAYS}
        rows={markets}
        keyOf={idOf}
      />
    </div>
    <Facts
      of={[
        {
          name: words.paysInAll,
          value: usd(sumOf(markets)),
          tone: 'main',
          test: 'paid-in-all',
        },
      ]}
    />
  </>
);

const idOf = ({ market_id: id }: ResolvedMarket): string => id;

const PRICE: Column<ResolvedMarket> = {
  title: results.price,
  kind: 'number',
  cell: ({ price }) => (price === null ? '–' : cents(price)),
};
const PAYS: readonly Column<ResolvedMarket>[] = [
  { title: words.outcome, kind: 'text', cell: ({ dry_run: dry }) => dry?.label },
  ...(['yes', 'no'] as const).map((side): Column<ResolvedMarket> => ({
    title: words.paidTo(words[side]),
    kind: 'number',
    cell: ({ dry_run: dry }) => usd(dry?.[side].paid_micro_usdc ?? 0),
  })),
  {
    title: words.ordersOut,
    kind: 'number',
    cell: ({ dry_run: dry }) => count(dry?.open_orders ?? 0),
  },
];

function factsOf({ dry_run: dry, paid_micro_usdc: paid }: ResolvedMarket): Fact[] {
  if (dry === undefined) return [];
  const sides = (['yes', 'no'] as const).map((side): Fact => {
    const { contracts, users, paid_micro_usdc: amount } = dry[side];
    return {
      name: words.holders(words[side], count(contracts), count(users)),
      value: usd(amount),
    };
  });
  return [
    ...sides,
    { name: words.ordersCancelled, value: count(dry.open_orders) },
    {
      name: words.paysInAll,
      value: usd(paid),
      tone: 'main',
      test: 'paid-in-all',
    },
  ];
}

const sumOf = (markets: readonly ResolvedMarket[]): bigint =>
  markets.reduce((sum, one) => sum + BigInt(one.paid_micro_usdc), 0n);
