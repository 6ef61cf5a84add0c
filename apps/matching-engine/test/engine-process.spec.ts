/**
 * Kills the engine under load; takeover.spec.ts kills its nats-server. Each client repeats each order until it is
 * answered. Then the test replays the journal, which must agree with every answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { ManagedProcess } from '@bellwether/local-services';
import type { Answer } from '@bellwether/exchange';
import { DueOrders, expectFiredInTime } from './due-orders';
import { makeEngineFolder, startEngineProcess } from './engine-process';
import type { EngineFolder } from './engine-process';
import { expectJournaled } from './expect-journaled';
import { signedOrder } from './incoming';
import { NatsUnderTest, silent } from './nats-under-test';
import { TradingFloor } from './trading-floor';

const KILLS = Number(process.env['BELLWETHER_KILLS'] ?? 2);
const USERS = 16;

let nats: NatsUnderTest;
let bus: Bus;
let records: EngineFolder;
let engine: ManagedProcess;
let floor: TradingFloor;
let shard = 0;

beforeAll(async () => {
  records = await makeEngineFolder();
  nats = await NatsUnderTest.start();
});
afterAll(async () => {
  await nats.stop();
  await records.remove();
});
beforeEach(async () => {
  shard++;
  bus = await nats.bus();
  engine = await startEngineProcess(records, nats.url, shard);
  floor = await TradingFloor.open(bus, { shard, users: USERS });
});
afterEach(() => engine.stop());

/** Even users buy YES and odd users buy NO, so that orders match. */
const orderOf = (number: number, nonce: number) =>
  signedOrder(floor.users[number]!, {
    marketId: floor.marketId,
    nonce,
    outcome: number % 2 === 0 ? 'yes' : 'no',
    price: 5_000 + (nonce % 3),
    size: 2 + (nonce % 7),
  });

/** Trades until `isOver`. @returns every answer, by user and nonce */
async function trade(isOver: () => boolean): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  await Promise.all(
    floor.users.map(async (_user, number) => {
      for (let nonce = 1; !isOver(); nonce++) {
        const order = orderOf(number, nonce);
        answers.set(`${number}/${nonce}`, await floor.sendUntilAnswered('order', order));
      }
    }),
  );
  return answers;
}

describe('under load', () => {
  it('a killed engine loses no answer, doubles no order, and ends what is due at its second', async () => {
    const due = await DueOrders.place(floor);
    let over = false;
    const trading = trade(() => over);
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(200 + Math.random() * 200);
      engine.kill('SIGKILL');
      await engine.exited;
      engine = await startEngineProcess(records, nats.url, shard);
    }
    await due.fired();
    over = true;
    const answers = await trading;
    expect(answers.size).toBeGreaterThan(USERS);
    await expectJournaled({ bus, shard, answers, orderOf });
    await expectFiredInTime(due, bus, shard);
  });

  it('a stop answers what was taken in, and exits with 0', async () => {
    let over = false;
    const trading = trade(() => over);
    await sleep(200);
    engine.kill('SIGTERM');
    expect(await engine.exited).toEqual({ code: 0, signal: null });
    engine = await startEngineProcess(records, nats.url, shard);
    over = true;
    const answers = await trading;
    expect(answers.size).toBeGreaterThan(USERS);
    await expectJournaled({ bus, shard, answers, orderOf });
  });
});

describe('a process', () => {
  it('with a wrong configuration says what is wrong and exits with 78', async () => {
    const wrong = startEngineProcess(records, '', 999);
    await expect(wrong).rejects.toThrow(/NATS_URL is missing/);
    await expect(wrong).rejects.toThrow(/code 78/);
  });

  it('that is fenced exits with 1', async () => {
    const other = new Journal({ network: 'test', shard }, { bus, log: silent });
    for await (const record of other.read()) expect(record.shard).toBe(shard);
    await other.beginEpoch(Date.now());
    const sending = floor.sendUntilAnswered('admin', { kind: 'set_mode', mode: 'open' });
    expect(await engine.exited).toMatchObject({ code: 1 });
    engine = await startEngineProcess(records, nats.url, shard);
    expect((await sending).reply.body.kind).toBe('mode');
  });
});
