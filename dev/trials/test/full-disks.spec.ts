/**
 * The disks of the journal, of PostgreSQL and of the snapshots are filled to the last byte while users trade, and
 * emptied again. Nothing that was answered is lost, a refusal gives its reason and was not executed, and everything
 * recovers by itself. The disks are small ones in memory, which only root may mount: elsewhere the test is left out.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyLeftOut, writeFigures } from '@bellwether/local-services';
import { expectError } from '../../e2e/src/answers';
import { healthUrlOf, whenWell } from '../../e2e/src/app-processes';
import { eventually } from '../../e2e/src/eventually';
import { Exchange } from '../../e2e/src/exchange';
import { isAlive, pidOf } from '../../e2e/src/processes';
import { historyCaughtUp, newBuilder, newMarket } from '../../e2e/src/scenario';
import { TradingLoad, fundedUsers } from '../../e2e/src/trading-load';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import type { StartedExchange } from '../../e2e/start-exchange.mjs';
import { DiskProbe } from '../src/disk-probe';
import { expectNothingLostOrDoubled } from '../src/nothing-lost';
import { SmallDisk, whyNoSmallDisk } from '../src/small-disk';

const ROUNDS = Number(process.env['FULL_DISKS'] ?? 1);
const USERS = 4;
const MIB = 1_048_576;
const SIZES = { nats: 96 * MIB, postgres: 288 * MIB, snapshots: 24 * MIB };
type DiskName = keyof typeof SIZES;
/** How long a disk stays full: longer than a caller waits. */
const FULL_MS = 4_000;
/** Disk space that the engine keeps free of orders, and of all commands. */
const RESERVE = 0.1;
const LAST = RESERVE / 4;
const SNAPSHOT_COMMANDS = 100;
/** Enough orders to cancel one by one until the full disk is noticed. */
const ORDERS = 60;

/**
 * Without space to prove who leads, no engine may answer that nothing was done: the outcome is unknown, or no engine
 * answers.
 */
const TRUE_OF_A_FULL_DISK = ['503 DISK_LOW', 'unknown', '503 ENGINE_UNAVAILABLE'];

const folder = await mkdtemp(join(tmpdir(), 'bellwether-full-disks-'));
const why = whyNoSmallDisk(folder);

const disks = new Map<DiskName, SmallDisk>();
const figures: Record<string, unknown>[] = [];
let running: StartedExchange | undefined;
let exchange: Exchange;

const disk = (name: DiskName): SmallDisk => disks.get(name)!;

beforeAll(async () => {
  if (why !== null) return;
  for (const name of ['nats', 'postgres', 'snapshots'] as const) {
    disks.set(name, SmallDisk.mount(join(folder, name), SIZES[name]));
  }
  const flags = ['--empty', '--blocks', 'on-demand', '--no-rate-limits'];
  flags.push('--snapshot-commands', String(SNAPSHOT_COMMANDS));
  running = await startExchange({ dataDir: folder, port: await freePorts(), flags });
  exchange = new Exchange(folder);
});

afterAll(async () => {
  await running?.end('SIGTERM');
  for (const one of disks.values()) one.unmount();
  if (why === null) await removeUnlessKept(folder);
  else await rm(folder, { recursive: true, force: true });
  if (figures.length > 0) writeFigures('full-disks', { rounds: figures });
});

/** Trades while `work` is done; nothing that was answered may be lost. */
async function tradeThrough(work: (load: TradingLoad, marketId: string) => Promise<void>) {
  const { builder } = await newBuilder(exchange);
  const marketId = await newMarket(exchange);
  const users = await fundedUsers(exchange, builder, USERS);
  const load = new TradingLoad({ exchange, builder }, marketId, users);
  await load.during(async () => {
    await load.goesOn(2 * USERS);
    try {
      await work(load, marketId);
    } finally {
      for (const one of disks.values()) one.empty(); // also after a failure: the load continues
    }
    await load.goesOn(4 * USERS);
  });
  await whenWell(() => exchange.file.gateway_url);
  await historyCaughtUp(exchange);
  await expectNothingLostOrDoubled(exchange, { users, marketId, answered: load.answered });
  return load;
}

/** Milliseconds until `ask` returns the wanted value. */
async function untilGiven<T>(ask: () => Promise<T>, wanted: T): Promise<number> {
  const fromMs = performance.now();
  await eventually(ask, (given) => given === wanted);
  return Math.round(performance.now() - fromMs);
}

/** What was refused because of the disk was not executed: its nonce is unused. */
async function expectNotDone({ user, learned }: DiskProbe): Promise<number> {
  const refused = [...learned].filter(([, what]) => what === '503 DISK_LOW');
  for (const [nonce] of refused) {
    const answer = await exchange.get(`/v1/orders/${user}/by-nonce/${nonce}`);
    expect(expectError(answer)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
  }
  return refused.length;
}

async function metricOf(name: string): Promise<number> {
  const answer = await fetch(`${healthUrlOf(exchange, 'matching-engine')}/metrics`);
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await answer.text())?.[1]);
}

const engineOf = () => pidOf(folder, 'matching-engine');

describe.skipIf(why !== null)(`a full disk${whyLeftOut(why)}`, () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'of the journal, step by step: cancels alone, then reads alone, then everything (round %d)',
    async (round) => {
      const engine = engineOf();
      const { nats } = SIZES;
      await tradeThrough(async (_load, marketId) => {
        const probe = await DiskProbe.start(exchange, marketId);
        for (let count = 0; count < ORDERS; count++) expect(await probe.order()).toBe('done');
        disk('nats').fill(nats * (RESERVE + LAST) * 0.5);
        await untilGiven(() => probe.order(), '503 DISK_LOW');
        expect([await probe.cancel(), await probe.read(), await probe.mode()]).toEqual([
          'done',
          'done',
          'cancel_only',
        ]);
        expect(await metricOf('bellwether_engine_journal_disk_low')).toBe(1);
        disk('nats').fill(nats * LAST * 0.5);
        await untilGiven(() => probe.cancel(), '503 DISK_LOW');
        expect([await probe.order(), await probe.read(), await probe.mode()]).toEqual([
          '503 DISK_LOW',
          'done',
          'halted',
        ]);
        expect(await metricOf('bellwether_engine_journal_disk_low')).toBe(2);
        disk('nats').fillWhole();
        await sleep(FULL_MS);
        expect(TRUE_OF_A_FULL_DISK).toContain(await probe.order());
        disk('nats').empty();
        const backMs = await untilGiven(() => probe.order(), 'done');
        expect(await probe.mode()).toBe('open');
        const refused = await expectNotDone(probe);
        expect(refused).toBeGreaterThanOrEqual(2);
        figures.push({ disk: 'journal', round, how: 'step by step', refused, back_ms: backMs });
      });
      expect(engineOf()).toBe(engine);
    },
  );

  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'of the journal, at once, in the middle of a write: nats-server is started again by itself (round %d)',
    async (round) => {
      const engine = engineOf();
      const server = pidOf(folder, 'nats-server');
      await tradeThrough(async (_load, marketId) => {
        const probe = await DiskProbe.start(exchange, marketId);
        expect(await probe.order()).toBe('done');
        disk('nats').fillWhole();
        const untilMs = performance.now() + FULL_MS;
        while (performance.now() < untilMs) await probe.order();
        disk('nats').empty();
        const backMs = await untilGiven(() => probe.order(), 'done');
        for (const learned of probe.learned.values()) {
          expect(['done', ...TRUE_OF_A_FULL_DISK]).toContain(learned);
        }
        const refused = await expectNotDone(probe);
        const restarted = pidOf(folder, 'nats-server') !== server;
        figures.push({
          disk: 'journal',
          round,
          how: 'at once',
          refused,
          restarted,
          back_ms: backMs,
        });
      });
      expect(engineOf()).toBe(engine);
    },
  );

  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'of PostgreSQL: trading goes on, history is up to date again by itself (round %d)',
    async (round) => {
      await tradeThrough(async (load, marketId) => {
        const probe = await DiskProbe.start(exchange, marketId);
        disk('postgres').fillWhole();
        const failedTries = load.failedTries;
        const traded = load.answered.length;
        await sleep(FULL_MS);
        await load.goesOn(4 * USERS);
        expect([await probe.order(), await probe.read()]).toEqual(['done', 'done']);
        const meanwhile = load.answered.length - traded;
        const failed = load.failedTries - failedTries;
        disk('postgres').empty();
        const fromMs = performance.now();
        await historyCaughtUp(exchange);
        const backMs = Math.round(performance.now() - fromMs);
        const facts = { disk: 'PostgreSQL', round, traded_meanwhile: meanwhile };
        figures.push({ ...facts, failed_tries: failed, back_ms: backMs });
      });
    },
  );

  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'of the snapshots: trading goes on, and snapshots are taken again by themselves (round %d)',
    async (round) => {
      const engine = engineOf();
      await tradeThrough(async (load) => {
        const failed = await metricOf('bellwether_engine_snapshots_failed_total');
        disk('snapshots').fillWhole();
        const failedTries = load.failedTries;
        const failures = () => metricOf('bellwether_engine_snapshots_failed_total');
        await eventually(failures, (now) => now > failed);
        await load.goesOn(4 * USERS);
        expect(load.failedTries).toBe(failedTries);
        disk('snapshots').empty();
        const taken = () => metricOf('bellwether_engine_snapshot_seq');
        const before = await taken();
        const fromMs = performance.now();
        await eventually(taken, (seq) => seq > before);
        const backMs = Math.round(performance.now() - fromMs);
        figures.push({ disk: 'snapshots', round, back_ms: backMs });
      });
      expect(engineOf()).toBe(engine);
      expect(isAlive(engine)).toBe(true);
    },
  );
});
