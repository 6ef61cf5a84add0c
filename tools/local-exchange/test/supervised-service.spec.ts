/** Services here are real short-lived processes: what is tested is what happens when they end. */
import { mkdtemp, rm } from 'node:fs/promises';
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
function sleeper(options: { readonly failures?: readonly number[] } = {}) {
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
          args: ['60'],
          recordFile,
        });
        launches.push(process);
        for (const wake of waiting.splice(0)) wake();
        return process;
      },
    },
    (line) => reports.push(line),
  );
  const launched = async (count: number): Promise<ManagedProcess | undefined> => {
    while (launches.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return launches[count - 1];
  };
  return { service, reports, launches, launched };
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
