/** An exchange on a journal that was written before, and one user who trades a market of it through the gateway. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { KeyPair, PublicClient, Trader } from '@bellwether/client';
import { parsePublicKey, toHex } from '@bellwether/codec';
import { SnapshotFolder } from '@bellwether/journal-files';
import {
  createDatabase,
  freePort,
  startNatsServer,
  startPostgres,
} from '@bellwether/local-services';
import { peakMib } from '../harness/processes';
import { quiet } from '../harness/quiet';
import type { Run } from '../harness/scenario';
import { migrate } from '../history/projector-build';
import { createEvent, testCredit } from '../load/commands';
import { JournalWriter } from './journal-writer';
import { mainOf, startApp } from './start-app';

const PACE_MS = 20;
/** A slower read is a failure. A slow one is a figure. */
export const READ_TIMEOUT_MS = 120_000;
const RICH_MICRO_USDC = 1_000_000_000;

export interface OneTrader {
  readonly bus: Bus;
  readonly reads: PublicClient;
  /** Sends one order after the other. @returns how long each took, in milliseconds */
  readonly traded: (isOver: () => boolean) => Promise<number[]>;
  /** Of each app, in MiB. */
  readonly peaks: () => object;
}

/**
 * @param write what the journal has beside the trader and its market
 * @returns when history has all of it, with what `write` returned
 */
export async function oneTrader<Written>(
  run: Run,
  write: (writer: JournalWriter) => Promise<Written>,
): Promise<OneTrader & { readonly written: Written }> {
  const nats = await startNatsServer({ dataDir: join(run.folder, 'nats') });
  run.keep(nats, () => nats.stop());
  const postgres = await startPostgres({ dataDir: join(run.folder, 'postgres') });
  run.keep(postgres, () => postgres.stop());
  const bus = await connectBus({ servers: nats.url, name: 'bench', log: quiet });
  run.keep(bus, () => bus.close());
  const env = {
    NATS_URL: nats.url,
    DATABASE_URL: await createDatabase(postgres.url, 'history'),
    SNAPSHOT_DIR: join(run.folder, 'snapshots'),
    MONEY_LIMITS: 'off',
    RATE_LIMITS: 'off',
    PORT: String(await freePort()),
  };
  await migrate(mainOf('projector'), run.folder, env);
  const projector = await startApp(run, 'projector', env);
  const key = KeyPair.random();
  const writer = new JournalWriter(bus, quiet);
  await writer.begin();
  const market = await eventOf(writer, 'quiet');
  const credit = testCredit(parsePublicKey(key.publicKey)!, RICH_MICRO_USDC, 'rich');
  await writer.write([{ lane: 'admin', command: credit }]);
  const written = await write(writer);
  await writer.snapshot(new SnapshotFolder({ path: env.SNAPSHOT_DIR }));
  await writer.end();
  const engine = await startApp(run, 'matching-engine', env);
  const gateway = await startApp(run, 'gateway', env);
  const url = `http://127.0.0.1:${env.PORT}`;
  const reads = new PublicClient({ url });
  run.say('history follows');
  await historyIsThere(reads);
  const trader = new Trader({ gatewayUrl: url, key, network: 'test' });
  return {
    bus,
    reads,
    written,
    traded: (isOver) => traded(trader, market, isOver),
    peaks: () => ({
      engine: peakMib(engine.pid),
      projector: peakMib(projector.pid),
      gateway: peakMib(gateway.pid),
    }),
  };
}

/** @returns its one market */
export async function eventOf(writer: JournalWriter, id: string): Promise<Uint8Array> {
  await writer.write([{ lane: 'admin', command: createEvent(id, ['Yes'], 0) }]);
  return writer.exchange.events().find(({ eventId }) => eventId === id)!.markets[0]!.marketId;
}

export async function historyIsThere(reads: PublicClient): Promise<void> {
  while ((await reads.status({ deadlineMs: READ_TIMEOUT_MS })).history.lag !== 0) await sleep(250);
}

async function traded(
  trader: Trader,
  marketId: Uint8Array,
  isOver: () => boolean,
): Promise<number[]> {
  const order = {
    ...({ side: 'buy', outcome: 'yes', order_type: 'ioc' } as const),
    market_id: toHex(marketId),
    price: 1_000,
    size: 1,
  };
  const took: number[] = [];
  while (!isOver()) {
    const startedMs = performance.now();
    await trader.placeOrder(order);
    took.push(performance.now() - startedMs);
    await sleep(PACE_MS);
  }
  return took;
}
