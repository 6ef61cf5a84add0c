/**
 * Strangers, keys that never received anything, send orders, cancels, cancel-alls and withdrawals over the bus. None of
 * it is journaled or stored. To refuse, the engine must know that it leads: it proves that with a tick of its own, at
 * most once a second. `STRANGER_REQUESTS=100000` with `STRANGER_KEYS=20000` is the large run.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bus, JournalRecord } from '@bellwether/bus';
import { DEFAULT_MONEY_LIMITS } from '@bellwether/exchange';
import type { Command, MoneyLimits, RequestLane } from '@bellwether/exchange';
import { writeFigures } from '@bellwether/local-services';
import { SURE_AFTER_PROOF_MS } from '../src/limits';
import { startEngine } from './engine-under-test';
import { signedCancel, signedCancelAll, signedOrder, signedWithdraw, testUser } from './incoming';
import type { TestUser } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';
import { TradingFloor, replyOf } from './trading-floor';

const REQUESTS = Number(process.env['STRANGER_REQUESTS'] ?? 600);
const KEYS = Number(process.env['STRANGER_KEYS'] ?? 120);
const AT_ONCE = 64;
/** Above the numbers of the floor's users. */
const FIRST_STRANGER = 1_000;
/** On disk, including what the server stores with each message. */
const MAX_TICK_BYTES = 512;
/** The large run takes minutes. */
const TIMEOUT_MS = 60_000 + REQUESTS * 20;

let nats: NatsUnderTest;
let bus: Bus;
let shard = 90;
beforeAll(async () => {
  nats = await NatsUnderTest.start();
  bus = await nats.bus();
});
afterAll(() => nats.stop());

/** The commands that a stranger may sign, in turn. */
function commandOf(
  stranger: TestUser,
  { marketId }: TradingFloor,
  turn: number,
): readonly [RequestLane, Command] {
  const nonce = turn + 1;
  switch (turn % 5) {
    case 0:
      return ['order', signedOrder(stranger, { marketId, nonce, orderType: 'ioc', price: 1 })];
    case 1:
      return ['cancel', signedCancelAll(stranger, nonce)];
    case 2:
      return ['order', signedOrder(stranger, { marketId, nonce, size: 100 })];
    case 3:
      return ['cancel', signedCancel(stranger, marketId, nonce)];
    default:
      return ['withdrawal', signedWithdraw(stranger, { amount: 1_000, nonce })];
  }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => null);
      return file?.isFile() === true ? file.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const isTick = ({ commands }: JournalRecord): boolean => commands[0]?.command.kind === 'tick';

/** The size of the journal on disk, and of the state that it replays to. */
async function measured() {
  const { exchange, records } = await witness(bus, shard);
  return {
    records: records.filter((record) => !isTick(record)).length,
    ticks: records.filter(isTick).length,
    accounts: exchange.status().accounts,
    state_bytes: exchange.snapshot().length,
    disk_bytes: await bytesIn(nats.dataDir),
    resident_bytes: process.memoryUsage().rss,
  };
}

/** @returns the measurements before and after, and the count of each answered code */
async function flood(moneyLimits: MoneyLimits | null) {
  shard++;
  const engine = await startEngine(nats.url, { shard, moneyLimits });
  await engine.serving;
  const floor = await TradingFloor.open(bus, { shard, users: 1 });
  const before = await measured();
  const codes: Record<string, number> = {};
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < REQUESTS) {
      const number = sent++;
      const stranger = testUser(FIRST_STRANGER + (number % KEYS));
      const [on, command] = commandOf(stranger, floor, Math.floor(number / KEYS) + (number % 5));
      const code = await floor.send(on, command).then(
        ({ reply: { body } }) => (body.kind === 'refused' ? body.code : body.kind),
        (error: { code: string }) => error.code,
      );
      codes[code] = (codes[code] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const after = await measured();
  const [honest] = floor.users;
  const placed = await floor.send(
    'order',
    signedOrder(honest!, { marketId: floor.marketId, nonce: 1, size: 2 }),
  );
  expect(replyOf('order', placed).order.status).toBe('resting');
  await engine.stop();
  return { before, after, codes };
}

describe(`${REQUESTS} requests of ${KEYS} keys that nothing came for`, () => {
  const figures: Record<string, unknown> = { requests: REQUESTS, keys: KEYS };
  afterAll(() => writeFigures('strangers', figures));

  it(
    'leave the journal and the state as they were, but for a tick a second',
    async () => {
      const fromMs = performance.now();
      const { before, after, codes } = await flood(DEFAULT_MONEY_LIMITS);
      const seconds = (performance.now() - fromMs) / SURE_AFTER_PROOF_MS;
      figures['with_limits'] = { before, after, codes };
      expect(after).toEqual({
        ...before,
        ticks: expect.any(Number),
        disk_bytes: expect.any(Number),
        resident_bytes: expect.any(Number),
      });
      // The server's own files grow as time passes, by far less than a byte per request.
      expect(after.ticks).toBeLessThanOrEqual(seconds + 1);
      const tickBytes = (after.ticks - before.ticks) * MAX_TICK_BYTES;
      expect(after.disk_bytes - before.disk_bytes - tickBytes).toBeLessThan(4_096 + REQUESTS);
      expect(Object.keys(codes).toSorted()).toEqual(['ACCOUNT_NOT_FUNDED', 'ORDER_NOT_FOUND']);
    },
    TIMEOUT_MS,
  );

  it(
    'left an account each before money set limits, and a record of all they sent',
    async () => {
      const { before, after, codes } = await flood(null);
      figures['without_limits'] = { before, after, codes };
      expect(after.accounts - before.accounts).toBe(Math.min(KEYS, REQUESTS));
      expect(after.records).toBeGreaterThan(before.records);
      expect(after.state_bytes).toBeGreaterThan(before.state_bytes);
    },
    TIMEOUT_MS,
  );
});
