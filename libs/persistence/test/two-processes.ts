import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../src/database';
import { openTestDatabase, startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

export interface TwoProcesses {
  readonly db: TestDatabase;
  /** Another process on the same database. */
  readonly other: Database;
}

/** A database of its own for each test of a file, with two processes on it. */
export function twoProcesses(): TwoProcesses {
  let server: TestServer;
  let db: TestDatabase;
  let other: Database | undefined;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await other?.close();
    db = await server.database();
    other = openTestDatabase(db.url);
  });
  afterAll(async () => {
    await other?.close();
    await server.stop();
  });
  return {
    get db() {
      return db;
    },
    get other() {
      return other!;
    },
  };
}
