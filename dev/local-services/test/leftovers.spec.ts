/**
 * No server may be left behind, however its starter ends. The starter here is a process of its own, from a bundle, so
 * that it can be killed with -9.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNatsServer, processStamp, startNatsServer } from '../src/index';

const run = promisify(execFile);
const ROLLDOWN = fileURLToPath(new URL('../../../node_modules/.bin/rolldown', import.meta.url));
const STARTER = `
import { startNatsServer } from './nats-server.mjs';
const server = await startNatsServer({ dataDir: process.argv[2] });
console.log(server.pid);
setInterval(() => {}, 1_000);
`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-leftovers-'));
  const source = fileURLToPath(new URL('../src/nats-server.ts', import.meta.url));
  const bundle = join(folder, 'nats-server.mjs');
  await run(ROLLDOWN, [source, '--file', bundle, '--format', 'esm', '--platform', 'node']);
  await writeFile(join(folder, 'starter.mjs'), STARTER);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startedByAnother(
  dataDir: string,
): Promise<{ starter: ChildProcess; serverPid: number }> {
  const starter = spawn(process.execPath, [join(folder, 'starter.mjs'), dataDir], {
    env: { ...process.env, BELLWETHER_CACHE: dirname(await findNatsServer()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: string[] = await once(createInterface({ input: starter.stdout }), 'line');
  return { starter, serverPid: Number(line) };
}

async function eventuallyGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && processStamp(pid) !== null; attempt++) await sleep(25);
  return processStamp(pid) === null;
}

describe('a starter killed with -9', () => {
  it('takes its server along', async () => {
    const { starter, serverPid } = await startedByAnother(join(folder, 'leashed'));
    expect(processStamp(serverPid)).not.toBeNull();
    starter.kill('SIGKILL');
    expect(await eventuallyGone(serverPid)).toBe(true);
  });

  it('does not keep the next start from the folder, even at once', async () => {
    const dataDir = join(folder, 'again');
    const { starter, serverPid } = await startedByAnother(dataDir);
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    const server = await startNatsServer({ dataDir });
    expect(processStamp(serverPid)).toBeNull();
    await server.stop();
  });
});

describe('the record of a process', () => {
  const dataDir = () => join(folder, 'recorded');
  const recordFile = () => join(dataDir(), 'process.json');
  const deadParent = { parentPid: 1, parentStamp: 'of another boot' };

  it('names server and starter while it runs, and goes with it', async () => {
    const server = await startNatsServer({ dataDir: dataDir() });
    expect(JSON.parse(await readFile(recordFile(), 'utf8'))).toEqual({
      pid: server.pid,
      stamp: processStamp(server.pid),
      parentPid: process.pid,
      parentStamp: processStamp(process.pid),
    });
    await server.stop();
    await expect(readFile(recordFile())).rejects.toThrow(/ENOENT/);
  });

  it('lets the next start stop a server whose starter is gone', async () => {
    await mkdir(dataDir(), { recursive: true });
    const orphan = spawn('sleep', ['60'], { stdio: 'ignore' });
    const pid = orphan.pid ?? 0;
    await writeFile(recordFile(), JSON.stringify({ pid, stamp: processStamp(pid), ...deadParent }));
    const server = await startNatsServer({ dataDir: dataDir() });
    expect(processStamp(pid)).toBeNull();
    await server.stop();
  });

  it('spares a process that only has the recorded id', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    const pid = other.pid ?? 0;
    await writeFile(recordFile(), JSON.stringify({ pid, stamp: 'another life', ...deadParent }));
    const server = await startNatsServer({ dataDir: dataDir() });
    expect(processStamp(pid)).not.toBeNull();
    await server.stop();
    other.kill();
  });
});
