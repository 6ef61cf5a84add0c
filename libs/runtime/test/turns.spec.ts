import { describe, expect, it } from '@jest/globals';
import { Turns } from '../src/turns';

const turn = () => new Promise((resolve) => setImmediate(resolve));

const nobody = () => false;

describe('Turns', () => {
  it('lets others have theirs between parts of a crowd, which keeps its order', async () => {
    const turns = new Turns(2, nobody);
    const done: (number | string)[] = [];
    for (let work = 1; work <= 5; work++) turns.take(() => done.push(work));
    done.push('a turn');
    await turn();
    // What comes while others wait goes behind them.
    turns.take(() => done.push(6));
    done.push('a turn');
    await turn();
    done.push('a turn');
    await turn();
    expect(done).toEqual([1, 2, 'a turn', 3, 4, 'a turn', 5, 6, 'a turn']);
  });

  it('lets single ones pass at once, turn by turn', async () => {
    const turns = new Turns(1, nobody);
    const done: number[] = [];
    for (let work = 1; work <= 3; work++) {
      turns.take(() => done.push(work));
      expect(done).toHaveLength(work);
      await turn();
    }
  });

  it('rests while somebody is in a hurry, as long as its turns took', async () => {
    let isSomebodyHurried = true;
    const turns = new Turns(1, () => isSomebodyHurried);
    const done: number[] = [];
    const begunMs = performance.now();
    turns.take(() => {
      while (performance.now() - begunMs < 20);
      done.push(1);
    });
    for (let work = 2; work <= 3; work++) turns.take(() => done.push(work));
    while (performance.now() - begunMs < 35) {
      expect(done).toEqual([1]);
      await turn();
    }
    while (done.length < 2) await turn();
    isSomebodyHurried = false;
    while (done.length < 3) await turn();
    expect(done).toEqual([1, 2, 3]);
  });

  it('does not rest after a moment', async () => {
    const turns = new Turns(1, () => true);
    let done = 0;
    for (let work = 1; work <= 3; work++) turns.take(() => done++);
    let turnsTaken = 0;
    for (const begunMs = performance.now(); done < 3; turnsTaken++) {
      await turn();
      // Where the machine stands still the moment is over.
      if (performance.now() - begunMs > 2) return;
    }
    expect(turnsTaken).toBe(2);
  });
});
