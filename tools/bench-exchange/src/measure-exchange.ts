import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import { ExchangeUnderTest } from './exchange-under-test';
import { checkAgainstJournal } from './journal-check';
import { machine } from './machine';
import { LANES, Measurement } from './measurement';
import type { Effort } from './measurement';
import { quiet, startPeer } from './peer/start-peer';
import type { PeerRole } from './peer/start-peer';
import { rowsOf } from './rows';
import { BareRoute } from './ways/bare-route';
import { EngineOrders } from './ways/engine-orders';
import { GatewayOrders } from './ways/gateway-orders';
import { SignerSubmits } from './ways/signer-submits';

const FULL: Effort = { rounds: 3, secondsARun: 4, requestsAlone: 2_000 };
const QUICK: Effort = { rounds: 3, secondsARun: 1, requestsAlone: 320 };

export interface BenchmarkOptions {
  /** Of a running local exchange. */
  readonly dataDir: string;
  readonly isQuick: boolean;
  readonly jsonFile: string;
}

/** @throws Error when an order was not answered as it had to be, or the journal says otherwise than the answers */
export async function measureExchange({ dataDir, isQuick, jsonFile }: BenchmarkOptions) {
  const effort = isQuick ? QUICK : FULL;
  const exchange = new ExchangeUnderTest(dataDir);
  const { url, token } = exchange.nats;
  const bus = await connectBus({ servers: url, token, name: 'benchmark', log: quiet });
  const start = (role: PeerRole) => startPeer(role, exchange.nats, join(dataDir, 'run'));
  const echo = await start('echo');
  const bare = await start('bare-route');
  const muxed = await start('muxed-route');
  try {
    progress('opening markets, giving users money');
    const lanes = Math.max(...LANES);
    const ways = [
      new BareRoute('bare route', bare.url),
      new BareRoute('bare route, our mux', muxed.url),
      await GatewayOrders.open(exchange, lanes),
      await SignerSubmits.open(exchange, lanes),
      await EngineOrders.open(exchange, bus, lanes),
    ];
    const routes = [bare.pid, muxed.pid];
    const parts = { ...exchange.parts(), 'bare route': routes, echo: [echo.pid] };
    const measurement = new Measurement({ exchange, ways, parts, effort, progress });
    const { runs, placed } = await measurement.carryOut();
    progress('replaying the journal');
    const journal = await checkAgainstJournal(bus, placed);
    const difference = await exchange.insolvency();
    if (difference !== 0) throw new Error(`the exchange is off by ${difference} micro-USDC`);
    const result = { machine: machine(), effort, isQuick, rows: rowsOf(runs), runs, journal };
    mkdirSync(dirname(jsonFile), { recursive: true });
    writeFileSync(jsonFile, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    for (const peer of [bare, muxed, echo]) await peer.stop();
    await bus.close();
  }
}

const progress = (line: string): void => console.error(`bench-exchange: ${line}`);
