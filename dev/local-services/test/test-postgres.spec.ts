/** Servers for tests are copies of a template in the cache, which here is this file's own folder. */
import { mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from 'pg';
import { startPostgres, startTestPostgres } from '../src/index';
import type { Preparation, TestPostgres } from '../src/index';

const DAY_MS = 24 * 3_600_000;

let folder: string;
let cache: string;
let starts = 0;
/** Keys of the preparations that ran. */
const made: string[] = [];
const running: TestPostgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-template-'));
  cache = join(folder, 'cache');
  vi.stubEnv('BELLWETHER_CACHE', cache);
});
afterEach(() => Promise.all(running.splice(0).map((server) => server.stop())));
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** A table that contains the key it was made for. */
const preparationOf = (key: string): Preparation => ({
  key: () => Promise.resolve(key),
  prepare: async (url) => {
    made.push(key);
    await query(url, `CREATE TABLE made AS SELECT '${key}' AS key`);
  },
});

async function start(preparation: Preparation): Promise<TestPostgres> {
  const dataDir = join(folder, `postgres-${++starts}`);
  const server = await startTestPostgres({ dataDir, preparation });
  running.push(server);
  return server;
}

const madeFor = async (server: TestPostgres, name = 'one') =>
  query(await server.database(name), 'SELECT key FROM made');
const inCache = () => readdir(join(cache, 'postgres'));
async function age(...names: string[]): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const name of names) await utimes(join(cache, 'postgres', name), longAgo, longAgo);
}

describe('a PostgreSQL for tests', () => {
  it('has databases as they were prepared, which share nothing', async () => {
    const server = await start(preparationOf('a'));
    const [one, other] = [await server.database('one'), await server.database('other')];
    await query(one, `INSERT INTO made VALUES ('one alone')`);
    expect(await query(one, 'SELECT key FROM made')).toEqual(['a', 'one alone']);
    expect(await query(other, 'SELECT key FROM made')).toEqual(['a']);
  });

  it('is a copy: what was prepared once is not prepared again, nor changed by those that have it', async () => {
    const first = await start(preparationOf('a'));
    await query(await first.database('changed'), `INSERT INTO made VALUES ('first')`);
    expect(await madeFor(await start(preparationOf('a')))).toEqual(['a']);
    expect(made).toEqual(['a']);
    expect(await inCache()).toHaveLength(1);
  });

  it('is another for another key', async () => {
    expect(await madeFor(await start(preparationOf('b')))).toEqual(['b']);
    expect(await inCache()).toHaveLength(2);
  });

  it('is made once for those that start at once, where none was made before', async () => {
    const servers = await Promise.all(['c', 'c'].map((key) => start(preparationOf(key))));
    for (const server of servers) expect(await madeFor(server)).toEqual(['c']);
    expect(made.filter((key) => key === 'c')).toEqual(['c']);
    expect(await inCache()).toHaveLength(3);
  });

  it('can be killed and continued', async () => {
    const dataDir = join(folder, 'killed');
    const first = await startTestPostgres({ dataDir, preparation: preparationOf('a') });
    const url = await first.database('kept');
    await query(url, `INSERT INTO made VALUES ('kept')`);
    first.kill('SIGKILL');
    await first.exited;
    await expect(startTestPostgres({ dataDir, preparation: preparationOf('a') })).rejects.toThrow(
      'has a cluster',
    );
    const second = await startPostgres({ dataDir, port: first.port });
    expect(await query(url, 'SELECT key FROM made')).toEqual(['a', 'kept']);
    await second.stop();
  });
});

describe('a template', () => {
  it('whose preparation fails is none', async () => {
    const before = await inCache();
    const prepare = () => Promise.reject(new Error('not today'));
    await expect(start({ ...preparationOf('d'), prepare })).rejects.toThrow('not today');
    expect(await inCache()).toEqual(before);
  });

  it('that a killed process had half made is in the way of none, and goes after a day', async () => {
    const before = await inCache();
    await start(preparationOf('e'));
    const [template = ''] = (await inCache()).filter((name) => !before.includes(name));
    const half = `${template}-half`;
    await rename(join(cache, 'postgres', template), join(cache, 'postgres', half));
    expect(await madeFor(await start(preparationOf('e')))).toEqual(['e']);
    expect(await inCache()).toEqual(expect.arrayContaining([template, half]));

    await age(half);
    await start(preparationOf('f'));
    expect(await inCache()).toContain(template);
    expect(await inCache()).not.toContain(half);
  });

  it('stays while it is used, however long ago it was made', async () => {
    await age(...(await inCache()));
    expect(await madeFor(await start(preparationOf('a')))).toEqual(['a']);
    await start(preparationOf('g'));
    expect(await inCache()).toHaveLength(2);
    expect(made.filter((key) => key === 'a')).toEqual(['a']);
  });
});
