/** A journal that begins behind a snapshot: an engine starts, stands by and takes over, or reports what it lacks. */
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SnapshotNeeded, decodeSnapshot, purgeJournalBefore } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { SnapshotFolder } from '@bellwether/journal-files';
import { jetstreamManager } from '@nats-io/jetstream';
import { stateHashAtStart } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';
import { signedOrder } from './incoming';
import { witness } from './journal-witness';
import { NatsUnderTest, silent } from './nats-under-test';
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

const logged = ({ log }: EngineUnderTest, message: string) =>
  log.filter(({ msg }) => msg === message);

async function trade(): Promise<void> {
  const floor = await TradingFloor.open(bus, { shard, users: 2 });
  for (let nonce = 1; nonce <= 50; nonce++) {
    for (const [number, user] of floor.users.entries()) {
      const outcome = number === 0 ? 'yes' : 'no';
      const price = 4_990 + ((nonce * 7) % 20);
      const order = { marketId: floor.marketId, nonce, outcome, price, size: 3 } as const;
      await floor.send('order', signedOrder(user, order));
    }
  }
}

/** Newest first. */
async function numbers(): Promise<number[]> {
  const names = await readdir(under.folder);
  return names.map((name) => Number(name.slice(-16))).toSorted((a, b) => b - a);
}

/** Trades, stops, and purges the journal up to snapshot `which` of `numbers`. @returns the state hash */
async function purgedTo(which: number): Promise<string> {
  const engine = await under.start();
  await engine.serving;
  await trade();
  await engine.stop();
  const { exchange } = await witness(bus, shard);
  const identity = { network: 'test', shard } as const;
  const number = (await numbers())[which]!;
  const content = await new SnapshotFolder({ path: under.folder }).read(number);
  const { position: proven } = decodeSnapshot(identity, content);
  await purgeJournalBefore({ wanted: number, proven }, identity, { bus, log: silent });
  expect((await bounds())[0]).toBe(number);
  return exchange.stateHash();
}

async function bounds(): Promise<[first: number, last: number]> {
  const { streams } = await jetstreamManager(bus.connection);
  const { first_seq, last_seq } = (await streams.info(`JOURNAL_${shard}`)).state;
  return [first_seq, last_seq];
}

async function spoil(number: number): Promise<void> {
  const file = join(under.folder, `snapshot-${String(number).padStart(16, '0')}`);
  const bytes = await readFile(file);
  bytes.write('damaged', bytes.length >> 1);
  await writeFile(file, bytes);
}

describe('a journal that begins behind a snapshot', () => {
  it.each([0, 2])('is gone on with from the snapshot %i before the newest', async (which) => {
    const before = await purgedTo(which);
    const engine = await under.start();
    await engine.serving;
    expect(stateHashAtStart(engine)).toBe(before);
    const [, last] = await bounds();
    await trade();
    expect((await bounds())[1]).toBeGreaterThan(last);
  });

  it('is stood by on, and taken over, to the same state', async () => {
    await purgedTo(1);
    const other = await mkdtemp(join(tmpdir(), 'bellwether-purged-standby-'));
    await cp(under.folder, other, { recursive: true });
    const leader = await under.start();
    await leader.serving;
    const standby = await under.start(other);
    while (logged(standby, 'standing by').length === 0) await sleep(10);
    await trade();
    await leader.stop();
    await standby.serving;
    const [newest] = await numbers();
    const taken = logged(leader, 'snapshot taken').at(-1);
    expect(taken).toMatchObject({ record: newest });
    // Users wait for an engine that takes over, so it does not hash its state.
    expect(logged(standby, 'caught up')).toHaveLength(1);
    expect(stateHashAtStart(standby)).toBeUndefined();
    await trade();
    await standby.stop();
    // This one was there all along, the next one starts from the snapshot of the first one.
    const next = await under.start();
    await next.serving;
    expect(stateHashAtStart(next)).toBe(logged(standby, 'snapshot taken').at(-1)!['state_hash']);
    await rm(other, { recursive: true, force: true });
  });

  it('is read from an older snapshot where the newest is damaged', async () => {
    const before = await purgedTo(2);
    const [newest, older] = await numbers();
    await spoil(newest!);
    const engine = await under.start();
    await engine.serving;
    expect(logged(engine, 'snapshot loaded')).toMatchObject([{ record: older }]);
    expect(stateHashAtStart(engine)).toBe(before);
  });

  it('is not served without a snapshot that reaches it, and nothing is written', async () => {
    await purgedTo(0);
    const [newest, ...older] = await numbers();
    const untouched = await bounds();
    await spoil(newest!);
    const engine = await under.start();
    await expect(engine.serving).rejects.toThrow(SnapshotNeeded);
    await expect(engine.serving).rejects.toThrow(
      `begins at record ${newest}: who knows none needs a snapshot of record ${newest! - 1} or a later one`,
    );
    const reasons = logged(engine, 'a snapshot is of no use').map(({ reason }) => String(reason));
    expect(reasons).toHaveLength(1 + older.length);
    expect(reasons.at(-1)).toBe(`the journal begins at record ${newest}, after it`);
    expect(await bounds()).toEqual(untouched);
  });
});
