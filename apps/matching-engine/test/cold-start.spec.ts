/**
 * Engines of a shard that are started together, as after a power cut or by a controller that starts all pods at once:
 * one leads, the others stand by, nobody is fenced.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForLeader } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { Random } from '@bellwether/seeded-random';
import { PREDECESSOR_SURE_MS } from '../src/limits';
import { startEngine } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';

const STARTS = Number(process.env['COLD_STARTS'] ?? 6);
const SEED = Number(process.env['COLD_STARTS_SEED'] ?? Date.now());
/** From the same moment to where the first one serves. */
const APART_MS = PREDECESSOR_SURE_MS + 200;

describe(`engines started together (seed ${SEED})`, () => {
  const random = new Random(SEED);
  let nats: NatsUnderTest;
  let bus: Bus;

  beforeAll(async () => {
    nats = await NatsUnderTest.start();
    bus = await nats.bus();
  });
  afterAll(() => nats.stop());

  /** Starts them within `APART_MS`, and waits until each leads, stands by or has failed. */
  async function startTogether(shard: number, engines: number): Promise<EngineUnderTest[]> {
    const delaysMs = Array.from({ length: engines }, (_, at) =>
      at === 0 || random.index(3) === 0 ? 0 : random.index(APART_MS),
    );
    const started = await Promise.all(
      delaysMs.map(async (ms) => {
        await sleep(ms);
        return startEngine(nats.url, { shard });
      }),
    );
    await Promise.all(started.map(whenSettled));
    // As long as a takeover would take.
    await sleep(PREDECESSOR_SURE_MS + 200);
    return started;
  }

  it.each(Array.from({ length: STARTS }, (_, at) => 1 + at))(
    'start %d: one leads, the rest stand by, and after a restart of all it is so again',
    async (shard) => {
      const engines = 2 + random.index(2);
      for (const epoch of [1, 2]) {
        const started = await startTogether(shard, engines);
        expect(
          started.map(roleOf).toSorted((one, other) => String(one).localeCompare(String(other))),
        ).toEqual(['serving', ...Array.from({ length: engines - 1 }, () => 'standing by')]);
        expect(await askForLeader(bus, shard, 1_000)).toMatchObject({ epoch });
        const { records } = await witness(bus, shard);
        expect(records.filter(({ kind }) => kind === 'epoch')).toHaveLength(epoch);
        // All at once, so that nobody takes over from the one that stops.
        const standbys = started.filter((engine) => roleOf(engine) !== 'serving');
        await Promise.all(standbys.map((engine) => engine.stop()));
        await Promise.all(started.map((engine) => engine.stop()));
      }
    },
  );
});

async function whenSettled(engine: EngineUnderTest): Promise<void> {
  let isOver = false;
  void engine.failed.then(() => (isOver = true));
  while (!isOver && roleOf(engine) === undefined) await sleep(20);
}

/** The last that it said of itself. */
const roleOf = ({ log }: EngineUnderTest): unknown =>
  log.findLast(
    ({ msg, level }) => msg === 'serving' || msg === 'standing by' || level === 'fatal',
  )?.['msg'];
