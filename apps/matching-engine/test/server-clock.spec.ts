/**
 * The journal server's clock goes wrong while users trade. The clock of nats-server itself cannot be shifted, because
 * it reads the kernel's, past every library. So these tests shift the server time that the engine reads; everything
 * else is real. No process can know whose clock is right: the leader ends without another answer, and a standby whose
 * own clock agrees with the server takes over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RequestError, askForLeader, askServerClock } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { makeEngineFolder, startEngineProcess } from './engine-process';
import type { EngineFolder } from './engine-process';
import { startEngine } from './engine-under-test';
import { signedOrder } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';
import { TradingFloor } from './trading-floor';

const server = { aheadMs: 0 };
const askClock: typeof askServerClock = async (...asked) => {
  const reading = await askServerClock(...asked);
  return { ...reading, publishedMs: reading.publishedMs + server.aheadMs };
};

const HOUR_MS = 3_600_000;
/** Each sign and each size once; exchange-clock.spec.ts tries all. */
const SHIFTS_MS = [HOUR_MS, -5_000];
const ASK_MS = 1_000;
const NOTICED_MS = 1_500;

let nats: NatsUnderTest;
let engines: EngineFolder;
let bus: Bus;
let shard = 0;

beforeAll(async () => {
  engines = await makeEngineFolder();
  nats = await NatsUnderTest.start();
});
afterAll(async () => {
  await nats.stop();
  await engines.remove();
});
beforeEach(async () => {
  shard++;
  server.aheadMs = 0;
  bus = await nats.bus();
});

describe("the journal server's clock", () => {
  it.each(SHIFTS_MS)('jumps by %i ms: the engine ends, and begins when they agree', async (ms) => {
    const engine = await startEngine(nats.url, { shard }, { askClock });
    await engine.serving;
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    server.aheadMs = ms;
    expect(await engine.failed).toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    const { records } = await witness(bus, shard);
    const order = signedOrder(floor.users[0]!, { marketId: floor.marketId, nonce: 1, size: 10 });
    // No engine answers it: the request times out, or no engine listens. A refusal would have no cause.
    const unanswered = floor.send('order', order, 300);
    await expect(unanswered).rejects.toMatchObject({ cause: expect.any(RequestError) });
    await engine.stop();
    // Restarted by its supervisor, it waits.
    const again = await startEngine(nats.url, { shard }, { askClock });
    await sleep(NOTICED_MS);
    expect(await askForLeader(bus, shard, ASK_MS)).toBe('nobody');
    expect((await fetch(`http://127.0.0.1:${again.healthPort}/readyz`)).ok).toBe(false);
    expect((await witness(bus, shard)).records.length).toBe(records.length);
    server.aheadMs = 0;
    await again.serving;
    expect((await floor.sendUntilAnswered('order', order)).reply.body.kind).toBe('order');
    await again.stop();
  });

  it('is told differently to a leader and its standby: the one with whom it agrees leads on', async () => {
    const leader = await startEngine(nats.url, { shard }, { askClock });
    await leader.serving;
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    const standby = await startEngineProcess(engines, nats.url, shard, {
      isReady: (line) => line.includes('"msg":"standing by"'),
    });
    server.aheadMs = HOUR_MS;
    await leader.failed;
    const stopping = leader.stop();
    const order = signedOrder(floor.users[0]!, { marketId: floor.marketId, nonce: 1, size: 10 });
    expect((await floor.sendUntilAnswered('order', order)).reply.body.kind).toBe('order');
    await Promise.all([stopping, standby.stop()]);
  });
});
