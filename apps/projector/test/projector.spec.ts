/** The projector on a real nats-server and a real PostgreSQL: history, readiness, lag, stopping. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SequencedEvent } from '@bellwether/exchange';
import { Projection } from '@bellwether/persistence';
import { expectHistoryOf } from './history-check';
import {
  eventually,
  linkDelegatedUsers,
  startProjectorHere,
  whenHistoryHas,
} from './projector-under-test';
import type { Place, ProjectorUnderTest } from './projector-under-test';
import { ServicesUnderTest } from './services-under-test';
import { TradingExchange } from './trading-exchange';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

let services: ServicesUnderTest;
let shards = 0;
let projectors: ProjectorUnderTest[] = [];

beforeAll(async () => {
  services = await ServicesUnderTest.start();
});
afterAll(() => services.stop());

afterEach(async () => {
  await Promise.all(projectors.map((projector) => projector.stop()));
  projectors = [];
});

async function startProjector(where: Place): Promise<ProjectorUnderTest> {
  const projector = await startProjectorHere(where);
  projectors.push(projector);
  return projector;
}

/** A shard and a database of the test's own. */
async function place() {
  const shard = shards++;
  const databaseUrl = await services.databaseUrl(`projector_${shard}`);
  return { shard, databaseUrl, natsUrl: services.natsUrl };
}

const untilReady = (projector: ProjectorUnderTest) =>
  eventually('ready', async () => (await projector.readiness()).status === 200);

/** The names of the checks that do not hold, once it is not ready. */
async function whatFails(projector: ProjectorUnderTest): Promise<string[]> {
  await eventually('not ready', async () => (await projector.readiness()).status === 503);
  const { checks } = await projector.readiness();
  return Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]));
}

async function gauge(projector: ProjectorUnderTest, name: string): Promise<number> {
  const line = (await projector.metrics()).split('\n').find((text) => text.startsWith(`${name}{`));
  return Number(line?.split(' ').at(-1));
}

describe('history', () => {
  it(`says what the exchange did (seed ${SEED})`, async () => {
    const where = await place();
    const database = services.database(where.databaseUrl);
    const publisher = await services.publisher(where.shard);
    const trading = new TradingExchange(SEED);
    publisher.publish(trading.events);
    const projector = await startProjector(where);
    await linkDelegatedUsers(database);
    for (let round = 0; round < 5; round++) publisher.publish(trading.trade(150));
    const before = trading.events.length;
    trading.resolve(0, 'yes');
    trading.resolve(1, 'void');
    publisher.publish(trading.events.slice(before));
    await whenHistoryHas(trading.events.at(-1)!, { database, ...where });
    await expectHistoryOf(trading, database);
    expect(await projector.readiness()).toMatchObject({ status: 200 });
  });
});

describe('readiness', () => {
  it('comes with the event stream, and waits until history is level with it', async () => {
    const where = await place();
    const projector = await startProjector(where);
    expect(await whatFails(projector)).toContain('lag');
    const publisher = await services.publisher(where.shard);
    await untilReady(projector);
    const trading = new TradingExchange(SEED);
    publisher.publish(trading.events);
    await whenHistoryHas(trading.events.at(-1)!, {
      database: services.database(where.databaseUrl),
      ...where,
    });
    await untilReady(projector);
    expect(await gauge(projector, 'bellwether_projector_lag_messages')).toBe(0);
    expect(await gauge(projector, 'bellwether_projector_lag_seconds')).toBe(0);
    expect(await gauge(projector, 'bellwether_projector_seq')).toBe(trading.exchange.lastSeq);
  });

  it('goes with PostgreSQL and with nats-server, and comes back with them', async () => {
    const where = await place();
    const database = services.database(where.databaseUrl);
    const publisher = await services.publisher(where.shard);
    const trading = new TradingExchange(SEED);
    publisher.publish(trading.events);
    const projector = await startProjector(where);
    await untilReady(projector);

    await services.killPostgres();
    expect(await whatFails(projector)).toContain('database');
    publisher.publish(trading.trade(50));
    await eventually('events wait', async () => {
      const { checks } = await projector.readiness();
      return checks['events']?.ok === false;
    });
    await services.restartPostgres();
    await untilReady(projector);

    await services.killNats();
    expect(await whatFails(projector)).toContain('bus');
    await services.restartNats();
    publisher.publish(trading.trade(50));
    await whenHistoryHas(trading.events.at(-1)!, { database, ...where });
    await untilReady(projector);
  });

  it('is refused to a history that knows more than the stream holds', async () => {
    const where = await place();
    const publisher = await services.publisher(where.shard);
    const trading = new TradingExchange(SEED);
    const [last] = trading.events.splice(-1);
    publisher.publish(trading.events);
    await publisher.whenIdle();
    const cursor = trading.events.at(-1)!;
    const batch = { previousSeq: 0, previousIndex: 0, events: [...trading.events, last!] };
    const projection = new Projection(services.database(where.databaseUrl), where.shard);
    await projection.apply([{ streamSequence: 2, batch }]);

    const projector = await startProjector(where);
    await eventually('said', async () =>
      projector.log.some(({ err }) => String(Object(err).message).includes('the stream ends at')),
    );
    expect(await whatFails(projector)).toEqual(['events']);
    // It stays so, and the history that is there is left alone.
    expect((await projection.cursor()).seq).toBeGreaterThanOrEqual(cursor.seq);
  });
});

describe('a broken belief', () => {
  it('ends the process: trades of orders that were never placed are for a person to look at', async () => {
    const where = await place();
    const publisher = await services.publisher(where.shard);
    const trading = new TradingExchange(SEED);
    const isTrade = ({ event }: SequencedEvent) => event.kind === 'trade';
    publisher.publish(trading.trade(200).filter(isTrade));
    const projector = await startProjector(where);
    expect(await projector.failed).toMatchObject({ name: 'InvariantViolation' });
  });
});

describe('links of users', () => {
  it('reach the trades of quiet markets too', async () => {
    const where = await place();
    const database = services.database(where.databaseUrl);
    const publisher = await services.publisher(where.shard);
    const trading = new TradingExchange(SEED);
    trading.trade(600);
    publisher.publish(trading.events);
    const projector = await startProjector(where);
    await whenHistoryHas(trading.events.at(-1)!, { database, ...where });
    await linkDelegatedUsers(database);
    const projection = new Projection(database, where.shard);
    await eventually('taken in', async () => (await projection.takeInLinks()) === 0);
    await expectHistoryOf(trading, database);
    expect(await projector.readiness()).toMatchObject({ status: 200 });
  });
});

describe('stopping', () => {
  it('works while nothing is there to work with', async () => {
    const shard = shards++;
    const nowhere = {
      shard,
      natsUrl: 'nats://127.0.0.1:1',
      databaseUrl: 'postgresql://u@127.0.0.1:1/x',
    };
    const projector = await startProjector(nowhere);
    expect(await whatFails(projector)).toEqual(['database', 'bus', 'events', 'lag']);
    await projector.stop();
  });
});
