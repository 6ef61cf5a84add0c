import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startManagedProcess } from '../src/index';

const sessionOf = (pid: number): string => {
  const file = `/proc/${pid}/autogroup`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'no sessions';
};

/** `SCHED_BATCH` is 3 (sched(7)); what stands before it in the line, the name included, has a fixed number of words. */
const policyOf = (pid: number, thread: number): string | undefined => {
  const file = `/proc/${pid}/task/${thread}/stat`;
  if (!existsSync(file)) return BATCH;
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38];
};
const BATCH = spawnSync('chrt', ['--help']).error === undefined ? '3' : '0';

it('a process in the background lets others go first, by itself and by its session', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-niceness-'));
  const idle = await startManagedProcess({
    name: 'idle',
    command: process.execPath,
    args: ['-e', 'console.log("up"); setInterval(() => {}, 1_000)'],
    recordFile: join(folder, 'idle.json'),
    isReady: (line) => line === 'up',
  });
  try {
    await idle.letOthersGoFirst(7);
    const threads = `/proc/${idle.pid}/task`;
    const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [idle.pid];
    expect(ids.map((id) => getPriority(id))).toEqual(ids.map(() => 7));
    expect(ids.map((id) => policyOf(idle.pid, id))).toEqual(ids.map(() => BATCH));
    expect(sessionOf(idle.pid)).toMatch(/ nice 7$|^no sessions$/);
  } finally {
    await idle.stop();
    await rm(folder, { recursive: true });
  }
});
