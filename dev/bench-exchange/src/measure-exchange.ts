import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Bus } from '@bellwether/bus';
import { startNatsServer } from '@bellwether/local-services';
import { ExchangeUnderTest } from './exchange-under-test';
import { measureCancels } from './flood/measure-cancels';
import { measureGrowth } from './growth/measure-growth';
import { checkAgainstJournal } from './journal-check';
import { machine } from './machine';
import { LANES, Measurement } from './measurement';
import type { Effort } from './measurement';
import { measurePaces } from './pace/measure-paces';
import { startPeer } from './peer/start-peer';
import type { PeerRole } from './peer/start-peer';
import { rowsOf } from './rows';
import { measureStreams } from './streams/measure-streams';
import { BareRoute } from './ways/bare-route';
import { openDeepBook } from './ways/deep-book';
import type { DeepBook } from './ways/deep-book';
import { EngineOrders } from './ways/engine-orders';
import { GatewayOrders } from './ways/gateway-orders';
import { OrderFlow } from './ways/order-flow';
import { Read, readWays } from './ways/reads';
import { PlacesAndCancels } from './ways/places-and-cancels';
import { SignerSubmits } from './ways/signer-submits';
import { SocketOrders } from './ways/socket-orders';
import type { Way } from './ways/way';

const FULL: Effort = { rounds: 5, secondsARun: 4, requestsAlone: 2_000 };
/** A page of a list, all of them markets that trade while orders flow. */
const LISTED_EVENTS = 100;
const STREAM_SECONDS = 20;
const QUICK_STREAM_SECONDS = 4;
const PACE_SECONDS = 20;
const QUICK_PACE_SECONDS = 4;
const QUICK: Effort = { rounds: 3, secondsARun: 1, requestsAlone: 320 };

export interface BenchmarkOptions {
  /** Of a running local exchange. */
  readonly dataDir: string;
  readonly isQuick: boolean;
  readonly jsonFile: string;
  /** Null: both. */
  readonly only: 'orders' | 'reads' | null;
}

/** @throws Error when an order was not answered as it had to be, or the journal says otherwise than the answers */
export async function measureExchange({ dataDir, isQuick, jsonFile, only }: BenchmarkOptions) {
  const effort = isQuick ? QUICK : FULL;
  const exchange = new ExchangeUnderTest(dataDir);
  const bus = await exchange.connect('gateway');
  const reader = await exchange.connect('replay');
  // The exchange's own server lets nobody in that is not of the exchange.
  const peerNats = await startNatsServer({ dataDir: join(dataDir, 'run', 'bench-nats') });
  const start = (role: PeerRole) => startPeer(role, peerNats.url, join(dataDir, 'run'));
  const echo = await start('echo');
  const bare = await start('bare-route');
  const muxed = await start('muxed-route');
  const bareReads = await start('bare-reads');
  try {
    progress('opening markets, giving users money');
    const deep = await openDeepBook(exchange, bus);
    const peers = { bare: bare.url, muxed: muxed.url, reads: bareReads.url };
    const all = await openWays(exchange, bus, deep, peers);
    const ways = all.filter((way) => only === null || way instanceof Read === (only === 'reads'));
    const routes = [bare.pid, muxed.pid, bareReads.pid];
    const own = exchange.parts();
    const natsServers = [...(own['nats-server'] ?? []), peerNats.pid];
    const parts = {
      ...own,
      'nats-server': natsServers,
      'bare route': routes,
      echo: [echo.pid],
    };
    const measurement = new Measurement({ exchange, ways, parts, effort, progress });
    const { runs, placed } = await measurement.carryOut();
    const paces = only === null ? await ordersAtPaces(exchange, isQuick) : null;
    const streams = only === null ? await followedBook(exchange, bus, isQuick) : null;
    progress('replaying the journal');
    const journal = await checkAgainstJournal(reader, [
      ...deep.placed,
      ...placed,
      ...(streams?.placed ?? []),
      ...(paces?.placed ?? []),
    ]);
    // Last: what floods is not counted one by one.
    const cancels = only === null ? await cancelsInAFlood(exchange, bus, dataDir) : null;
    const difference = await exchange.insolvency();
    if (difference !== 0) throw new Error(`the exchange is off by ${difference} micro-USDC`);
    const result = {
      machine: machine(),
      effort,
      isQuick,
      rows: rowsOf(runs),
      runs,
      paces: paces?.figures ?? null,
      streams: streams?.figures ?? null,
      cancels,
      journal,
    };
    writeResult(jsonFile, result);
  } finally {
    for (const peer of [bare, muxed, bareReads, echo]) await peer.stop();
    await peerNats.stop();
    await Promise.all([bus.close(), reader.close()]);
  }
}

/** The streams without the rest, which takes a minute: `{machine, streams}`. */
export async function measureStreamsAlone(options: Omit<BenchmarkOptions, 'only'>) {
  const { dataDir, isQuick, jsonFile } = options;
  const exchange = new ExchangeUnderTest(dataDir);
  const bus = await exchange.connect('gateway');
  try {
    const { figures } = await followedBook(exchange, bus, isQuick);
    writeResult(jsonFile, { machine: machine(), streams: figures });
  } finally {
    await bus.close();
  }
}

/**
 * Orders at a pace without the rest: `{machine, paces, journal}`. @param options.seconds of one long run, at the
 * highest share
 */
export async function measurePacesAlone(
  options: Omit<BenchmarkOptions, 'only'> & { readonly seconds: number | null },
) {
  const { dataDir, isQuick, jsonFile, seconds } = options;
  const exchange = new ExchangeUnderTest(dataDir);
  const reader = await exchange.connect('replay');
  try {
    const { figures, placed } = await ordersAtPaces(exchange, isQuick, seconds);
    progress('replaying the journal');
    const journal = await checkAgainstJournal(reader, placed);
    writeResult(jsonFile, { machine: machine(), paces: figures, journal });
  } finally {
    await reader.close();
  }
}

/** What requests cost as the exchange grows: `{machine, growth, journal}`. */
export async function measureGrowthAlone(options: Omit<BenchmarkOptions, 'only'>) {
  const { dataDir, isQuick, jsonFile } = options;
  const exchange = new ExchangeUnderTest(dataDir);
  // It gives users money, too.
  const bus = await exchange.connect('gateway-admin');
  const reader = await exchange.connect('replay');
  try {
    const { figures, placed } = await measureGrowth({ exchange, bus, isQuick, progress });
    progress('replaying the journal');
    const journal = await checkAgainstJournal(reader, placed);
    writeResult(jsonFile, { machine: machine(), growth: figures, journal });
  } finally {
    await Promise.all([bus.close(), reader.close()]);
  }
}

/** Cancels in a flood without the rest: `{machine, cancels}`. */
export async function measureCancelsAlone(options: Pick<BenchmarkOptions, 'dataDir' | 'jsonFile'>) {
  const { dataDir, jsonFile } = options;
  const exchange = new ExchangeUnderTest(dataDir);
  const bus = await exchange.connect('gateway');
  try {
    const cancels = await cancelsInAFlood(exchange, bus, dataDir);
    writeResult(jsonFile, { machine: machine(), cancels });
  } finally {
    await bus.close();
  }
}

async function ordersAtPaces(
  exchange: ExchangeUnderTest,
  isQuick: boolean,
  longSeconds: number | null = null,
) {
  progress('orders at a pace');
  const orders = await GatewayOrders.open(exchange, Math.max(...LANES), 'the pace');
  const seconds = longSeconds ?? (isQuick ? QUICK_PACE_SECONDS : PACE_SECONDS);
  const isLong = longSeconds !== null;
  return measurePaces({ exchange, orders, parts: exchange.parts(), seconds, isLong, progress });
}

function cancelsInAFlood(exchange: ExchangeUnderTest, bus: Bus, dataDir: string) {
  progress('cancels, while orders and reads flood');
  return measureCancels(exchange, bus, dataDir);
}

function followedBook(exchange: ExchangeUnderTest, bus: Bus, isQuick: boolean) {
  progress('streams: a thousand subscribers of one book');
  return measureStreams(exchange, bus, isQuick ? QUICK_STREAM_SECONDS : STREAM_SECONDS);
}

export function writeResult(jsonFile: string, result: object): void {
  mkdirSync(dirname(jsonFile), { recursive: true });
  writeFileSync(jsonFile, `${JSON.stringify(result, null, 2)}\n`);
}

async function openWays(
  exchange: ExchangeUnderTest,
  bus: Bus,
  deep: DeepBook,
  peers: Readonly<Record<'bare' | 'muxed' | 'reads', string>>,
): Promise<Way[]> {
  const lanes = Math.max(...LANES);
  const gateway = `${exchange.gatewayUrl}/v1`;
  const ways: Way[] = [
    new BareRoute('bare route', peers.bare),
    new BareRoute('bare route, our mux', peers.muxed),
    await GatewayOrders.open(exchange, lanes),
    await SignerSubmits.open(exchange, lanes),
    await SocketOrders.open(exchange, lanes),
    ...(await PlacesAndCancels.open(exchange, lanes)),
    await EngineOrders.open(exchange, bus, lanes),
  ];
  // After all others, so that the first page of a list shows these.
  const listed = await EngineOrders.openListed(exchange, bus, LISTED_EVENTS);
  const urls = {
    list: `${gateway}/markets`,
    book: `${gateway}/markets/${deep.marketId}/book`,
    balance: `${gateway}/balance/${deep.user}`,
  };
  return [...ways, ...(await readWays(urls, peers.reads, new OrderFlow(listed)))];
}

const progress = (line: string): void => console.error(`bench-exchange: ${line}`);
