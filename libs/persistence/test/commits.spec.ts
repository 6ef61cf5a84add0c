import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectionsOf, openDatabase } from '../src/database';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

let server: TestServer;
let db: TestDatabase;

beforeAll(async () => {
  server = await startTestServer();
  db = await server.database();
});
afterAll(() => server.stop());

it.each([
  [false, 'on'],
  [true, 'off'],
])('commits of what is rebuilt (%s) are waited for: %s', async (isRebuilt, expected) => {
  const database = openDatabase({ url: db.url, poolMax: 1, isRebuilt, log: { warn: () => {} } });
  const rows = await connectionsOf(database).rows('SHOW synchronous_commit', []);
  expect(rows).toEqual([{ synchronous_commit: expected }]);
  await database.close();
});
