import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processStamp, startManagedProcess } from '../src/index';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-managed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** True if a process with this argument runs. */
async function isRunning(argument: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.some((line) => line.split('\0').includes(argument));
}

const shell = (script: string, argument = '') => ({
  name: 'part',
  command: 'sh',
  args: ['-c', script, 'part', argument],
});

describe('startManagedProcess', () => {
  it('leaves no process where its record cannot be written', async () => {
    const recordFile = join(folder, 'part.json');
    await mkdir(`${recordFile}.new`); // simulates a full disk
    const argument = `of ${folder}`;
    await expect(
      startManagedProcess({ ...shell('sleep 600; true', argument), recordFile }),
    ).rejects.toThrow(/EISDIR/);
    // It was killed; the system takes it away a moment later.
    await expect.poll(() => isRunning(argument), { timeout: 60_000 }).toBe(false);
  });

  it('waits for one that works longer than it may be still', async () => {
    const part = await startManagedProcess({
      ...shell(
        'i=0; while [ $i -lt 30 ]; do sleep 0.2; i=$((i + 1)); echo $i; done; echo here; exec sleep 600',
      ),
      recordFile: join(folder, 'slow.json'),
      readyTimeoutMs: 5_000,
      isReady: (line) => line === 'here',
    });
    expect(part.linesSaid()).toBe(31);
    await part.stop();
  });

  it('stops one that does nothing, and says what it said last', async () => {
    let pid = 0;
    const starting = startManagedProcess({
      ...shell('echo $$; echo waiting for Godot; exec sleep 600'),
      recordFile: join(folder, 'still.json'),
      readyTimeoutMs: 1_500,
      isReady: () => false,
      log: (line) => (pid = Number(line) || pid),
    });
    await expect(starting).rejects.toThrow(
      /^part is not ready: it did nothing for .*\n {2}\d+\n {2}waiting for Godot$/,
    );
    expect(processStamp(pid)).toBeNull();
  });
});
