import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionsOf } from '../src/database';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a statement without BEGIN and COMMIT', () => {
  it('is written whole, or not at all', async () => {
    const { database, rows } = await server.database();
    const connections = connectionsOf(database);
    await connections.statement((client) =>
      client.query('CREATE TABLE kept (one int CHECK (one < 3))'),
    );
    await connections.statement((client) => client.query('INSERT INTO kept VALUES ($1), (2)', [1]));
    const refused = connections.statement((client) =>
      client.query('INSERT INTO kept VALUES (1), (3)'),
    );
    await expect(refused).rejects.toThrow('violates check constraint');
    expect(await rows('SELECT one FROM kept ORDER BY one')).toEqual([{ one: 1 }, { one: 2 }]);
  });

  it('is one: a second would not be undone with it', async () => {
    const { database } = await server.database();
    const two = connectionsOf(database).statement(async (client) => {
      await client.query('SELECT 1');
      await client.query('SELECT 2');
    });
    await expect(two).rejects.toThrow('one statement: two are a transaction');
  });

  it('runs again where it lost a conflict', async () => {
    const { database } = await server.database();
    let attempts = 0;
    const conflict = "DO $$ BEGIN RAISE SQLSTATE '40001'; END $$";
    const done = await connectionsOf(database).statement((client) =>
      client.query(++attempts < 3 ? conflict : 'SELECT 1 AS one'),
    );
    expect([attempts, done.rows]).toEqual([3, [{ one: 1 }]]);
  });
});
