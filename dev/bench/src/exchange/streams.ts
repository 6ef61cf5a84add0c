/** Many subscribers of one busy book: the delay from the engine's answer to each subscriber's update. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '@bellwether/codec';
import { number, table, verdict } from '../harness/markdown';
import { cpuBetween, cpuOf } from '../harness/processes';
import { voidUnless } from '../harness/scenario';
import type { Result } from '../harness/scenario';
import { median, percentile } from '../harness/statistics';
import { SocketConnection, startsWith, textFrame } from '../load/socket-connection';
import { CYCLE_ORDERS } from '../load/trading-pair';
import { TradingPairs } from './trading-pairs';
import { EngineOrders } from './engine-orders';
import type { Measuring } from './measuring';

/** The number of subscribers of the target. */
const BUSY_BOOK = { subscribers: 1_000, updatesPerSecond: 100 };
const SECONDS = 20;
const QUICK_SECONDS = 4;
/** A warm-up that is not counted: it compiles the code that a thousand subscribers use, as every way has one. */
const WARM_UP_SECONDS = 3;
const ROUNDS = 3;
const TARGET_P99_MS = 50;
/** Connections opened at once: more would wait in the queue of the listening socket. */
const CONNECTED_AT_ONCE = 100;
const ARRIVAL_TIMEOUT_MS = 10_000;
const UPDATE = Buffer.from('{"type":"update"');
const SNAPSHOT = Buffer.from('{"type":"snapshot"');
const SEQ = Buffer.from('"seq":');

export async function measureStreams(on: Measuring): Promise<Result> {
  on.run.say('streams: a thousand subscribers of one book');
  const figures = await followedBook(on, on.run.isQuick ? QUICK_SECONDS : SECONDS, BUSY_BOOK);
  const { subscribers, updatesPerSecond, p50Ms, p99Ms, worstMs, cores } = figures;
  const [target, isMet] = [`p99 < ${TARGET_P99_MS} ms`, p99Ms < TARGET_P99_MS];
  const heads = ['subscribers', 'updates/s', 'p50 ms', 'p99 ms', 'worst ms', 'target', ''];
  const delays = [p50Ms, p99Ms, worstMs].map((ms) => number(ms, 1));
  const row = [number(subscribers), number(updatesPerSecond), ...delays, target, verdict(isMet)];
  const cpu = Object.entries(cores)
    .filter(([, share]) => share >= 0.01)
    .map(([name, share]) => `${name} ${number(share * 100)}`);
  const name = `book updates, ${number(subscribers)} subscribers`;
  return {
    figures,
    tables: [
      'From the answer of an order to its update at each subscriber of the book:',
      table(heads, [row]),
      `Per cent of a core meanwhile: ${cpu.join(', ')}.`,
    ],
    targets: [[name, `p99 ${number(p99Ms, 1)} ms`, target, isMet]],
  };
}

/** Medians of the rounds, and the worst of all. */
export async function followedBook(
  { exchange, bus, placed }: Measuring,
  seconds: number,
  { subscribers: many, updatesPerSecond }: typeof BUSY_BOOK,
) {
  const engine = new EngineOrders(bus);
  const pairs = await TradingPairs.open(exchange, `the streams of ${many}`, 1);
  const warmUp = updatesPerSecond * WARM_UP_SECONDS;
  const count = Math.ceil((updatesPerSecond * seconds + warmUp) / CYCLE_ORDERS) * CYCLE_ORDERS;
  const [orders = []] = pairs.next(1, count);
  const arrivals = new Arrivals(many * count);
  const channel = `book:${toHex(orders[0]!.terms.marketId)}`;
  const subscribers = await subscribed(many, exchange.gatewayUrl, channel, arrivals);
  const parts = { ...exchange.parts(), benchmark: [process.pid] };
  try {
    const answeredMs = new Map<number, number>();
    let cpuBefore = cpuOf(parts);
    let countedFromMs = 0;
    const startedMs = performance.now();
    for (const [index, { terms }] of orders.entries()) {
      await sleep(startedMs + (index * 1_000) / updatesPerSecond - performance.now());
      if (index === warmUp) {
        cpuBefore = cpuOf(parts);
        countedFromMs = performance.now();
      }
      const order = await engine.place(terms, pairs.signatureOf(terms));
      if (index >= warmUp) answeredMs.set(order.seq, performance.now());
      placed.push(order);
    }
    const elapsedMs = performance.now() - countedFromMs;
    const cpu = cpuBetween(cpuBefore, cpuOf(parts));
    await arrivals.whenAll();
    const rounds = arrivals.delays(answeredMs, many);
    const of = (share: number) => rounds.map((delays) => percentile(delays, share));
    return {
      subscribers: many,
      updatesPerSecond: (answeredMs.size * 1_000) / elapsedMs,
      /** Orders: each is an update for every subscriber. */
      updates: answeredMs.size,
      p50Ms: median(of(0.5)),
      p99Ms: median(of(0.99)),
      worstMs: Math.max(...of(1)),
      /** Share of a core, by part of the system. */
      cores: Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / elapsedMs])),
    };
  } finally {
    for (const subscriber of subscribers) subscriber.close();
  }
}

/** The seq of each update at each subscriber, and its time. */
class Arrivals {
  private count = 0;
  private readonly seqs: Float64Array;
  private readonly timesMs: Float64Array;

  constructor(private readonly expected: number) {
    this.seqs = new Float64Array(expected);
    this.timesMs = new Float64Array(expected);
  }

  take(message: Buffer): void {
    const at = message.indexOf(SEQ) + SEQ.length;
    this.seqs[this.count] = Number.parseInt(message.toString('latin1', at, at + 16), 10);
    this.timesMs[this.count++] = performance.now();
  }

  async whenAll(): Promise<void> {
    const endMs = performance.now() + ARRIVAL_TIMEOUT_MS;
    while (this.count < this.expected && performance.now() < endMs) await sleep(10);
    voidUnless(this.count === this.expected, `${this.count} of ${this.expected} updates arrived`);
  }

  /**
   * The orders one after the other in as many rounds. An update may arrive before the answer is read: that counts as no
   * delay.
   */
  delays(answeredMs: ReadonlyMap<number, number>, subscribers: number): Float64Array[] {
    const rounds = Array.from({ length: ROUNDS }, (): number[] => []);
    const places = new Map([...answeredMs.keys()].map((seq, place) => [seq, place]));
    for (const [index, atMs] of this.timesMs.entries()) {
      const seq = this.seqs[index]!;
      const place = places.get(seq);
      if (place === undefined) continue;
      const round = rounds[Math.floor((place * ROUNDS) / places.size)]!;
      round.push(Math.max(0, atMs - answeredMs.get(seq)!));
    }
    const missing = answeredMs.size * subscribers - rounds.flat().length;
    voidUnless(missing === 0, `${missing} updates are of orders that nobody made`);
    return rounds.map((delays) => Float64Array.from(delays));
  }
}

async function subscribed(many: number, url: string, channel: string, arrivals: Arrivals) {
  const subscribe = textFrame(JSON.stringify({ op: 'subscribe', channels: [channel] }));
  const subscriber = async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const connection = await SocketConnection.open(url, (message) => {
      if (startsWith(message, UPDATE)) arrivals.take(message);
      else if (startsWith(message, SNAPSHOT)) begin();
    });
    connection.send(subscribe);
    await begun;
    return connection;
  };
  const subscribers: SocketConnection[] = [];
  while (subscribers.length < many) {
    const length = Math.min(CONNECTED_AT_ONCE, many - subscribers.length);
    subscribers.push(...(await Promise.all(Array.from({ length }, subscriber))));
  }
  return subscribers;
}
