import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdvisoryLock } from '../src/advisory-lock';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

let server: TestServer;
let under: TestDatabase;
beforeAll(async () => {
  server = await startTestServer();
  under = await server.database();
});
afterAll(async () => server.stop());

/** Polls until true: a closed connection is gone only a moment later. */
async function held(lock: AdvisoryLock): Promise<true> {
  while (!(await lock.hold()));
  return true;
}

describe('a lock', () => {
  it('is held by one, by its name, until it is released', async () => {
    const [one, other] = [1, 2].map(() => new AdvisoryLock(under.database, 'scan'));
    const another = new AdvisoryLock(under.database, 'else');
    expect([await one!.hold(), await other!.hold(), await another.hold()]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await one!.hold()).toBe(true);
    await one!.release();
    await held(other!);
    expect(await one!.hold()).toBe(false);
    await other!.release();
    await another.release();
  });

  it('is lost with its connection, which the holder is told of', async () => {
    const [one, other] = [1, 2].map(() => new AdvisoryLock(under.database, 'lost'));
    expect(await one!.hold()).toBe(true);
    await under.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted",
    );
    await held(other!);
    // The process learns it either way: by a refusal, or by an error of the connection.
    expect(await one!.hold().catch(() => false)).toBe(false);
    await one!.release();
    await other!.release();
  });
});
