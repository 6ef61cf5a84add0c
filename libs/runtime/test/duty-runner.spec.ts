import { getMaxListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { BrokenBelief, CodedError, Fault } from '@bellwether/errors';
import { Alarms, DutyCounters, DutyRunner, Metrics, verdictOf } from '../src';
import type { Duty, Reader } from '../src';

function runnerOf(duties: readonly Duty[], readers: readonly Reader[] = []) {
  const metrics = new Metrics({ service: 'some-app' });
  const lines: object[] = [];
  const log = {
    warn: (fields: object) => void lines.push(fields),
    error: (fields: object) => void lines.push(fields),
  };
  const alarms = new Alarms(['work_failed', 'other'], log, metrics);
  const counters = new DutyCounters(metrics);
  const alarm = (details: object) => alarms.raise('work_failed', details);
  return { runner: new DutyRunner({ duties, readers }, { log, counters, alarm }), metrics, lines };
}

/** A duty that does these things, a round each; the promise resolves when all are done. */
function script(...rounds: (() => number)[]): { duty: Duty; over: Promise<void> } {
  let finish = (): void => {};
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const round = async (): Promise<number> => {
    const next = rounds.shift();
    if (next === undefined) {
      finish();
      return 0;
    }
    return next();
  };
  return { duty: { name: 'scripted', pauseMs: 1, round }, over };
}

const failing = (error: Error) => () => {
  throw error;
};

describe('what is to become of work that threw', () => {
  it.each([
    ['stop', new BrokenBelief('x')],
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
    const quiet = (name: string): Duty => ({ name, pauseMs: 10_000, round: async () => 0 });
    const duties = Array.from({ length: 20 }, (_, index) => quiet(`duty ${index}`));
    const allowed = new Promise<number>((resolve) => {
      const run = async (signal: AbortSignal): Promise<void> => resolve(getMaxListeners(signal));
      const { runner } = runnerOf(duties, [{ name: 'reader', run }]);
      runner.start(() => undefined);
      void runner.stop();
    });
    expect(await allowed).toBeGreaterThanOrEqual(21);
  });
});

describe('a duty', () => {
  it('goes on after what it threw; faults are counted, poison wakes somebody', async () => {
    const { duty, over } = script(
      () => 2,
      failing(new Fault('retry', 'away')),
      () => 1,
      failing(new Fault('poison', 'bad')),
    );
    const { runner, metrics } = runnerOf([duty]);
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
    const told: boolean[] = [];
    let look = async (): Promise<void> => undefined;
    const away = failing(new Fault('retry', 'away'));
    const rounds = [away, away, () => 0, () => 0];
    const round = async (): Promise<number> => {
      await look();
      return (rounds.shift() ?? (() => 0))();
    };
    const { runner, metrics } = runnerOf([{ name: 'scripted', pauseMs: 1, round }]);
    const over = new Promise<void>((resolve) => {
      look = async () => {
        const { text } = await metrics.expose();
        told.push(/bellwether_some_app_failing_seconds\{duty="scripted".*\} \d/.test(text));
        if (told.length === 4) resolve();
      };
    });
    runner.start(() => undefined);
    await over;
    await runner.stop();
    expect(told.slice(0, 4)).toEqual([false, true, true, false]);
  });

  it('ends the process with a broken belief', async () => {
    const broken = new BrokenBelief('x');
    const { duty } = script(failing(broken));
    const { runner } = runnerOf([duty]);
    expect(await new Promise((resolve) => runner.start(resolve))).toBe(broken);
    await runner.stop();
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
    let runner: DutyRunner | undefined;
    await new Promise<void>((resolve) => {
      runner = runnerOf([], [reader(resolve)]).runner;
      runner.start(() => undefined);
    });
    expect(runner?.failing.get('reader')).toBeInstanceOf(Fault);
    await runner?.stop();
    expect(begun).toBe(3);
  });
});
