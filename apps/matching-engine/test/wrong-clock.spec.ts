/**
 * The host's clock of an engine is wrong, from the start or suddenly, while users trade. The engines are real processes
 * whose wall clock a file shifts (`shifted-clock.mjs`). The tests compare the records' times with the times at which
 * nats-server, whose clock is right here, stored them. server-clock.spec.ts tests a wrong clock of nats-server.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CLOCK_ERROR_MS, askForLeader } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { freePort, writeFigures } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import { makeEngineFolder, startEngineProcess } from './engine-process';
import type { EngineFolder } from './engine-process';
import { signedOrder } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';
import { stampErrorsMs } from './stamp-errors';
import { TradingFloor } from './trading-floor';

const HOUR_MS = 3_600_000;
const SHIFTS_MS = [HOUR_MS, -5_000, 5_000, -HOUR_MS];
/** How often an engine's clock jumps, back and forth, while users trade. */
const JUMPS = Number(process.env['CLOCK_JUMPS'] ?? 4);
const USERS = 2;
const BETWEEN_ORDERS_MS = 10;
/** Longer than the interval between two readings of the server's clock. */
const BETWEEN_JUMPS_MS = 1_300;
const ASK_MS = 1_000;
/** A server stores a record some time after it was stamped: on a busy machine, long after. */
const STORING_MS = 2_000;

let nats: NatsUnderTest;
let bus: Bus;
let engines: EngineFolder;
let shard = 0;
let clocks = 0;
const running: ManagedProcess[] = [];

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
  bus = await nats.bus();
});
afterEach(() => Promise.all(running.splice(0).map((engine) => engine.stop())));

interface ClockedEngine {
  readonly process: ManagedProcess;
  /** Shifts its wall clock by `ms`, and lets it drift. */
  shift(ms: number, driftPpm?: number): Promise<void>;
  isReady(): Promise<boolean>;
}

/** @param isUp matches the log line that ends the wait */
async function start(shiftMs: number, isUp: RegExp): Promise<ClockedEngine> {
  const name = `clock-${clocks++}`;
  const clockFile = join(engines.folder, name);
  const shift = (ms: number, driftPpm = 0) => writeFile(clockFile, `${ms} ${driftPpm}`);
  await shift(shiftMs);
  const healthPort = await freePort();
  const options = { recordName: `${name}.json`, clockFile, healthPort };
  const isReady = (line: string): boolean => isUp.test(line);
  const process = await startEngineProcess(engines, nats.url, shard, { ...options, isReady });
  running.push(process);
  return {
    process,
    shift,
    isReady: async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).ok,
  };
}

const SERVES = /"msg":"serving"/;
const CLOCK_IS_WRONG = /the clock cannot be stamped with/;

const leads = async (): Promise<boolean> =>
  typeof (await askForLeader(bus, shard, ASK_MS)) === 'object';

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50);
}

/** Orders that lock no money: they are `ioc`, and nobody sells at that price. */
const TERMS = { orderType: 'ioc', price: 1_000, size: 10 } as const;

/** Each user sends order after order. @returns the answers */
async function trade(floor: TradingFloor, whileThis: Promise<unknown>): Promise<string[]> {
  const outcomes: string[] = [];
  let isOver = false;
  const trading = floor.users.map(async (user, number) => {
    for (let nonce = 1; !isOver; nonce++) {
      const outcome = number % 2 === 0 ? 'yes' : 'no';
      const order = signedOrder(user, { ...TERMS, marketId: floor.marketId, nonce, outcome });
      const { reply } = await floor.send('order', order);
      outcomes.push(reply.body.kind === 'refused' ? reply.body.code : reply.body.kind);
      await sleep(BETWEEN_ORDERS_MS);
    }
  });
  await whileThis.finally(() => (isOver = true));
  await Promise.all(trading);
  return outcomes;
}

async function stampsOfShard() {
  const { records } = await witness(bus, shard);
  const errors = await stampErrorsMs(bus, shard, records);
  const times = records.map(({ timestampMs }) => timestampMs);
  return {
    records: records.length,
    latestMs: Math.max(...errors),
    earliestMs: Math.min(...errors),
    isRising: times.every((time, at) => at === 0 || time >= times[at - 1]!),
  };
}

async function expectTrueStamps() {
  const stamps = await stampsOfShard();
  expect(stamps.isRising).toBe(true);
  expect(stamps.latestMs).toBeLessThanOrEqual(MAX_CLOCK_ERROR_MS);
  expect(stamps.earliestMs).toBeGreaterThanOrEqual(-MAX_CLOCK_ERROR_MS - STORING_MS);
  return stamps;
}

describe('an engine with a wrong clock', () => {
  it.each(SHIFTS_MS.slice(0, 2))(
    'that starts %i ms off stamps nothing until it is set right',
    async (shift) => {
      const engine = await start(shift, CLOCK_IS_WRONG);
      expect([await engine.isReady(), await leads()]).toEqual([false, false]);
      expect((await witness(bus, shard)).records).toEqual([]);
      await engine.shift(0);
      await until(leads);
      await TradingFloor.open(bus, { shard, users: 1 });
      await until(() => engine.isReady());
      await expectTrueStamps();
    },
  );

  it('that jumps while users trade goes on, by the time that was', async () => {
    const engine = await start(0, SERVES);
    const floor = await TradingFloor.open(bus, { shard, users: USERS });
    const jumping = async (): Promise<void> => {
      for (let jump = 0; jump < JUMPS; jump++) {
        await sleep(BETWEEN_JUMPS_MS);
        await engine.shift(SHIFTS_MS[jump % SHIFTS_MS.length]!);
        await sleep(BETWEEN_JUMPS_MS);
        await engine.shift(0);
      }
    };
    const outcomes = await trade(floor, jumping());
    expect(new Set(outcomes)).toEqual(new Set(['order']));
    const { records, earliestMs, latestMs } = await expectTrueStamps();
    expect((await witness(bus, shard)).records.filter(({ kind }) => kind === 'epoch').length).toBe(
      1,
    );
    writeFigures('clocks', {
      jumps: JUMPS * 2,
      orders: outcomes.length,
      records,
      earliestMs,
      latestMs,
    });
  });

  it('that drifts away goes on, by the monotonic clock', async () => {
    const engine = await start(0, SERVES);
    const floor = await TradingFloor.open(bus, { shard, users: USERS });
    await engine.shift(0, 500_000);
    const outcomes = await trade(floor, sleep(3 * BETWEEN_JUMPS_MS));
    expect(new Set(outcomes)).toEqual(new Set(['order']));
    await expectTrueStamps();
  });

  it('closes a market when it is time, whatever its clock says', async () => {
    const engine = await start(0, SERVES);
    const expiry = Math.ceil(Date.now() / 1_000) + 5;
    const floor = await TradingFloor.open(bus, { shard, users: USERS, expiry });
    await engine.shift(HOUR_MS);
    const isClosed = async (): Promise<boolean> => {
      const { marketId } = floor;
      const { view } = await floor.client.query('market', { marketId });
      return view?.market.status !== 'active';
    };
    while (!(await isClosed())) await sleep(50);
    expect(Date.now()).toBeGreaterThanOrEqual(expiry * 1_000);
    await engine.shift(-HOUR_MS);
    const late = signedOrder(floor.users[0]!, { marketId: floor.marketId, nonce: 1, size: 10 });
    expect((await floor.send('order', late)).reply.body).toMatchObject({ kind: 'refused' });
    await expectTrueStamps();
  });

  it('that stands by does not lead where the other one dies, and says so', async () => {
    const leader = await start(0, SERVES);
    const standby = await start(HOUR_MS, CLOCK_IS_WRONG);
    expect(await standby.isReady()).toBe(false);
    await TradingFloor.open(bus, { shard, users: 1 });
    leader.process.kill('SIGKILL');
    await leader.process.exited;
    await sleep(2 * BETWEEN_JUMPS_MS);
    expect(await leads()).toBe(false);
    await standby.shift(0);
    await until(leads);
    await expectTrueStamps();
  });

  it('that follows one whose clock was a little ahead lets no time fall', async () => {
    const ahead = await start(1_500, SERVES);
    const floor = await TradingFloor.open(bus, { shard, users: USERS });
    await ahead.process.stop();
    await start(-1_500, SERVES);
    const outcomes = await trade(floor, sleep(BETWEEN_JUMPS_MS));
    expect(new Set(outcomes)).toEqual(new Set(['order']));
    await expectTrueStamps();
  });
});
