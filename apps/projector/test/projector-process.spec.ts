/**
 * The projector as a process, killed again and again while events flow, as are nats-server and PostgreSQL. At the end
 * history says exactly what the exchange did.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagedProcess } from '@bellwether/local-services';
import { Random } from '@bellwether/seeded-random';
import { expectHistoryOf } from './history-check';
import { builtProjector, linkDelegatedUsers, whenHistoryHas } from './projector-under-test';
import type { BuiltProjector } from './projector-under-test';
import { ServicesUnderTest } from './services-under-test';
import { TradingExchange } from './trading-exchange';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
/** Faults of each kind; each with a stretch of trading around it. */
const FAULTS = Number(process.env['TEST_FAULTS'] ?? 2);
const COMMANDS_A_FAULT = 150;

let services: ServicesUnderTest;
let built: BuiltProjector;

beforeAll(async () => {
  [services, built] = await Promise.all([ServicesUnderTest.start(), builtProjector()]);
});
afterAll(async () => {
  await Promise.all([services.stop(), built.remove()]);
});

describe('history', () => {
  it(`is whole after the projector, nats-server and PostgreSQL were killed ${FAULTS} times each (seed ${SEED})`, async () => {
    const shard = 0;
    const databaseUrl = await services.databaseUrl('killed');
    const place = { shard, databaseUrl, natsUrl: services.natsUrl };
    const database = services.database(databaseUrl);
    const publisher = await services.publisher(shard);
    const trading = new TradingExchange(SEED);
    const random = new Random(SEED + 1);
    publisher.publish(trading.events);
    await linkDelegatedUsers(database);
    let projector: ManagedProcess = await built.start(place);

    const faults = {
      async projector() {
        projector.kill('SIGKILL');
        await projector.exited;
        projector = await built.start(place);
      },
      async nats() {
        await services.killNats();
        await services.restartNats();
      },
      async postgres() {
        await services.killPostgres();
        await services.restartPostgres();
      },
    };
    const plan = Array.from({ length: FAULTS }, () => Object.values(faults)).flat();
    for (const fault of plan.toSorted(() => random.unit() - 0.5)) {
      const fresh = trading.trade(COMMANDS_A_FAULT);
      // In small portions, so that the fault falls between and into transactions.
      const trickle = (async () => {
        for (let at = 0; at < fresh.length; at += 4) {
          publisher.publish(fresh.slice(at, at + 4));
          await sleep(8);
        }
      })();
      await sleep(random.unit() * 400);
      await fault();
      await trickle;
    }
    const before = trading.events.length;
    trading.resolve(2, 'no');
    publisher.publish(trading.events.slice(before));
    await publisher.whenIdle();
    await whenHistoryHas(trading.events.at(-1)!, { database, shard });
    await expectHistoryOf(trading, database);

    await projector.stop();
    expect(await projector.exited).toEqual({ code: 0, signal: null });
  });
});
