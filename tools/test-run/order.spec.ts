import { describe, expect, it } from 'vitest';
import { inOrder } from './order.mjs';

const spec = (project: string, name: string, seconds: number, hasFailed = false) => ({
  project,
  name,
  seconds,
  hasFailed,
});
const namesOf = (specs: ReturnType<typeof spec>[]) => inOrder(specs).map(({ name }) => name);

describe('the order of specs', () => {
  it('begins with what failed last, the quickest first', () => {
    const specs = [
      spec('a', 'long', 90),
      spec('b', 'slow failure', 20, true),
      spec('b', 'quick failure', 2, true),
    ];
    expect(namesOf(specs)).toEqual(['quick failure', 'slow failure', 'long']);
  });

  it('keeps a project together, the longest project first and in it the longest spec', () => {
    const specs = [
      spec('short', 's1', 9),
      spec('long', 'l1', 4),
      spec('short', 's2', 1),
      spec('long', 'l2', 8),
    ];
    expect(namesOf(specs)).toEqual(['l2', 'l1', 's1', 's2']);
  });

  it('is the same each time where two projects take as long', () => {
    const specs = [spec('b', 'b1', 1), spec('a', 'a1', 1), spec('b', 'b2', 1), spec('a', 'a2', 1)];
    expect(namesOf(specs)).toEqual(['a1', 'a2', 'b1', 'b2']);
  });
});
