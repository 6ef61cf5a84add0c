/** Many subscribers of one busy book: how long after the engine's answer each of them has the update. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { cpuBetween, cpuOf } from '../cpu-meter';
import type { CpuMs } from '../cpu-meter';
import type { ExchangeUnderTest } from '../exchange-under-test';
import type { PlacedOrder } from '../placed-order';
import { median, percentile } from '../statistics';
import { CYCLE_ORDERS } from '../trading-desk';
import { readAnswer } from '../ways/engine-orders';
import { SelfSignedDesks } from '../ways/self-signed';
import { Subscriber } from './subscriber';

const SHARD = 0;
/** Not counted: until code that has met a thousand subscribers for the first time is compiled, as every way is warmed up. */
const WARM_UP_SECONDS = 3;
const ROUNDS = 3;
const TARGET_P99_MS = 50;
/** Connections made at once: more would wait in the queue of the listening socket. */
const CONNECTED_AT_ONCE = 100;
const ARRIVAL_PATIENCE_MS = 10_000;

/** Medians of the rounds, and the worst of all. */
export interface StreamFigures {
  readonly subscribers: number;
  readonly updatesPerSecond: number;
  /** Orders, each of them an update for every subscriber. */
  readonly updates: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** Of a core, by part of the system. */
  readonly cores: CpuMs;
  readonly verdict: { readonly target: string; readonly isMet: boolean };
}

/** A thousand subscribers, a hundred updates a second: what the target is for. */
export const BUSY_BOOK = { subscribers: 1_000, updatesPerSecond: 100 };

interface Order {
  readonly seq: number;
  readonly answeredMs: number;
}

/** @throws Error where a subscriber misses an update */
export async function measureStreams(
  exchange: ExchangeUnderTest,
  bus: Bus,
  seconds: number,
  { subscribers: many, updatesPerSecond } = BUSY_BOOK,
): Promise<{ figures: StreamFigures; placed: readonly PlacedOrder[] }> {
  const engine = new EngineClient({ bus, shard: SHARD });
  const desks = await SelfSignedDesks.open(exchange, `the streams of ${many}`, 1);
  const warmUp = updatesPerSecond * WARM_UP_SECONDS;
  const count = Math.ceil((updatesPerSecond * seconds + warmUp) / CYCLE_ORDERS) * CYCLE_ORDERS;
  const [orders = []] = desks.next(1, count);
  const channel = `book:${toHex(orders[0]!.terms.marketId)}`;
  const arrivals = new Float64Array(many * count);
  let arrived = 0;
  const seqs = new Float64Array(many * count);
  const onUpdate = (seq: number, atMs: number): void => {
    seqs[arrived] = seq;
    arrivals[arrived++] = atMs;
  };
  const subscribers = await subscribed(many, exchange.gatewayUrl, channel, onUpdate);
  const parts = { ...exchange.parts(), benchmark: [process.pid] };
  try {
    const placed: PlacedOrder[] = [];
    const answered: Order[] = [];
    let cpuBefore = cpuOf(parts);
    let countedFromMs = 0;
    const startedMs = performance.now();
    for (const [index, { terms }] of orders.entries()) {
      await sleep(startedMs + (index * 1_000) / updatesPerSecond - performance.now());
      if (index === warmUp) {
        cpuBefore = cpuOf(parts);
        countedFromMs = performance.now();
      }
      const signature = desks.signatureOf(terms);
      const command = { kind: 'order', ...terms, feeBps: 0, builder: null, signature } as const;
      const order = readAnswer(await engine.send('order', command, { requestId: 'benchmark' }));
      answered.push({ seq: order.seq, answeredMs: performance.now() });
      placed.push(order);
    }
    const elapsedMs = performance.now() - countedFromMs;
    const cpu = cpuBetween(cpuBefore, cpuOf(parts));
    await whenAllArrived(() => arrived, arrivals.length);
    const rounds = delaysOfRounds(answered.slice(warmUp), seqs, arrivals, many);
    const ofRounds = (share: number) => rounds.map((delays) => percentile(delays, share));
    const p99Ms = median(ofRounds(0.99));
    const figures = {
      subscribers: many,
      updatesPerSecond: ((count - warmUp) * 1_000) / elapsedMs,
      updates: count - warmUp,
      p50Ms: median(ofRounds(0.5)),
      p99Ms,
      worstMs: Math.max(...ofRounds(1)),
      cores: Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / elapsedMs])),
      verdict: { target: `p99 < ${TARGET_P99_MS} ms`, isMet: p99Ms < TARGET_P99_MS },
    };
    return { figures, placed };
  } finally {
    for (const subscriber of subscribers) subscriber.close();
  }
}

async function subscribed(
  many: number,
  gatewayUrl: string,
  channel: string,
  onUpdate: (seq: number, atMs: number) => void,
): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = [];
  while (subscribers.length < many) {
    const some = Array.from(
      { length: Math.min(CONNECTED_AT_ONCE, many - subscribers.length) },
      () => new Subscriber(gatewayUrl, channel, onUpdate),
    );
    await Promise.all(some.map((one) => one.whenBegun()));
    subscribers.push(...some);
  }
  return subscribers;
}

async function whenAllArrived(arrived: () => number, expected: number): Promise<void> {
  const startedMs = performance.now();
  while (arrived() < expected) {
    if (performance.now() - startedMs > ARRIVAL_PATIENCE_MS) {
      throw new Error(`${arrived()} of ${expected} updates arrived`);
    }
    await sleep(10);
  }
}

/** The orders one after the other in as many rounds. An update may be there before the answer is read: that is no delay. */
function delaysOfRounds(
  answered: readonly Order[],
  seqs: Float64Array,
  arrivals: Float64Array,
  subscribers: number,
): Float64Array[] {
  const rounds = Array.from({ length: ROUNDS }, (): number[] => []);
  const orders = new Map(
    answered.map((order, index) => [
      order.seq,
      { ...order, round: rounds[Math.floor((index * ROUNDS) / answered.length)]! },
    ]),
  );
  for (const [index, atMs] of arrivals.entries()) {
    const order = orders.get(seqs[index] ?? 0);
    order?.round.push(Math.max(0, atMs - order.answeredMs));
  }
  const missing = answered.length * subscribers - rounds.flat().length;
  if (missing !== 0) throw new Error(`${missing} updates are of orders that nobody made`);
  return rounds.map((delays) => Float64Array.from(delays));
}
