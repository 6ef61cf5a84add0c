/**
 * An exchange with a second engine and an archive: each engine dies in turn while users trade. In the end the engines,
 * the journal, its archive and a snapshot tell of one and the same state.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { freePorts, startExchange } from '../start-exchange.mjs';
import { expectOk, status } from '../src/answers';
import { eventually } from '../src/eventually';
import { Exchange } from '../src/exchange';
import { killPart } from '../src/processes';
import type { PartName } from '../src/processes';
import { fundedUser, newBuilder, newMarket, solvencyOf } from '../src/scenario';
import { TradingLoad } from '../src/trading-load';

const PATIENCE_MS = 240_000;
const USERS = 4;
const ENGINES: readonly PartName[] = ['matching-engine', 'matching-engine-standby'];
const DEATHS: readonly PartName[] = [...ENGINES, 'journal-archiver', ...ENGINES];
const REPLAY = fileURLToPath(new URL('../../../dist/tools/replay/main.js', import.meta.url));
/** Of the state hashes that engines told, the last so many are held against replays. */
const HELD_HASHES = 4;
const run = promisify(execFile);

let dataDir: string;
let archive: string;
let running: Awaited<ReturnType<typeof startExchange>>;
let exchange: Exchange;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bellwether-standby-'));
  archive = join(dataDir, 'archive');
  running = await startExchange({
    dataDir,
    port: await freePorts(),
    flags: ['--empty', '--standby', '--archive', archive],
  });
  exchange = new Exchange(dataDir);
}, PATIENCE_MS);
afterAll(async () => {
  await running.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}, PATIENCE_MS);

const statusNow = async () => expectOk(status, await exchange.get('/v1/status'));

const replayed = z.object({
  seq: z.int(),
  state_hash: z.string(),
  from_seq: z.int(),
  breaches: z.array(z.never()).optional(),
});

async function replay(...args: string[]) {
  const { stdout } = await run(process.execPath, [REPLAY, ...args]);
  return replayed.parse(JSON.parse(stdout.split('\n', 1)[0] ?? ''));
}

const hashLine = z.object({ seq: z.int(), state_hash: z.string() });

/** What an engine said of its state, at whatever seq: when it caught up, took or loaded a snapshot. */
async function hashesOf(part: PartName) {
  const log = await readFile(join(dataDir, 'logs', `${part}.log`), 'utf8');
  const lines = log.split('\n').filter((line) => line.includes('"state_hash"'));
  return lines.map((line) => hashLine.parse(JSON.parse(line.slice(line.indexOf('{')))));
}

describe('two engines and an archive', () => {
  it(
    'trade goes on through the death of either, and nothing answered is lost',
    async () => {
      const { builder } = await newBuilder(exchange);
      const marketId = await newMarket(exchange);
      const users = await Promise.all(
        Array.from({ length: USERS }, () => fundedUser(exchange, builder)),
      );
      const load = new TradingLoad(builder, marketId, users);
      const hasAnswered = (count: number) =>
        eventually(
          () => Promise.resolve(load.answered.length),
          (answered) => answered >= count,
        );
      for (const part of DEATHS) {
        await hasAnswered(load.answered.length + 4 * USERS);
        await killPart(dataDir, part);
      }
      await hasAnswered(load.answered.length + 4 * USERS);
      await load.stop();
      const ids = load.answered.map(({ answer }) => answer.order_id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
    },
    PATIENCE_MS,
  );

  it(
    'one state, from the engines, the journal, the archive and a snapshot',
    async () => {
      const { seq } = await statusNow();
      const fromJournal = await replay('--data', dataDir, '--check');
      expect(fromJournal).toMatchObject({ seq, breaches: [] });
      const fromArchive = await eventually(
        () => replay('--archive', archive),
        (found) => found.seq === seq,
      );
      expect(fromArchive.state_hash).toBe(fromJournal.state_hash);
      const told = (await Promise.all(ENGINES.map(hashesOf)))
        .flat()
        .filter(({ seq: at }) => at > 0)
        .toSorted((a, b) => b.seq - a.seq);
      expect(told.length).toBeGreaterThan(2);
      for (const { seq: at, state_hash } of told.slice(0, HELD_HASHES)) {
        const found = await replay('--archive', archive, '--at', String(at));
        expect([at, found.state_hash]).toEqual([at, state_hash]);
      }
    },
    PATIENCE_MS,
  );

  it(
    'a stop leaves snapshots, and the next start loads them',
    async () => {
      const { seq } = await statusNow();
      const before = await replay('--data', dataDir);
      await running.end('SIGTERM');
      running = await startExchange({
        dataDir,
        port: Number(new URL(exchange.file.gateway_url).port),
        flags: ['--empty', '--standby', '--archive', archive],
      });
      const loaded = (await hashesOf('matching-engine')).filter((one) => one.seq === seq);
      expect(loaded.map(({ state_hash }) => state_hash)).toContain(before.state_hash);
      expect((await statusNow()).seq).toBe(seq);
    },
    PATIENCE_MS,
  );
});
