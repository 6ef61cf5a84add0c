/**
 * The servers as tests and the local run use them: real ones, in folders as `mkdtemp` makes them. What matters is that
 * data outlives every way to die, and that no process is left behind.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Client } from 'pg';
import { createDatabase, findNatsServer, startNatsServer, startPostgres } from '../src/index';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-services-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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

async function storedMessages(url: string, token: string): Promise<number> {
  const connection = await connect({ servers: url, token });
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info('KEPT');
  await connection.close();
  return state.messages;
}

describe('nats-server', () => {
  it('is found at a version that may carry the journal', async () => {
    const { stdout } = await run(await findNatsServer(), ['--version']);
    expect(stdout).toMatch(/v2\.(1\d|[2-9]\d)\./);
  });

  it('keeps acknowledged messages over kill -9 and continues on the same port', async () => {
    const dataDir = join(folder, 'nats');
    const token = 'a-secret';
    const first = await startNatsServer({ dataDir, token });
    const connection = await connect({ servers: first.url, token });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'KEPT', subjects: ['kept'] });
    await jetstream(connection).publish('kept', 'one');
    await jetstream(connection).publish('kept', 'two');
    await connection.close();
    first.kill('SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });

    const second = await startNatsServer({ dataDir, token, port: first.port });
    expect(second.url).toBe(first.url);
    expect(await storedMessages(second.url, token)).toBe(2);
    await second.stop();
  });

  it('lets nobody in without the token and keeps its configuration from other accounts', async () => {
    const dataDir = join(folder, 'guarded');
    const server = await startNatsServer({ dataDir, token: 'a-secret' });
    await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow(
      /authorization/i,
    );
    const { mode } = await stat(join(dataDir, 'nats.conf'));
    expect(mode & 0o777).toBe(0o600);
    await server.stop();
  });

  it('refuses a folder that is served already', async () => {
    const dataDir = join(folder, 'busy');
    const server = await startNatsServer({ dataDir });
    await expect(startNatsServer({ dataDir })).rejects.toThrow(/already served by process/);
    await server.stop();
  });
});

describe('PostgreSQL', () => {
  it('keeps committed rows over kill -9 and over a stop', async () => {
    const dataDir = join(folder, 'postgres');
    const first = await startPostgres({ dataDir });
    const url = await createDatabase(first.url, 'kept');
    await createDatabase(first.url, 'kept'); // an existing one is fine
    await query(url, 'CREATE TABLE numbers (n int)');
    await query(url, 'INSERT INTO numbers VALUES (1), (2)');
    first.kill('SIGKILL');
    await first.exited;

    const second = await startPostgres({ dataDir, port: first.port });
    expect(second.url).toBe(first.url);
    expect(await query(url, 'SELECT n FROM numbers ORDER BY n')).toEqual([1, 2]);
    await second.stop();

    const third = await startPostgres({ dataDir });
    const moved = new URL(url);
    moved.port = String(third.port);
    expect(await query(moved.href, 'SELECT count(*)::int FROM numbers')).toEqual([2]);
    await third.stop();
  });

  it('starts over a lock file whose process id is another live process of the same account', async () => {
    const dataDir = join(folder, 'recycled');
    const first = await startPostgres({ dataDir });
    first.kill('SIGKILL');
    await first.exited;
    const lock = join(dataDir, 'cluster', 'postmaster.pid');
    const { uid, gid } = await stat(lock);
    const other = spawn('sleep', ['60'], { uid, gid });
    await run('sh', ['-c', `sed -i '1s/.*/${other.pid}/' "$0"`, lock], { uid, gid });

    const second = await startPostgres({ dataDir });
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
    await second.stop();
    other.kill();
  });

  it('lets nobody in with another password', async () => {
    const server = await startPostgres({ dataDir: join(folder, 'locked') });
    const wrong = new URL(server.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    await server.stop();
  });
});
