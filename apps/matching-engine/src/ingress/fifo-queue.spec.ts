import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { FifoQueue } from './fifo-queue';

describe('a line', () => {
  it('gives what was pushed, in order, at most as many as asked for', () => {
    const steps = fc.array(fc.oneof(fc.constant('push' as const), fc.nat(5)));
    fc.assert(
      fc.property(steps, (script) => {
        const line = new FifoQueue<number>();
        const model: number[] = [];
        let next = 0;
        for (const step of script) {
          const count = step === 'push' ? 0 : step;
          if (step === 'push') {
            line.push(next);
            model.push(next++);
          }
          expect(line.take(count)).toEqual(model.splice(0, count));
          expect(line.length).toBe(model.length);
        }
      }),
    );
  });
});
