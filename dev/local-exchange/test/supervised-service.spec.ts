/** Services here are real short-lived processes: what is tested is what happens when they end. */
import { mkdir, mkdtemp, readFile, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processStamp, startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import { SupervisedService } from '../src/supervised-service';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-supervised-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A service of `sleep`s whose launches can be awaited one by one. */
function sleeper(
  options: {
    readonly failures?: readonly number[];
    readonly seconds?: string;
    readonly stuck?: () => Promise<string | null>;
  } = {},
) {
  const reports: string[] = [];
  const launches: ManagedProcess[] = [];
  const waiting: (() => void)[] = [];
  let attempts = 0;
  const service = new SupervisedService(
    {
      name: 'sleeper',
      async launch() {
        if (options.failures?.includes(++attempts) === true) throw new Error('no room');
        const recordFile = join(folder, 'sleeper.json');
        const process = await startManagedProcess({
          name: 'sleeper',
          command: 'sleep',
          args: [options.seconds ?? '60'],
          recordFile,
        });
        launches.push(process);
        for (const wake of waiting.splice(0)) wake();
        return process;
      },
      ...(options.stuck === undefined ? {} : { stuck: options.stuck }),
    },
    (line) => reports.push(line),
  );
  const launched = async (count: number): Promise<ManagedProcess | undefined> => {
    while (launches.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return launches[count - 1];
  };
  return { service, reports, launches, launched };
}

/** Processes that were given this argument. */
async function pidsWith(argument: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => lines[index]?.split('\0').includes(argument)).map(Number);
}

describe('SupervisedService', () => {
  it('starts a killed process again, each time', async () => {
    const { service, reports, launched } = sleeper();
    await service.start();
    (await launched(1))?.kill('SIGKILL');
    (await launched(2))?.kill('SIGKILL');
    const third = await launched(3);
    expect(processStamp(third?.pid ?? 0)).not.toBeNull();
    expect(reports).toEqual(Array(2).fill('sleeper ended (SIGKILL): starting it again'));
    await service.stop();
  });

  it('goes on trying when a later start fails', async () => {
    const { service, reports, launched } = sleeper({ failures: [2, 3] });
    await service.start();
    (await launched(1))?.kill('SIGKILL');
    await launched(2);
    expect(reports.slice(1)).toEqual(Array(2).fill('sleeper did not start: Error: no room'));
    await service.stop();
  });

  it('leaves no process where its record cannot be written, and goes on trying', async () => {
    const seconds = `61.${process.pid}`; // no other process has this argument
    const { service, reports, launched } = sleeper({ seconds });
    await service.start();
    const recordInTheMaking = join(folder, 'sleeper.json.new');
    await mkdir(recordInTheMaking); // as good as a full disk
    (await launched(1))?.kill('SIGKILL');
    while (reports.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reports[1]).toMatch(/^sleeper did not start: Error: EISDIR/);
    await rmdir(recordInTheMaking);
    const second = await launched(2);
    expect(await pidsWith(seconds)).toEqual([second?.pid]);
    await service.stop();
    expect(await pidsWith(seconds)).toEqual([]);
  });

  it('starts one again that runs and says that only this helps', async () => {
    let isStuck = false;
    const { service, reports, launched } = sleeper({
      stuck: async () => (isStuck ? 'it cannot write' : null),
    });
    await service.start();
    isStuck = true;
    const first = await launched(1);
    await first?.exited;
    isStuck = false;
    const second = await launched(2);
    expect(second?.pid).not.toBe(first?.pid);
    expect(reports).toEqual([
      'sleeper is stopped, to be started again: it cannot write',
      'sleeper ended (SIGTERM): starting it again',
    ]);
    await service.stop();
  });

  it('lets the first start fail', async () => {
    const { service } = sleeper({ failures: [1] });
    await expect(service.start()).rejects.toThrow('no room');
    await service.stop();
  });

  it('leaves nothing running after a stop, even one that comes while it starts', async () => {
    const { service, launches } = sleeper();
    const starting = service.start();
    await Promise.all([starting, service.stop()]);
    await service.stop();
    expect(launches.map(({ pid }) => processStamp(pid))).toEqual([null]);
  });
});
