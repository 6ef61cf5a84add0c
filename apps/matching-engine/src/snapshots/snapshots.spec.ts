/** Writing a snapshot of a large state leaves the event loop to others. */
import { Hash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JOURNAL_START, decodeSnapshot, hashOf } from '@bellwether/bus';
import { SnapshotFolder } from '@bellwether/journal-files';
import { Metrics, createLogger } from '@bellwether/runtime';
import { MAX_SNAPSHOT_AGE_MS } from '../limits';
import { SnapshotMetrics } from '../telemetry/snapshot-metrics';
import { Snapshots } from './snapshots';

const MIB = 2 ** 20;
const identity = { network: 'test', shard: 0 } as const;
const position = { ...JOURNAL_START, number: 7, lastSeq: 9 };

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'bellwether-snapshots-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(path, { recursive: true, force: true });
});

async function snapshotsOf(state: Uint8Array, everyCommands = 1) {
  const folder = new SnapshotFolder({ path });
  await folder.open();
  const snapshots = new Snapshots({
    identity,
    exchange: { lastSeq: position.lastSeq, snapshot: () => state, load: () => {} },
    journal: { position, firstNumber: async () => 1, goOnFrom: async () => {} },
    folder,
    everyCommands,
    metrics: new SnapshotMetrics(new Metrics({ service: 'test' })),
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  return { folder, snapshots };
}

it('its state is hashed by the mebibyte, each in a turn of its own', async () => {
  const state = new Uint8Array(5 * MIB + 1).fill(1);
  const { folder, snapshots } = await snapshotsOf(state);
  let turn = 0;
  const count = (): void => {
    turn++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const hashed: { turn: number; length: number }[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const { update } = Hash.prototype;
  vi.spyOn(Hash.prototype, 'update').mockImplementation(function (
    this: Hash,
    bytes: Uint8Array | string,
  ) {
    hashed.push({ turn, length: bytes.length });
    return Reflect.apply(update, this, [bytes]);
  });
  snapshots.afterRecord({ seq: position.lastSeq, index: 0 });
  await snapshots.atTheEnd();
  vi.restoreAllMocks();
  clearImmediate(counting);
  expect(Math.max(...hashed.map(({ length }) => length))).toBe(MIB);
  // The state alone, and the file.
  expect(hashed.filter(({ length }) => length === MIB)).toHaveLength(10);
  expect(new Set(hashed.map((one) => one.turn)).size).toBe(hashed.length);
  const written = decodeSnapshot(identity, await folder.read(position.number));
  expect(written).toMatchObject({ position, lastEvent: { seq: position.lastSeq, index: 0 } });
  expect(Buffer.compare(written.state, state)).toBe(0);
});

it('its file is as it always was', async () => {
  const state = new Uint8Array(1_000).map((_, at) => at % 251);
  const { snapshots } = await snapshotsOf(state);
  snapshots.afterRecord({ seq: position.lastSeq, index: 3 });
  await snapshots.atTheEnd();
  const file = await readFile(join(path, 'snapshot-0000000000000007'));
  expect(Buffer.from(hashOf(file)).toString('hex')).toBe(
    '1b1fd04589f10e398338d1e017ac8f54ae80e5b53f25dd3e382a61c8fddbfb1b',
  );
});

it('is taken every six hours, also while a standby takes its own', async () => {
  const { folder, snapshots } = await snapshotsOf(new Uint8Array([1]), 1_000);
  const beganMs = performance.now();
  const elapsed = vi.spyOn(performance, 'now');
  const recordAt = (ageMs: number): void => {
    elapsed.mockReturnValue(beganMs + ageMs);
    snapshots.leaveToStandby();
    snapshots.afterRecord({ seq: position.lastSeq, index: 0 });
  };
  recordAt(MAX_SNAPSHOT_AGE_MS - 60_000);
  await nextTurn();
  expect(await folder.numbers()).toEqual([]);
  recordAt(MAX_SNAPSHOT_AGE_MS + 60_000);
  elapsed.mockRestore();
  while ((await folder.numbers()).length === 0) await nextTurn();
  expect(await folder.numbers()).toEqual([position.number]);
});
