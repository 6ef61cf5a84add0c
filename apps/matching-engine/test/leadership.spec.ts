/**
 * Leadership while servers and connections fail one by one (docs/protocol/leadership.md). An engine whose journal has
 * lost its quorum sends no answer that could be wrong. An engine that cannot prove that it leads is replaced.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForLeader, connectBus, subjectsOf } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { freePort, startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { jetstreamManager } from '@nats-io/jetstream';
import { SURE_AFTER_PROOF_MS } from '../src/limits';
import { startEngine } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { signedOrder } from './incoming';
import { witness } from './journal-witness';
import { NamedLink } from './named-link';
import { NatsUnderTest, silent } from './nats-under-test';
import { TradingFloor } from './trading-floor';

const SERVERS = 3;
const requestId = 'leadership';

const codeOf = (error: unknown): string => {
  if (error instanceof CodedError) return error.code;
  throw error;
};

/** An unsigned order, which every engine refuses. */
const unsigned = (floor: TradingFloor, nonce: number) => ({
  ...signedOrder(floor.users[0]!, { marketId: floor.marketId, nonce }),
  signature: new Uint8Array(64),
});

describe('an engine whose journal lost its quorum', () => {
  let folder: string;
  let servers: NatsServer[];
  let bus: Bus;
  let engine: EngineUnderTest;
  let floor: TradingFloor;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-quorum-'));
    const ports: number[] = [];
    for (let at = 0; at < SERVERS; at++) ports.push(await freePort());
    servers = await Promise.all(
      ports.map((port, at) =>
        startNatsServer({
          dataDir: join(folder, `nats-${at}`),
          cluster: { serverName: `nats-${at}`, port, ports },
        }),
      ),
    );
    bus = await connectBus({ servers: servers[0]!.url, name: 'test', log: silent });
    const natsServers = [servers[0]!.url];
    engine = await startEngine(natsServers[0]!, { shard: 0, natsServers, streamReplicas: SERVERS });
    await engine.serving;
    floor = await TradingFloor.open(bus, { shard: 0, users: 1 });
    await ledBy('nats-0');
  });
  afterAll(async () => {
    for (const server of servers) server.kill('SIGCONT');
    await engine.stop();
    await bus.close();
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  /** Makes that server, to which the engine and the test are connected, the leader of the journal's stream. */
  async function ledBy(server: string): Promise<void> {
    const stream = subjectsOf(0).journalStream;
    const { streams } = await jetstreamManager(bus.connection, { timeout: 10_000 });
    const stepDown = new TextEncoder().encode(JSON.stringify({ placement: { preferred: server } }));
    for (;;) {
      const leader = await streams.info(stream).then(({ cluster }) => cluster?.leader);
      if (leader === server) return;
      await bus
        .request(`$JS.API.STREAM.LEADER.STEPDOWN.${stream}`, stepDown, 5_000)
        .catch(() => undefined);
      await sleep(200);
    }
  }

  it('answers no question and refuses no order, and does both when the quorum is back', async () => {
    await floor.client.query('status', {}, { requestId });
    const [, second, third] = servers;
    second!.kill('SIGSTOP');
    third!.kill('SIGSTOP');
    // Until the last proof has expired, the engine may answer.
    await sleep(SURE_AFTER_PROOF_MS + 200);
    const options = { requestId, timeoutMs: 2_000 };
    const meanwhile = await Promise.all([
      floor.client.query('status', {}, options).then(() => 'answered', codeOf),
      floor.client.send('order', unsigned(floor, 1), options).then(() => 'answered', codeOf),
      askForLeader(bus, 0, 1_000),
    ]);
    second!.kill('SIGCONT');
    third!.kill('SIGCONT');
    expect(meanwhile).toEqual(['ENGINE_UNAVAILABLE', 'OUTCOME_UNKNOWN', 'silence']);
    for (;;) {
      const options = { requestId, timeoutMs: 1_000 };
      const code = await floor.client.send('order', unsigned(floor, 1), options).catch(codeOf);
      if (code === 'SIGNATURE_INVALID') break;
      expect(['OUTCOME_UNKNOWN', 'ENGINE_UNAVAILABLE']).toContain(code);
    }
    const { seq } = await floor.client.query('status', {}, { requestId });
    expect(seq).toBeGreaterThan(0);
  });
});

describe('two engines of one server', () => {
  let nats: NatsUnderTest;
  let bus: Bus;
  let link: NamedLink;
  let leader: EngineUnderTest;
  let standby: EngineUnderTest;
  let floor: TradingFloor;
  let shard = 10;

  beforeAll(async () => {
    nats = await NatsUnderTest.start();
  });
  afterAll(() => nats.stop());
  beforeEach(async () => {
    shard++;
    bus = await nats.bus();
    link = await NamedLink.open(Number(new URL(nats.url).port));
    leader = await startEngine(link.url, { shard });
    await leader.serving;
    standby = await startEngine(nats.url, { shard });
    floor = await TradingFloor.open(bus, { shard, users: 1 });
  });
  afterEach(async () => {
    link.silence(undefined);
    await standby.stop();
    await leader.stop();
    link.close();
  });

  const order = (nonce: number) =>
    signedOrder(floor.users[0]!, { marketId: floor.marketId, nonce, size: 2 });

  it.each(['matching-engine-journal', 'matching-engine'])(
    'change places where the connection %s of the one that leads is dead',
    async (connection) => {
      await floor.sendUntilAnswered('order', order(1));
      link.silence(connection);
      // The leader's connection stays dead.
      await floor.sendUntilAnswered('order', order(2));
      await standby.serving;
      const answer = await askForLeader(bus, shard, 1_000);
      expect(answer).toMatchObject({ epoch: 2 });
    },
  );

  it('stay as they are while nobody asks, and write nothing', async () => {
    const before = (await witness(bus, shard)).records.length;
    await sleep(3 * SURE_AFTER_PROOF_MS);
    expect((await witness(bus, shard)).records).toHaveLength(before);
    expect(await askForLeader(bus, shard, 1_000)).toMatchObject({ epoch: 1 });
  });

  it('write a record of their own for whoever asks, and no more than one a second', async () => {
    const before = (await witness(bus, shard)).records.length;
    const fromMs = performance.now();
    const written = async () => (await witness(bus, shard)).records.slice(before);
    let asked = 0;
    // Between two questions of a busy machine a second may pass in which nobody asks.
    while (performance.now() - fromMs < 2 * SURE_AFTER_PROOF_MS || (await written()).length === 0) {
      await floor.client.query('status', {}, { requestId });
      asked++;
      await sleep(20);
    }
    const seconds = (performance.now() - fromMs) / SURE_AFTER_PROOF_MS;
    const records = await written();
    expect(asked).toBeGreaterThan(2);
    expect(records.length).toBeLessThanOrEqual(seconds + 1);
    expect(
      new Set(records.flatMap(({ commands }) => commands.map((one) => one.command.kind))),
    ).toEqual(new Set(['tick']));
  });
});
