import { describe, expect, it } from 'vitest';
import { ProgressWatch } from './index';

/** Checks once a second, while `seconds` pass. */
function watch(options: {
  readonly cpuSeconds: (second: number) => number | null;
  readonly sign?: (second: number) => string | number;
  readonly stillMs?: number;
  readonly seconds: number;
}) {
  let second = 0;
  const progress = new ProgressWatch(1, {
    now: () => second * 1_000,
    cpuSeconds: () => options.cpuSeconds(second),
    stillMs: options.stillMs,
  });
  for (; second <= options.seconds; second++) {
    const end = progress.end(options.sign?.(second) ?? '');
    if (end !== null) return { second, end };
  }
  return null;
}

describe('ProgressWatch', () => {
  it.each([
    ['uses CPU time, be it a second a minute', { cpuSeconds: (at: number) => Math.floor(at / 59) }],
    ['writes a line a minute', { cpuSeconds: () => 0, sign: (at: number) => Math.floor(at / 59) }],
    [
      'works where nobody tells its CPU time',
      { cpuSeconds: () => null, sign: (at: number) => Math.floor(at / 599) },
    ],
  ])('lasts for half an hour with a process that %s', (_title, process) => {
    expect(watch({ ...process, seconds: 1_800 })).toBeNull();
  });

  it('ends a minute after the last sign of work', () => {
    expect(watch({ cpuSeconds: (at) => Math.min(at, 100), seconds: 1_800 })).toEqual({
      second: 160,
      end: 'it did nothing for 60 s, 160 s after its start',
    });
  });

  it('lasts longer where CPU time cannot be read', () => {
    expect(watch({ cpuSeconds: () => null, seconds: 1_800 })?.second).toBe(600);
  });

  it('lasts as long as asked, without an end where that is wanted', () => {
    expect(watch({ cpuSeconds: () => 0, stillMs: 5_000, seconds: 100 })?.second).toBe(5);
    expect(watch({ cpuSeconds: () => 0, stillMs: Infinity, seconds: 10_000 })).toBeNull();
  });

  it('ends after an hour with one that goes round in circles', () => {
    expect(watch({ cpuSeconds: (at) => at, seconds: 10_000 })?.second).toBe(3_600);
  });

  it('sees the CPU time of a real process', () => {
    let nowMs = 0;
    const progress = new ProgressWatch(process.pid, { now: () => nowMs, stillMs: 1 });
    expect(progress.end()).toBeNull();
    const { user, system } = process.cpuUsage();
    const used = () => process.cpuUsage({ user, system });
    while (used().user + used().system < 1_100_000);
    nowMs = 10;
    expect(progress.end()).toBeNull();
    nowMs = 20;
    expect(progress.end()).toMatch(/^it did nothing/);
  });
});
