/** The time that the funding apps go by is PostgreSQL's, whatever this process's own clock says: against a real server. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FollowedClock } from '@bellwether/bus';
import { startTestPostgres } from '@bellwether/local-services';
import { MIGRATED, openDatabase } from '@bellwether/persistence';
import { followDatabaseTime, whenTimeIsKnown } from '../src/database-time';

const HOUR_MS = 3_600_000;
const TRAVERSABLE = 0o755;
/** Longer than between two looks. */
const LOOK_MS = 1_300;
const rightNowMs = Date.now.bind(Date);
const silent = { info: () => {}, warn: () => {}, error: () => {} };

const shift = (ms: number): void => {
  vi.spyOn(Date, 'now').mockImplementation(() => rightNowMs() + ms);
};

describe("PostgreSQL's time", () => {
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'database-time-'));
    await chmod(folder, TRAVERSABLE);
    postgres = await startTestPostgres({
      dataDir: join(folder, 'postgres'),
      preparation: MIGRATED,
    });
    url = await postgres.database('time');
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is known before anything begins, and no wrong clock of ours moves it', async () => {
    shift(-HOUR_MS);
    const database = openDatabase({ url, poolMax: 2, log: silent });
    const time = new FollowedClock();
    const stopping = new AbortController();
    const following = followDatabaseTime(database, time, stopping.signal);
    await whenTimeIsKnown(time, stopping.signal);
    const isRight = (): boolean => Math.abs(time.nowMs() - rightNowMs()) < 1_000;
    expect(isRight()).toBe(true);
    for (const ms of [HOUR_MS, 5_000, -5_000, 0]) {
      shift(ms);
      expect(isRight()).toBe(true);
      await sleep(LOOK_MS);
      expect(isRight()).toBe(true);
      expect(Math.abs(time.wallAheadMs - ms)).toBeLessThan(500);
    }
    stopping.abort();
    await following;
    await database.close();
  });

  it('goes on while the server is away, and is waited for where it was never known', async () => {
    const away = openDatabase({
      url: 'postgresql://nobody@127.0.0.1:1/none',
      poolMax: 1,
      log: silent,
    });
    const time = new FollowedClock();
    const stopping = new AbortController();
    const following = followDatabaseTime(away, time, stopping.signal);
    const waiting = whenTimeIsKnown(time, stopping.signal);
    const isWaiting = await Promise.race([waiting, sleep(LOOK_MS, 'waiting')]);
    expect(isWaiting).toBe('waiting');
    stopping.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await following;
    await away.close();
  });
});
