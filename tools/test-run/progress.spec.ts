import { describe, expect, it } from 'vitest';
import { failureLines, statusLine } from './progress.mjs';

const idle = { lane: 0, passed: 0, failed: 0, specsLeft: 0, secondsLeft: 0, running: [] };

describe('the line of a run', () => {
  it('says how many passed, how long still, and what runs, the longest first', () => {
    const parts = {
      ...idle,
      passed: 1_200,
      specsLeft: 7,
      secondsLeft: 61,
      running: [
        { file: 'apps/gateway/test/gateway.spec.ts', seconds: 2.4 },
        { file: 'libs/bus/test/journal.spec.ts', seconds: 8.6 },
      ],
    };
    const trials = { ...idle, lane: 1, passed: 3, specsLeft: 2, secondsLeft: 100 };
    const later = { ...idle, lane: 1, specsLeft: 1, secondsLeft: 30 };
    expect(statusLine({ elapsedMs: 75_000, runs: [parts, trials, later] })).toBe(
      '1:15 · 1203 passed · 10 specs left, about 2:10 · running: journal.spec.ts 9 s, gateway.spec.ts 2 s',
    );
  });

  it('names failures as soon as there are any', () => {
    const line = statusLine({ elapsedMs: 0, runs: [{ ...idle, passed: 5, failed: 1 }] });
    expect(line).toContain('5 passed, 1 FAILED');
  });
});

describe('the end of a run', () => {
  it('names each failure once more, and says nothing where there was none', () => {
    const title = 'gateway apps/gateway/test/orders.spec.ts > an order > is placed';
    expect(failureLines([title, title])).toEqual(['', 'failed:', `  × ${title}`, '']);
    expect(failureLines([])).toEqual([]);
  });
});
