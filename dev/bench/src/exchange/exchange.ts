/** The whole path of an order on a local exchange, and reads of what it has in memory, beside a bare HTTP route. */
import { startNatsServer } from '@bellwether/local-services';
import { join } from 'node:path';
import { roundsLine } from '../harness/markdown';
import type { Parts } from '../harness/processes';
import type { Result, Scenario } from '../harness/scenario';
import { startPeer } from '../peer/peers';
import { measureCancels } from './cancels';
import { openDeepBook } from './deep-book';
import { TradingPairs } from './trading-pairs';
import { measureWays } from './measure-ways';
import { journalTruth, measuringOn } from './measuring';
import type { Measuring } from './measuring';
import { bareRoute, engineOrders, gatewayOrders, signerSubmits, socketOrders } from './order-ways';
import { measurePaces } from './paces';
import { placesAndCancels } from './places-and-cancels';
import { readWays } from './reads';
import { rowsOf, targetsOf } from './rows';
import { measureStreams } from './streams';
import { tablesOf } from './tables';
import { LANES, READS } from './way';
import type { Way } from './way';

const PARTS = {
  orders: (on: Measuring) => ways(on, (way) => !isRead(way)),
  reads: (on: Measuring) => ways(on, isRead),
  ways: (on: Measuring) => ways(on, () => true),
  paces: measurePaces,
  streams: measureStreams,
  /** The flood's orders are not counted one by one, so the journal is compared before it. */
  cancels: measureCancels,
} satisfies Record<string, (on: Measuring) => Promise<Result>>;
type Part = keyof typeof PARTS;

/** A page of a list: markets that trade while orders arrive. */
const LISTED_EVENTS = 100;

export const partsOf =
  (...parts: readonly Part[]): Scenario =>
  async (run) => {
    const on = await measuringOn(run, 'gateway');
    const results: [Part, Result][] = [];
    for (const part of parts.filter((one) => one !== 'cancels'))
      results.push([part, await PARTS[part](on)]);
    const truth = await journalTruth(on);
    if (parts.includes('cancels')) results.push(['cancels', await PARTS.cancels(on)]);
    const of = results.map(([, result]) => result);
    return {
      figures: Object.fromEntries([
        ...results.map(([part, { figures }]) => [part, figures]),
        ['journal', truth.figures],
      ]),
      about: of.flatMap(({ about }) => about ?? []).join(' '),
      tables: [...of, truth].flatMap(({ tables }) => tables ?? []),
      targets: of.flatMap(({ targets }) => targets ?? []),
    };
  };

export const wholeExchange = partsOf('ways', 'paces', 'streams', 'cancels');

async function ways(on: Measuring, chosen: (way: Way) => boolean): Promise<Result> {
  const { run, exchange } = on;
  run.say('opening markets, giving users money');
  const { all, parts } = await openWays(on);
  const { rounds, runs } = await measureWays(
    run,
    { exchange, parts },
    all.filter(chosen),
    on.placed,
  );
  const rows = rowsOf(runs);
  return {
    figures: { rounds, rows, runs },
    about: roundsLine(rounds),
    tables: tablesOf(rows),
    targets: targetsOf(rows),
  };
}

async function openWays({ run, exchange, bus, placed }: Measuring) {
  // The exchange's own server admits only the exchange's identities.
  const nats = await startNatsServer({ dataDir: join(run.folder, 'nats') });
  run.keep(nats, () => nats.stop());
  const [echo, bare, muxed, reads] = [
    await startPeer(run, 'echo', nats.url),
    await startPeer(run, 'bare-route', nats.url),
    await startPeer(run, 'muxed-route', nats.url),
    await startPeer(run, 'bare-reads', nats.url),
  ];
  const own = exchange.parts();
  const parts: Parts = {
    ...own,
    'nats-server': [...own['nats-server']!, nats.pid],
    'bare route': [bare.pid, muxed.pid, reads.pid],
    echo: [echo.pid],
  };
  const deep = await openDeepBook(exchange, bus, placed);
  const lanes = Math.max(...LANES);
  const pairs = (name: string) => TradingPairs.open(exchange, name, lanes);
  const all: Way[] = [
    bareRoute('bare route', bare.url),
    bareRoute('bare route, our mux', muxed.url),
    gatewayOrders(exchange, await pairs('the gateway')),
    signerSubmits(exchange, await TradingPairs.delegated(exchange, lanes)),
    socketOrders(exchange, await pairs('the socket')),
    ...(await placesAndCancels(exchange, lanes)),
    engineOrders(bus, await pairs('the engine')),
  ];
  // Created last, so that the first page of a list shows these.
  const listed = await TradingPairs.open(exchange, 'the list', LISTED_EVENTS, 1);
  const gateway = `${exchange.gatewayUrl}/v1`;
  const urls = {
    list: `${gateway}/markets`,
    book: `${gateway}/markets/${deep.marketId}/book`,
    balance: `${gateway}/balance/${deep.user}`,
  };
  return { parts, all: [...all, ...(await readWays(urls, reads.url, engineOrders(bus, listed)))] };
}

const isRead = ({ name }: Way): boolean => READS.some((read) => name.split(/[ ,]/)[1] === read);
