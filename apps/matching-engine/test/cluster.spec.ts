/** A journal on three servers. Each is killed in turn while users trade, and no answered command is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { Answer } from '@bellwether/exchange';
import { freePort, startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { startEngine } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { expectJournaled } from './expect-journaled';
import { signedOrder } from './incoming';
import { silent } from './nats-under-test';
import { TradingFloor } from './trading-floor';

const SERVERS = 3;
const USERS = 3;
const BETWEEN_ORDERS_MS = 10;

let folder: string;
let ports: number[];
let servers: NatsServer[];
let bus: Bus;
let engine: EngineUnderTest;

const start = (at: number, port = 0): Promise<NatsServer> =>
  startNatsServer({
    dataDir: join(folder, `nats-${at}`),
    port,
    cluster: { serverName: `nats-${at}`, port: ports[at]!, ports },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-cluster-'));
  ports = [];
  for (let at = 0; at < SERVERS; at++) ports.push(await freePort());
  servers = await Promise.all(ports.map((_, at) => start(at)));
  const natsServers = servers.map(({ url }) => url);
  bus = await connectBus({ servers: natsServers, name: 'test', log: silent });
  engine = await startEngine(natsServers[0]!, { shard: 0, natsServers, streamReplicas: SERVERS });
  await engine.serving;
});
afterAll(async () => {
  await engine.stop();
  await bus.close();
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

describe('three servers', () => {
  it('each dies once under load: every answer is in the journal, once', async () => {
    const floor = await TradingFloor.open(bus, { shard: 0, users: USERS });
    const orderOf = (number: number, nonce: number) =>
      signedOrder(floor.users[number]!, {
        marketId: floor.marketId,
        nonce,
        outcome: number % 2 === 0 ? 'yes' : 'no',
        size: 2 + (nonce % 7),
      });
    const answers = new Map<string, Answer>();
    let isOver = false;
    const trading = Promise.all(
      floor.users.map(async (_user, number) => {
        for (let nonce = 1; !isOver; nonce++) {
          const answer = await floor.sendUntilAnswered('order', orderOf(number, nonce));
          answers.set(`${number}/${nonce}`, answer);
          await sleep(BETWEEN_ORDERS_MS);
        }
      }),
    );
    const whenAnswered = async (count: number): Promise<void> => {
      while (answers.size < count) await sleep(20);
    };
    for (let at = 0; at < SERVERS; at++) {
      await whenAnswered(answers.size + 20);
      const { port } = servers[at]!;
      servers[at]!.kill('SIGKILL');
      await servers[at]!.exited;
      // Two of three are a quorum.
      await whenAnswered(answers.size + 20);
      servers[at] = await start(at, port);
      await whenAnswered(answers.size + 20);
    }
    isOver = true;
    await trading;
    await expectJournaled({ bus, shard: 0, answers, orderOf });
    expect(answers.size).toBeGreaterThan(0);
  });
});
