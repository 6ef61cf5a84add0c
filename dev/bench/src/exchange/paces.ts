/** Orders over HTTP at shares of the exchange's capacity: latencies from when each was due, memory, lag of history. */
import { number, table } from '../harness/markdown';
import { residentMb } from '../harness/processes';
import type { Result } from '../harness/scenario';
import { median } from '../harness/statistics';
import { CYCLE_ORDERS } from '../load/trading-pair';
import { TradingPairs } from './trading-pairs';
import { measured } from './measured';
import type { Measuring } from './measuring';
import { gatewayOrders } from './order-ways';

const SHARES = [0.25, 0.5, 0.75];
/** Only the highest share gets a long run, as that one drifts. */
const LONG_SHARES = [0.75];
const SECONDS = 20;
const QUICK_SECONDS = 4;
const PAIRS = 64;
const CAPACITY_RUNS = 3;
const CAPACITY_REQUESTS_A_PAIR = 16 * CYCLE_ORDERS;
const QUARTERS = 4;

export async function measurePaces({ run, exchange, placed }: Measuring): Promise<Result> {
  const seconds = run.number('seconds', SECONDS, QUICK_SECONDS);
  const shares = run.flags.seconds === undefined ? SHARES : LONG_SHARES;
  const on = { exchange, parts: exchange.parts() };
  const way = gatewayOrders(exchange, await TradingPairs.open(exchange, 'the pace', PAIRS));
  const rates: number[] = [];
  while (rates.length < CAPACITY_RUNS) {
    const closed = await measured(on, placed, () => way.run(PAIRS, CAPACITY_REQUESTS_A_PAIR));
    rates.push(closed.perSecond);
  }
  const capacity = median(rates);
  const paces = [];
  for (const share of shares) {
    const perSecond = share * capacity;
    run.say(`orders at ${Math.round(perSecond)}/s, ${100 * share} % of ${Math.round(capacity)}/s`);
    const each = Math.ceil((perSecond * seconds) / PAIRS / CYCLE_ORDERS) * CYCLE_ORDERS;
    // Resident memory by part: before the run, each quarter of its time, and after it.
    const looks = [residentMb(on.parts)];
    const look = () => looks.push(residentMb(on.parts));
    const timer = setInterval(look, (seconds * 1_000) / QUARTERS);
    const figures = await measured(on, placed, () => way.run(PAIRS, each, perSecond)).finally(() =>
      clearInterval(timer),
    );
    look();
    paces.push({ share, ...figures, perSecond, residentMb: looks });
  }
  const heads = [
    '% of capacity',
    'orders/s',
    'seconds',
    'p50 ms',
    'p99 ms',
    'p99.9 ms',
    'worst ms',
    'history behind s',
  ];
  const cells = paces.map((pace) => [
    number(100 * pace.share),
    number(pace.perSecond),
    number(pace.seconds),
    number(pace.p50Ms, 2),
    number(pace.p99Ms, 2),
    number(pace.p999Ms, 2),
    number(pace.worstMs, 1),
    number(pace.historySeconds, 1),
  ]);
  return {
    figures: { capacity, paces },
    tables: [
      'Orders over HTTP at an even pace, latencies as of when each was due, by the share of what 64 in flight reach:',
      table(heads, cells),
      `The capacity: ${number(capacity)} orders/s.`,
    ],
  };
}
