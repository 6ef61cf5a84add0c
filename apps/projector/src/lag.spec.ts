import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Lag } from './lag';

describe('the lag of history', () => {
  it('is unknown until the stream was seen', () => {
    const lag = new Lag(8);
    lag.reach(5);
    expect([lag.messages(), lag.milliseconds(0), lag.isLevel]).toEqual([null, null, false]);
  });

  it('is nothing at the tail, also of an empty stream', () => {
    const lag = new Lag(8);
    lag.sawTail(0, 100);
    expect([lag.messages(), lag.milliseconds(900), lag.isLevel]).toEqual([0, 0, true]);
  });

  it('counts messages, and the time since the oldest of them was seen', () => {
    const lag = new Lag(8);
    lag.sawTail(10, 1_000);
    lag.sawTail(12, 2_000);
    lag.sawTail(12, 3_000);
    expect([lag.messages(), lag.milliseconds(4_000)]).toEqual([12, 3_000]);
    lag.reach(10);
    expect([lag.messages(), lag.milliseconds(4_000)]).toEqual([2, 2_000]);
    lag.reach(11);
    expect([lag.messages(), lag.milliseconds(4_500)]).toEqual([1, 2_500]);
    lag.reach(12);
    expect([lag.messages(), lag.milliseconds(5_000), lag.isLevel]).toEqual([0, 0, true]);
  });

  it('does not count the hours before, when nothing happened', () => {
    const lag = new Lag(8);
    lag.sawTail(3, 0);
    lag.reach(3);
    lag.sawTail(4, 3_600_000);
    expect(lag.milliseconds(3_600_250)).toBe(250);
  });

  it('is nothing, but not level, where the stream is shorter than what was read from it', () => {
    const lag = new Lag(8);
    lag.reach(9);
    lag.sawTail(4, 0);
    expect([lag.messages(), lag.milliseconds(100), lag.isLevel]).toEqual([0, 0, false]);
  });

  it('stays exact for the oldest message while the others are thinned out', () => {
    const lag = new Lag(4);
    for (let tail = 1; tail <= 1_000; tail++) lag.sawTail(tail, tail * 1_000);
    expect(lag.milliseconds(1_000_000)).toBe(999_000);
  });

  it('is never more than the age of the oldest message that is missing', () => {
    const step = fc.record({ grow: fc.nat({ max: 3 }), reach: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const lag = new Lag(6);
        const arrivedMs: number[] = [0];
        let reached = 0;
        for (const [index, { grow, reach }] of steps.entries()) {
          const nowMs = (index + 1) * 1_000;
          for (let message = 0; message < grow; message++) arrivedMs.push(nowMs);
          const tail = arrivedMs.length - 1;
          lag.sawTail(tail, nowMs);
          reached = Math.min(tail, reached + reach);
          lag.reach(reached);
          expect(lag.messages()).toBe(tail - reached);
          const age = reached === tail ? 0 : nowMs - arrivedMs[reached + 1]!;
          expect(lag.milliseconds(nowMs)).toBeLessThanOrEqual(age);
        }
      }),
    );
  });
});
