/**
 * Keys that nothing ever came for send what they like over the bus: orders, cancels, cancel-alls, withdrawals. Nothing of it is
 * journaled or kept; that it leads, which it has to know to refuse, the engine proves by a tick of its own, once a second. `STRANGER_REQUESTS=100000` of `STRANGER_KEYS=20000` is the large run.
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
/** Beyond those of the floor. */
const FIRST_STRANGER = 1_000;
/** On the disk, with what the server keeps of a message. */
const MAX_TICK_BYTES = 512;
/** The large run takes minutes. */
const PATIENCE_MS = 60_000 + REQUESTS * 20;

let nats: NatsUnderTest;
let bus: Bus;
let shard = 90;
beforeAll(async () => {
  nats = await NatsUnderTest.start();
  bus = await nats.bus();
});
afterAll(() => nats.stop());

/** What such a key may sign, by turns. */
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

/** The journal as it lies on the disk, and the state that it comes to. */
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

/** @returns what was measured before and after, and how often each code was answered */
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
      // What the events' server notes of itself while time passes, far below a byte a request.
      expect(after.ticks).toBeLessThanOrEqual(seconds + 1);
      const tickBytes = (after.ticks - before.ticks) * MAX_TICK_BYTES;
      expect(after.disk_bytes - before.disk_bytes - tickBytes).toBeLessThan(4_096 + REQUESTS);
      expect(Object.keys(codes).toSorted()).toEqual(['ACCOUNT_NOT_FUNDED', 'ORDER_NOT_FOUND']);
    },
    PATIENCE_MS,
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
    PATIENCE_MS,
  );
});
