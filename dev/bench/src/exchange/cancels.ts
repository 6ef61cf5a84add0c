/**
 * Cancels in a flood. One user cancels orders at an even rate through the gateway. Meanwhile others send ten times the
 * reads that saturate it, and ten orders for each one that is executed. Each cancel must succeed, and soon.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PAGE_LIMIT } from '@bellwether/api';
import { encodeCancel } from '@bellwether/canonical-message';
import { toBase58, toHex } from '@bellwether/codec';
import { stolenTime } from '../harness/machine';
import { number, table, verdict } from '../harness/markdown';
import type { Result } from '../harness/scenario';
import { median, percentile } from '../harness/statistics';
import { driveOver } from '../load/drive';
import { HttpConnection, postRequest } from '../load/http-connection';
import { TradingPairs } from './trading-pairs';
import { EngineOrders } from './engine-orders';
import type { FloodCounts } from './flood-meter';
import { startFlood } from './flood-process';
import type { RunningFlood } from './flood-process';
import type { Measuring } from './measuring';

/** Below the 200 that one user may have in a market. */
const CANCELS_OF_PAIR = 100;
/** Pairs of users whose orders are cancelled in a round. */
const PAIRS = 4;
/** The first pass has no flood. */
const ROUNDS = 4;
const TARGET_P99_MS = 100;
const CANCELS_PER_SECOND = 40;
/** Each user sends one every 400 ms. */
const CONNECTIONS = 16;
/** Time until queues are full and caches warm. */
const FLOODED_BEFORE_MS = 2_000;

interface Cancelling {
  readonly latenciesMs: Float64Array;
  readonly succeeded: number;
}

export async function measureCancels(on: Measuring): Promise<Result> {
  const { run, exchange } = on;
  run.say('cancels, while orders and reads flood');
  // The list that the flood reads is a full page even of a new exchange.
  await exchange.openMarkets('What else is in the list?', DEFAULT_PAGE_LIMIT, 1);
  const requests = await cancelsOfRestingOrders(on);
  const cancelled = () => cancel(exchange.gatewayUrl, requests.splice(0, PAIRS * CANCELS_OF_PAIR));
  const quiet = await cancelled();
  const floods: RunningFlood[] = [];
  for (const kind of ['orders', 'reads'] as const) {
    const flood = await startFlood(kind, run.dataDir);
    floods.push(run.keep(flood, () => flood.stop()));
  }
  const counts = () => Promise.all(floods.map((flood) => flood.counts()));
  await sleep(FLOODED_BEFORE_MS);
  await counts(); // the counts of the warm-up are discarded
  const stolen = stolenTime();
  const rounds: Cancelling[] = [];
  while (requests.length > 0) rounds.push(await cancelled());
  const [orders, reads] = await counts();
  return resultOf(quiet, rounds, { stolenPercent: stolen(), orders: orders!, reads: reads! });
}

interface Flooded {
  /** Per cent of the cores' time that the host withheld from this machine during the flood. */
  readonly stolenPercent: number | undefined;
  readonly orders: FloodCounts;
  readonly reads: FloodCounts;
}

/** Medians of the rounds, and the worst of all. */
function resultOf(quiet: Cancelling, rounds: readonly Cancelling[], flooded: Flooded): Result {
  const of = (share: number) => rounds.map(({ latenciesMs }) => percentile(latenciesMs, share));
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const cancels = sum(rounds.map(({ latenciesMs }) => latenciesMs.length));
  const succeeded = sum(rounds.map((round) => round.succeeded));
  const delays = { p50Ms: median(of(0.5)), p99Ms: median(of(0.99)), worstMs: Math.max(...of(1)) };
  const quietP99Ms = percentile(quiet.latenciesMs, 0.99);
  const target = `p99 < ${TARGET_P99_MS} ms, all succeed`;
  const isMet = delays.p99Ms < TARGET_P99_MS && succeeded === cancels;
  const done = `${number(succeeded)} of ${number(cancels)} succeed`;
  const heads = [
    'cancels',
    'succeeded',
    'p50 ms',
    'p99 ms',
    'worst ms',
    'p99 without',
    'target',
    '',
  ];
  const ms = [...Object.values(delays), quietP99Ms].map((one) => number(one, 1));
  const row = [number(cancels), number(succeeded), ...ms, target, verdict(isMet)];
  return {
    figures: { cancels, succeeded, ...delays, quietP99Ms, ...flooded },
    tables: [
      'Cancels, forty a second through the gateway, while orders and reads flood:',
      table(heads, [row]),
      floodSentence(flooded),
    ],
    targets: [['cancels in a flood', `p99 ${number(delays.p99Ms, 1)} ms, ${done}`, target, isMet]],
  };
}

function floodSentence({ orders, reads, stolenPercent }: Flooded): string {
  const of = (name: string, { asked, done, refused }: FloodCounts) =>
    `${name} ${number(asked)} asked, ${number(done)} done, ${number(refused)} refused`;
  const stolen =
    stolenPercent === undefined
      ? ''
      : ` The host kept ${number(stolenPercent, 1)} % of the cores' time from this machine meanwhile.`;
  return `The flood, a second: ${of('orders', orders)}; ${of('reads', reads)}.${stolen}`;
}

/** @returns the requests that cancel orders that rest now */
async function cancelsOfRestingOrders({ exchange, bus }: Measuring): Promise<Buffer[]> {
  const pairs = await TradingPairs.open(exchange, 'the cancels', PAIRS * ROUNDS);
  const engine = new EngineOrders(bus);
  const url = `${exchange.gatewayUrl}/v1/orders/cancel`;
  const requests: Buffer[] = [];
  for (const [first] of pairs.next(PAIRS * ROUNDS, 1)) {
    const { user, marketId } = first!.terms;
    for (let nonce = 1; nonce <= CANCELS_OF_PAIR; nonce++) {
      const terms = {
        ...({ user, marketId, side: 'buy', outcome: 'yes', orderType: 'post_only' } as const),
        price: 100 + nonce,
        size: 100,
        nonce,
      };
      const { orderId } = await engine.place(terms, pairs.signatureOf(terms));
      const body = {
        user: toBase58(user),
        market_id: toHex(marketId),
        order_id: orderId,
        signature: toHex(pairs.keys.sign(encodeCancel({ user, marketId, orderId }), user)),
      };
      requests.push(postRequest({ url, body: JSON.stringify(body) }));
    }
  }
  return requests;
}

async function cancel(gatewayUrl: string, requests: readonly Buffer[]): Promise<Cancelling> {
  const lanes = Array.from({ length: CONNECTIONS }, (_, lane) =>
    requests.filter((__, index) => index % CONNECTIONS === lane),
  );
  const open = () => HttpConnection.open(gatewayUrl);
  const { latenciesMs, replies } = await driveOver(open, lanes, CANCELS_PER_SECOND);
  return { latenciesMs, succeeded: replies.flat().filter(({ status }) => status === 200).length };
}
