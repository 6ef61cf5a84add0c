/**
 * Cancels in a flood: one user takes orders back, at an even pace through the gateway, while others keep ten
 * times the reads under way that keep it busy, and ask for ten orders for each that is carried out. Each cancel must succeed, and soon.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PAGE_LIMIT } from '@bellwether/api';
import { encodeCancel } from '@bellwether/canonical-message';
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { toBase58, toHex } from '@bellwether/codec';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { HttpConnection, postRequest } from '../http-connection';
import { drive } from '../load';
import { stolenTime } from '../machine';
import type { PlacedOrder } from '../placed-order';
import { median, percentile } from '../statistics';
import type { DeskOrder } from '../trading-desk';
import { readAnswer } from '../ways/engine-orders';
import { SelfSignedDesks } from '../ways/self-signed';
import { startFlood } from './flood-process';
import type { RunningFlood } from './flood-process';
import type { FloodCounts } from './flood-meter';

const SHARD = 0;
/** Below the 200 that one user may have in a market. */
const CANCELS_OF_DESK = 100;
/** Of each round. */
const DESKS = 4;
/** The first without the flood. */
const ROUNDS = 4;
const TARGET_P99_MS = 100;
const CANCELS_PER_SECOND = 40;
/** Each has its turn every 400 ms. */
const CONNECTIONS = 16;
/** Until queues are full and caches warm. */
const FLOODED_BEFORE_MS = 2_000;

/** Medians of the rounds, and the worst of all. */
export interface FloodFigures {
  readonly cancels: number;
  readonly succeeded: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** The same without the flood. */
  readonly quietP99Ms: number;
  /** Per cent of the cores' time that the host kept from this machine in the flood. */
  readonly stolenPercent: number | undefined;
  readonly seconds: number;
  readonly orders: FloodCounts;
  readonly reads: FloodCounts;
  readonly verdict: { readonly target: string; readonly isMet: boolean };
}

interface Cancelling {
  readonly latenciesMs: Float64Array;
  readonly succeeded: number;
}

export async function measureCancels(
  exchange: ExchangeUnderTest,
  bus: Bus,
  dataDir: string,
): Promise<FloodFigures> {
  // The list that floods is a full page also of an exchange that has just begun.
  await exchange.openMarkets('What else is in the list?', DEFAULT_PAGE_LIMIT, 1);
  const desks = await SelfSignedDesks.open(exchange, 'the cancels', DESKS * ROUNDS);
  const requests = await restingOrders(exchange, bus, desks);
  const rounds = Array.from({ length: ROUNDS }, () => requests.splice(0, DESKS * CANCELS_OF_DESK));
  const cancelled = () => cancel(exchange.gatewayUrl, rounds.shift() ?? []);
  const quiet = await cancelled();
  const floods: RunningFlood[] = [];
  const flooded: Cancelling[] = [];
  try {
    for (const kind of ['orders', 'reads'] as const)
      floods.push(await startFlood({ kind, dataDir }));
    await sleep(FLOODED_BEFORE_MS);
    await countsOf(floods); // from now on
    const stolen = stolenTime();
    const startedMs = performance.now();
    while (rounds.length > 0) flooded.push(await cancelled());
    const seconds = (performance.now() - startedMs) / 1_000;
    const stolenPercent = stolen();
    const [orders, reads] = await countsOf(floods);
    const counted = { orders: orders!, reads: reads! };
    return figuresOf({ quiet, flooded, seconds, stolenPercent, ...counted });
  } finally {
    await Promise.all(floods.map((flood) => flood.stop()));
  }
}

const countsOf = (floods: readonly RunningFlood[]) =>
  Promise.all(floods.map((flood) => flood.counts()));

interface Measured extends Pick<FloodFigures, 'seconds' | 'orders' | 'reads' | 'stolenPercent'> {
  readonly quiet: Cancelling;
  readonly flooded: readonly Cancelling[];
}

function figuresOf({ quiet, flooded, ...measured }: Measured): FloodFigures {
  const ofRounds = (share: number) =>
    flooded.map(({ latenciesMs }) => percentile(latenciesMs, share));
  const p99Ms = median(ofRounds(0.99));
  const cancels = flooded.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0);
  const succeeded = flooded.reduce((sum, round) => sum + round.succeeded, 0);
  const isMet = p99Ms < TARGET_P99_MS && succeeded === cancels;
  return {
    cancels,
    succeeded,
    p50Ms: median(ofRounds(0.5)),
    p99Ms,
    worstMs: Math.max(...ofRounds(1)),
    quietP99Ms: percentile(quiet.latenciesMs, 0.99),
    ...measured,
    verdict: { target: `p99 < ${TARGET_P99_MS} ms, all succeed`, isMet },
  };
}

/** @returns the requests that cancel them */
async function restingOrders(
  exchange: ExchangeUnderTest,
  bus: Bus,
  desks: SelfSignedDesks,
): Promise<Buffer[]> {
  const engine = new EngineClient({ bus, shard: SHARD });
  const url = `${exchange.gatewayUrl}/v1/orders/cancel`;
  const requests: Buffer[] = [];
  for (const [first] of desks.next(DESKS * ROUNDS, 1)) {
    for (let nonce = 1; nonce <= CANCELS_OF_DESK; nonce++) {
      const terms = restingTerms(first!, nonce);
      const signature = desks.signatureOf(terms);
      const command = { kind: 'order', ...terms, feeBps: 0, builder: null, signature } as const;
      const placed: PlacedOrder = readAnswer(
        await engine.send('order', command, { requestId: 'benchmark' }),
      );
      const { user, marketId } = terms;
      const { orderId } = placed;
      const body = {
        user: toBase58(user),
        market_id: toHex(marketId),
        order_id: orderId,
        signature: toHex(desks.sign(encodeCancel({ user, marketId, orderId }), user)),
      };
      requests.push(postRequest({ url, body: JSON.stringify(body) }));
    }
  }
  return requests;
}

const restingTerms = ({ terms }: DeskOrder, nonce: number): DeskOrder['terms'] => ({
  ...terms,
  side: 'buy',
  outcome: 'yes',
  orderType: 'post_only',
  price: 100 + nonce,
  size: 100,
  nonce,
});

async function cancel(gatewayUrl: string, requests: readonly Buffer[]): Promise<Cancelling> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => HttpConnection.open(gatewayUrl)),
  );
  const lanes = connections.map(({ exchange }, lane) => ({
    requests: requests.filter((_, index) => index % CONNECTIONS === lane),
    exchange,
  }));
  const { latenciesMs, replies } = await drive(lanes, CANCELS_PER_SECOND);
  for (const connection of connections) connection.close();
  return { latenciesMs, succeeded: replies.flat().filter(({ status }) => status === 200).length };
}
