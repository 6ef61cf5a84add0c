import { describe, expect, it } from 'vitest';
import { Turns } from './turns';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** With a clock that moves as work is done. */
function turnsWith(turnMs: number) {
  let nowMs = 0;
  const turns = new Turns(turnMs, () => nowMs);
  const done: (number | string)[] = [];
  const take = (name: number, takesMs: number): void =>
    turns.take(() => {
      done.push(name);
      nowMs += takesMs;
    });
  return { take, done };
}

describe('Turns', () => {
  it('does what came in a turn at its end, in order', async () => {
    const { take, done } = turnsWith(1);
    for (let work = 1; work <= 50; work++) take(work, 0.01);
    expect(done).toEqual([]);
    await turn();
    expect(done).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('lets others have theirs between parts of a crowd, which keeps its order', async () => {
    const { take, done } = turnsWith(1);
    for (let work = 1; work <= 5; work++) take(work, 0.5);
    await turn();
    done.push('a turn');
    // What comes while others wait goes behind them.
    take(6, 2);
    take(7, 0.5);
    for (let left = 3; left > 0; left--) {
      await turn();
      done.push('a turn');
    }
    expect(done).toEqual([1, 2, 'a turn', 3, 4, 'a turn', 5, 6, 'a turn', 7, 'a turn']);
  });
});
