/**
 * An exchange with a second engine and an archive: its parts are killed or frozen, drawn from a seed, while users
 * trade. What was answered is there, once, and can be queried by user and nonce. At the end the engines, the journal,
 * its archive and a snapshot have the same state.
 */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFigures } from '@bellwether/local-services';
import { z } from 'zod';
import { Random } from '@bellwether/seeded-random';
import { freePorts, removeUnlessKept, startExchange } from '../../e2e/start-exchange.mjs';
import { expectOk, nonceOutcome, status } from '../../e2e/src/answers';
import { eventually } from '../../e2e/src/eventually';
import { Exchange } from '../../e2e/src/exchange';
import { killPart, whileFrozen } from '../../e2e/src/processes';
import type { PartName } from '../../e2e/src/processes';
import { newBuilder, newMarket, solvencyOf } from '../../e2e/src/scenario';
import { TradingLoad, fundedUsers } from '../../e2e/src/trading-load';
import { ENGINES, engineLog } from '../src/engine-pair';
import { QUICK_CHAINS } from '../src/own-exchange';

const USERS = 4;
const FAULTS = Number(process.env['FAULTS'] ?? 6);
/** The same faults on every machine; the full check draws others. */
const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_121);
const PARTS: readonly PartName[] = [
  ...ENGINES,
  'journal-archiver',
  'nats-server',
  'PostgreSQL',
  'projector',
  'gateway',
  'signer',
];
/** Twice as long as a standby waits for a leader that does not answer: the other one may have only just started. */
const FREEZE_MS = 4_000;
const FREEZABLE: readonly PartName[] = [...ENGINES, 'nats-server', 'projector', 'gateway'];
/** Every engine at least once, whatever is drawn. */
const CERTAIN: readonly Fault[] = [
  { part: 'matching-engine', how: 'kill' },
  { part: 'matching-engine-standby', how: 'freeze' },
];
const REPLAY = fileURLToPath(new URL('../../../dist/tools/replay/main.js', import.meta.url));
/** Number of the engines' latest state hashes that are compared with replays. */
const HELD_HASHES = 2;
const run = promisify(execFile);

interface Fault {
  readonly part: PartName;
  readonly how: 'kill' | 'freeze';
}

/** Repeats a failed run. */
function faultsOf(seed: number): Fault[] {
  const random = new Random(seed);
  const drawn = Array.from({ length: FAULTS - CERTAIN.length }, (): Fault => {
    const how = random.weighted({ kill: 2, freeze: 1 });
    return { part: random.pick(how === 'freeze' ? FREEZABLE : PARTS), how };
  });
  return [...CERTAIN, ...drawn];
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

async function strike({ part, how }: Fault): Promise<void> {
  if (how === 'kill') return killPart(dataDir, part);
  return whileFrozen(dataDir, part, () => sleep(FREEZE_MS));
}

const flagsOf = (folder: string) => ['--empty', '--standby', '--archive', folder, ...QUICK_CHAINS];

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
    flags: flagsOf(archive),
  });
  exchange = new Exchange(dataDir);
});
afterAll(async () => {
  await running.end('SIGTERM');
  await removeUnlessKept(dataDir);
});

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

/** The outcome of a nonce, from engine or history. Slightly late after history was down. */
const outcomeOf = (user: string, nonce: number) =>
  eventually(
    async () => expectOk(nonceOutcome, await exchange.get(`/v1/orders/${user}/by-nonce/${nonce}`)),
    ({ order }) => order !== null,
  );

/** State hashes that an engine logged: when it caught up without standing by, took or loaded a snapshot. */
const hashesOf = async (part: PartName) =>
  (await engineLog(dataDir, part)).flatMap(({ seq, state_hash }) =>
    seq === undefined || state_hash === undefined ? [] : [{ seq, state_hash }],
  );

describe('two engines and an archive', () => {
  it(`trade goes on through ${FAULTS} faults (seed ${SEED}), and nothing answered is lost or doubled`, async () => {
    const { builder } = await newBuilder(exchange);
    const marketId = await newMarket(exchange);
    const users = await fundedUsers(exchange, builder, USERS);
    const load = new TradingLoad({ exchange, builder }, marketId, users);
    await load.during(async () => {
      for (const fault of faultsOf(SEED)) {
        await load.goesOn(2 * USERS);
        await strike(fault);
      }
      await load.goesOn(2 * USERS);
    });
    const ids = load.answered.map(({ answer }) => answer.order_id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { user, nonce, answer } of load.answered) {
      const { order } = await outcomeOf(user, nonce);
      expect([user, nonce, order?.order_id]).toEqual([user, nonce, answer.order_id]);
    }
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
    writeFigures('faults', {
      seed: SEED,
      faults: FAULTS,
      kinds: countOf(faultsOf(SEED).map(({ how, part }) => `${how} ${part}`)),
      answered: ids.length,
      tries_without_answer: load.failedTries,
      lost: 0, // else the test has failed
      doubled: 0,
    });
  });

  it('one state, from the journal and the archive', async () => {
    const { seq } = await statusNow();
    // To answer a query when idle, an engine writes a tick, so the journal has grown since.
    const at = ['--at', String(seq)];
    const fromJournal = await replay('--data', dataDir, '--check', ...at);
    expect(fromJournal).toMatchObject({ seq, breaches: [] });
    const fromArchive = await eventually(
      () => replay('--archive', archive, ...at),
      (found) => found.seq === seq,
    );
    expect(fromArchive.state_hash).toBe(fromJournal.state_hash);
  });

  it('a stop leaves snapshots of that state, and the next start loads them', async () => {
    const { seq } = await replay('--data', dataDir);
    await running.end('SIGTERM');
    // The one that led at the end hashed the state that it came to through the faults.
    const taken = (await Promise.all(ENGINES.map(hashesOf))).flat().filter((one) => one.seq >= seq);
    expect(taken.length).toBeGreaterThanOrEqual(1);
    running = await startExchange({
      dataDir,
      port: Number(new URL(exchange.file.gateway_url).port),
      flags: flagsOf(archive),
    });
    const loaded = (await hashesOf('matching-engine')).filter((one) => one.seq >= seq);
    expect(loaded.length).toBeGreaterThanOrEqual(1);
    const reported = [...taken.slice(0, HELD_HASHES), ...loaded.slice(0, HELD_HASHES)];
    for (const { seq: at, state_hash } of reported) {
      const found = await replay('--data', dataDir, '--at', String(at));
      expect([at, found.state_hash]).toEqual([at, state_hash]);
    }
    expect((await statusNow()).seq).toBeGreaterThanOrEqual(seq);
  });
});
