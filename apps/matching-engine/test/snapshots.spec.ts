/** A start from a snapshot gives the same state as a start from the journal's first record, in less time. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '@bellwether/bus';
import { jetstreamManager } from '@nats-io/jetstream';
import { DueOrders, expectFiredInTime } from './due-orders';
import { seqAtStart, stateHashAtStart } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { signedOrder } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest } from './nats-under-test';
import { publishedEvents } from './published-events';
import { SnapshotEngines } from './snapshot-engines';
import { TradingFloor } from './trading-floor';

let nats: NatsUnderTest;
let bus: Bus;
let shard = 0;
let under: SnapshotEngines;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
  bus = await nats.bus();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  shard++;
  under = await SnapshotEngines.open(nats.url, shard);
});
afterEach(() => under.close());

async function serving(): Promise<EngineUnderTest> {
  const engine = await under.start();
  await engine.serving;
  return engine;
}

const logged = ({ log }: EngineUnderTest, message: string) =>
  log.filter(({ msg }) => msg === message);

async function tradedAndStopped(): Promise<void> {
  const engine = await serving();
  await trade();
  await engine.stop();
}

/** About two hundred commands: orders that rest and orders that match. */
async function trade(): Promise<void> {
  const floor = await TradingFloor.open(bus, { shard, users: 2 });
  for (let nonce = 1; nonce <= 100; nonce++) {
    await Promise.all(
      floor.users.map((user, number) =>
        floor.send(
          'order',
          signedOrder(user, {
            marketId: floor.marketId,
            nonce,
            outcome: number === 0 ? 'yes' : 'no',
            price: 4_990 + ((nonce * 7) % 20),
            size: 1 + (nonce % 5),
          }),
        ),
      ),
    );
  }
}

const fileOf = (number: number) =>
  join(under.folder, `snapshot-${String(number).padStart(16, '0')}`);
async function numbers(): Promise<number[]> {
  const names = await readdir(under.folder);
  return names.map((name) => Number(name.slice(-16))).toSorted((a, b) => b - a);
}

async function expectRestoredExactly(engine: EngineUnderTest): Promise<void> {
  const { exchange } = await witness(bus, shard, seqAtStart(engine));
  expect(stateHashAtStart(engine)).toBe(exchange.stateHash());
  const { eventOffsets } = await witness(bus, shard);
  const events = await publishedEvents(bus, shard, eventOffsets.length);
  expect(events.map(({ seq, index }) => `${seq}.${index}`)).toEqual(eventOffsets);
}

describe('snapshots', () => {
  it('are taken as commands go by and at a stop, and three are kept', async () => {
    await tradedAndStopped();
    expect(await numbers()).toHaveLength(3);
    const { records } = await witness(bus, shard);
    expect((await numbers())[0]).toBe(records.at(-1)!.number);
    expect(logged(under.engines[0]!, 'snapshot taken').length).toBeGreaterThan(3);
  });

  it('are left to an engine that stands by, whose pauses hold nobody up', async () => {
    const leader = await serving();
    const standbyDir = await mkdtemp(join(under.folder, 'standby-'));
    const standby = await under.start(standbyDir);
    // After a standby's request, a leader leaves the snapshots to it for ten seconds.
    while (logged(standby, 'standing by').length === 0) await sleep(10);
    await trade();
    while (logged(standby, 'snapshot taken').length < 3) await sleep(10);
    expect(logged(leader, 'snapshot taken').length).toBeLessThan(3);
    await standby.stop();
  });

  it('make a start that replays only what came after, to the same state', async () => {
    await tradedAndStopped();
    const engine = await serving();
    const [loaded] = logged(engine, 'snapshot loaded');
    expect(loaded).toMatchObject({ record: (await numbers())[0] });
    await expectRestoredExactly(engine);
  });

  it('hold what is still to fire: it fires as the journal says, after a restart and in every replay', async () => {
    const first = await serving();
    const floor = await TradingFloor.open(bus, { shard, users: 1 });
    const due = await DueOrders.place(floor);
    await first.stop();
    await due.past();
    const second = await serving();
    expect(logged(second, 'snapshot loaded')).toHaveLength(1);
    await due.fired();
    await expectFiredInTime(due, bus, shard);
    await expectRestoredExactly(second);
    await second.stop();
    // From the snapshot that was taken after it, and from the journal's first record.
    const third = await serving();
    await expectRestoredExactly(third);
    await third.stop();
    const fourth = await under.start(await mkdtemp(join(under.folder, 'empty-')));
    await fourth.serving;
    expect(logged(fourth, 'snapshot loaded')).toEqual([]);
    await expectRestoredExactly(fourth);
    await expectFiredInTime(due, bus, shard);
  });

  it('show that the journal was lost, which is begun by nobody who has one', async () => {
    await tradedAndStopped();
    const { streams } = await jetstreamManager(bus.connection);
    for (const lost of [`JOURNAL_${shard}`, `EVENTS_${shard}`]) await streams.delete(lost);
    const ended = await under.start();
    await expect(ended.serving).rejects.toThrow(/journal: ends at record 0, but a snapshot is of/);
    // A new one, by an engine whose disk is lost too, and longer than the old one was.
    const folder = await mkdtemp(join(under.folder, 'empty-'));
    const other = await under.start(folder);
    await other.serving;
    await trade();
    await trade();
    await other.stop();
    const late = await under.start();
    await expect(late.serving).rejects.toThrow(/journal: record \d+ is not the one that/);
  });

  it('are passed over where they are damaged: the one before it, or none, leads to the same', async () => {
    await tradedAndStopped();
    const [newest, older] = await numbers();
    const spoil = async (number: number): Promise<void> => {
      const bytes = await readFile(fileOf(number));
      // Writes a word, because flipping a bit twice would repair it.
      bytes.write('damaged', bytes.length >> 1);
      await writeFile(fileOf(number), bytes);
    };
    await spoil(newest!);
    const first = await serving();
    expect(logged(first, 'snapshot loaded')).toMatchObject([{ record: older }]);
    expect(logged(first, 'a snapshot is of no use')).toMatchObject([{ number: newest }]);
    await expectRestoredExactly(first);
    await first.stop();
    for (const number of await numbers()) await spoil(number);
    const second = await serving();
    expect(logged(second, 'snapshot loaded')).toEqual([]);
    await expectRestoredExactly(second);
  });

  it('are passed over where they are ahead of the published events, which are then made again', async () => {
    await tradedAndStopped();
    const [, , oldest] = await numbers();
    const { streams } = await jetstreamManager(bus.connection);
    const { state } = await streams.info(`EVENTS_${shard}`);
    await streams.purge(`EVENTS_${shard}`, { keep: 0 }).catch(() => undefined);
    await streams.delete(`EVENTS_${shard}`);
    const engine = await serving();
    expect(logged(engine, 'a snapshot is of no use').at(-1)).toMatchObject({ number: oldest });
    await expectRestoredExactly(engine);
    expect((await streams.info(`EVENTS_${shard}`)).state.messages).toBeGreaterThan(0);
    expect(state.messages).toBeGreaterThan(0);
  });

  it('of a journal that is shorter than they are, or another, are no reason to serve it', async () => {
    await tradedAndStopped();
    const { streams } = await jetstreamManager(bus.connection);
    await streams.delete(`JOURNAL_${shard}`);
    const short = await under.start();
    await expect(short.serving).rejects.toThrow(
      /journal: ends at record 0, but \d+ was there before/,
    );
    await short.stop();
    await streams.delete(`EVENTS_${shard}`);
    await rm(under.folder, { recursive: true, force: true });
    await tradedAndStopped();
    expect(await numbers()).toHaveLength(3);
  });
});
