import { describe, expect, it } from 'vitest';
import { YieldingQueue } from './yielding-queue';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that advances with the work. */
function queueWith(turnMs: number) {
  let nowMs = 0;
  const queue = new YieldingQueue(turnMs, () => nowMs);
  const done: (number | string)[] = [];
  const add = (name: number, takesMs: number): void =>
    queue.add(() => {
      done.push(name);
      nowMs += takesMs;
    });
  return { add, done };
}

describe('a yielding queue', () => {
  it('runs what was added in a turn at its end, in order', async () => {
    const { add, done } = queueWith(1);
    for (let work = 1; work <= 50; work++) add(work, 0.01);
    expect(done).toEqual([]);
    await turn();
    expect(done).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('lets other work run between parts of a crowd, whose order stays', async () => {
    const { add, done } = queueWith(1);
    for (let work = 1; work <= 5; work++) add(work, 0.5);
    await turn();
    done.push('a turn');
    // Work that arrives while other work waits is queued behind it.
    add(6, 2);
    add(7, 0.5);
    for (let left = 3; left > 0; left--) {
      await turn();
      done.push('a turn');
    }
    expect(done).toEqual([1, 2, 'a turn', 3, 4, 'a turn', 5, 6, 'a turn', 7, 'a turn']);
  });
});
