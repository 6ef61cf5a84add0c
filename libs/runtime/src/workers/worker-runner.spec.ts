import { getMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { InvariantViolation, CodedError, Fault } from '@bellwether/errors';
import { Alarms, WorkerCounters, WorkerRunner, Metrics, verdictOf } from '../index';
import type { Worker, Reader } from '../index';

function runnerOf(
  workers: readonly Worker[],
  readers: readonly Reader[] = [],
  quietAfterMs = 60_000,
) {
  const metrics = new Metrics({ service: 'some-app' });
  const lines: object[] = [];
  const log = {
    warn: (fields: object) => void lines.push(fields),
    error: (fields: object) => void lines.push(fields),
  };
  const alarms = new Alarms(['work_failed', 'other'], log, metrics);
  const counters = new WorkerCounters(metrics);
  const alarm = (details: object) => alarms.raise('work_failed', details);
  const parts = { log, counters, alarm, quietAfterMs };
  return { runner: new WorkerRunner({ workers, readers }, parts), metrics, lines };
}

/** A worker that does these things, one a tick. The promise resolves when all are done. */
function script(...ticks: (() => number)[]): { worker: Worker; over: Promise<void> } {
  let finish = (): void => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const tick = async (): Promise<number> => {
    const next = ticks.shift();
    if (next === undefined) {
      finish();
      return 0;
    }
    return next();
  };
  return { worker: { name: 'scripted', pauseMs: 1, tick }, over };
}

const failing = (error: Error) => () => {
  throw error;
};

describe('what is to become of work that threw', () => {
  it.each([
    ['stop', new InvariantViolation('x')],
    ['retry', new Fault('retry', 'x')],
    ['alarm', new Fault('poison', 'x')],
    ['retry', new CodedError('CHAIN_UNAVAILABLE')],
    ['alarm', new CodedError('VALIDATION_FAILED')],
    ['alarm', new TypeError('x')],
  ] as const)('%s: %s', (verdict, error) => {
    expect(verdictOf(error)).toBe(verdict);
  });
});

describe('many at once', () => {
  it('may all listen for the stop: no warning of a leak', async () => {
    const quiet = (name: string): Worker => ({ name, pauseMs: 10_000, tick: async () => 0 });
    const workers = Array.from({ length: 20 }, (_, index) => quiet(`duty ${index}`));
    const allowed = new Promise<number>((resolve) => {
      const run = async (signal: AbortSignal): Promise<void> => resolve(getMaxListeners(signal));
      const { runner } = runnerOf(workers, [{ name: 'reader', run }]);
      runner.start(() => undefined);
      void runner.stop();
    });
    expect(await allowed).toBeGreaterThanOrEqual(21);
  });
});

describe('a duty', () => {
  it('goes on after what it threw; faults are counted, poison wakes somebody', async () => {
    const { worker, over } = script(
      () => 2,
      failing(new Fault('retry', 'away')),
      () => 1,
      failing(new Fault('poison', 'bad')),
    );
    const { runner, metrics } = runnerOf([worker]);
    runner.start(() => undefined);
    await over;
    await runner.stop();
    expect(runner.failing.size).toBe(0);
    const { text } = await metrics.expose();
    expect(text).toMatch(/bellwether_some_app_done_total\{duty="scripted".*\} 3/);
    expect(text).toMatch(/bellwether_some_app_failures_total\{duty="scripted".*\} 2/);
    expect(text).toMatch(/bellwether_some_app_alarms_total\{kind="work_failed".*\} 1/);
    expect(text).toMatch(/bellwether_some_app_alarms_total\{kind="other".*\} 0/);
  });

  it('that does nothing but fail is told of, until it goes well', async () => {
    const reported: boolean[] = [];
    let look = async (): Promise<void> => undefined;
    const away = failing(new Fault('retry', 'away'));
    const ticks = [away, away, () => 0, () => 0];
    const tick = async (): Promise<number> => {
      await look();
      return (ticks.shift() ?? (() => 0))();
    };
    const { runner, metrics } = runnerOf([{ name: 'scripted', pauseMs: 1, tick }]);
    const over = new Promise<void>((resolve) => {
      look = async () => {
        const { text } = await metrics.expose();
        reported.push(/bellwether_some_app_failing_seconds\{duty="scripted".*\} \d/.test(text));
        if (reported.length === 4) resolve();
      };
    });
    runner.start(() => undefined);
    await over;
    await runner.stop();
    expect(reported.slice(0, 4)).toEqual([false, true, true, false]);
  });

  it('ends the process with a broken belief', async () => {
    const broken = new InvariantViolation('x');
    const { worker } = script(failing(broken));
    const { runner } = runnerOf([worker]);
    expect(await new Promise((resolve) => runner.start(resolve))).toBe(broken);
    await runner.stop();
  });
});

describe('in quiet times', () => {
  /** Counts its ticks. */
  class Looking implements Worker {
    readonly pauseMs = 1;
    ticks = 0;
    finds = 0;
    private reported: () => void = () => {};

    constructor(
      readonly name: string,
      readonly quietPauseMs: number,
    ) {}

    async tick(): Promise<number> {
      this.ticks++;
      this.reported();
      return this.finds-- > 0 ? 1 : ((this.finds = 0), 0);
    }

    /** When it looks again. */
    async looks(): Promise<void> {
      await new Promise<void>((resolve) => (this.reported = resolve));
    }
  }
  const never = 1_000_000;

  it('a duty looks more seldom, and at once when something is heard', async () => {
    const worker = new Looking('told', never);
    const { runner } = runnerOf([worker], [], 50);
    runner.start(() => undefined);
    for (let looked = 0; looked < 3; looked++) await worker.looks();
    for (let before = -1; before !== worker.ticks; await sleep(50)) before = worker.ticks;
    const looks = worker.looks();
    runner.wake();
    await looks;
    // And often again, for a while.
    const before = worker.ticks;
    await worker.looks();
    expect(worker.ticks).toBe(before + 1);
    await runner.stop();
  });

  it('is told by a reader, and by what another duty did', async () => {
    const [reported, finding] = [new Looking('told', never), new Looking('finding', 0)];
    let receive = (): void => {};
    const reader: Reader = {
      name: 'reader',
      async run(signal, wake) {
        receive = wake;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    };
    const { runner } = runnerOf([reported, finding], [reader], 30);
    runner.start(() => undefined);
    for (const report of [() => receive(), () => (finding.finds = 1)]) {
      await sleep(100);
      const before = reported.ticks;
      const looks = reported.looks();
      report();
      await looks;
      expect(reported.ticks).toBe(before + 1);
    }
    await runner.stop();
  });

  it('who looks where nobody tells of anything goes on, and who looks seldom anyhow is not woken', async () => {
    const outside = new Looking('outside', 0);
    const seldom: Worker & { ticks: number } = {
      name: 'seldom',
      pauseMs: never,
      ticks: 0,
      async tick() {
        this.ticks++;
        return 0;
      },
    };
    const { runner } = runnerOf([outside, seldom], [], 20);
    runner.start(() => undefined);
    await sleep(60);
    await outside.looks();
    runner.wake();
    await sleep(20);
    expect(seldom.ticks).toBe(1);
    await runner.stop();
  });

  it('a stop waits for no pause', async () => {
    const { runner } = runnerOf([new Looking('told', never)], [], 0);
    runner.start(() => undefined);
    await sleep(20);
    const begunMs = performance.now();
    await runner.stop();
    expect(performance.now() - begunMs).toBeLessThan(never);
  });
});

describe('a reader', () => {
  it('is begun again when it ends, and ends when it is told to', async () => {
    let begun = 0;
    const reader = (settle: () => void): Reader => ({
      name: 'reader',
      async run(signal) {
        if (++begun < 3) throw new Fault('retry', 'cut off');
        settle();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    let runner: WorkerRunner | undefined;
    await new Promise<void>((resolve) => {
      runner = runnerOf([], [reader(resolve)]).runner;
      runner.start(() => undefined);
    });
    expect(runner?.failing.get('reader')).toBeInstanceOf(Fault);
    await runner?.stop();
    expect(begun).toBe(3);
  });
});
