import { describe, expect, it } from 'vitest';
import type { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { ReadIndexes } from './read-index';

/** A query is sent at the end of a turn of the event loop, so after the second turn it was. */
const turns = async (): Promise<void> => {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** An engine that answers when the test says so. Each answer contains the number of queries so far. */
class Engine {
  readonly asked: { answer: () => void; fail: () => void }[] = [];
  readonly indexes: ReadIndexes;

  constructor() {
    const query = () =>
      new Promise((resolve, reject) => {
        const seq = this.asked.length + 1;
        this.asked.push({
          answer: () => resolve({ seq, timestampMs: 0, view: { seq, index: 0 } }),
          fail: () => reject(new CodedError('ENGINE_UNAVAILABLE')),
        });
      });
    // Only one query is used here.
    this.indexes = new ReadIndexes({ query } as unknown as EngineClient);
  }
}

describe('ReadIndexes', () => {
  it('asks when nobody else asks', async () => {
    const engine = new Engine();
    const answer = engine.indexes.ask();
    await turns();
    expect(engine.asked).toHaveLength(1);
    engine.asked[0]?.answer();
    expect((await answer).seq).toBe(1);
  });

  it('asks once for all who come in one turn of the event loop', async () => {
    const engine = new Engine();
    const answers = [1, 2, 3].map(() => engine.indexes.ask());
    await turns();
    expect(engine.asked).toHaveLength(1);
    engine.asked[0]?.answer();
    expect((await Promise.all(answers)).map(({ seq }) => seq)).toEqual([1, 1, 1]);
  });

  it('asks once more for all who came while a question was under way', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    const late = [1, 2, 3].map(() => engine.indexes.ask());
    expect(engine.asked).toHaveLength(1);
    engine.asked[0]?.answer();
    await turns();
    expect(engine.asked).toHaveLength(2);
    const later = engine.indexes.ask();
    engine.asked[1]?.answer();
    await turns();
    engine.asked[2]?.answer();
    expect((await first).seq).toBe(1);
    expect((await Promise.all(late)).map(({ seq }) => seq)).toEqual([2, 2, 2]);
    expect((await later).seq).toBe(3);
  });

  it('tells each reader of its own failure only', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    const second = engine.indexes.ask();
    engine.asked[0]?.fail();
    await expect(first).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    await turns();
    engine.asked[1]?.answer();
    expect((await second).seq).toBe(2);
  });

  it('starts anew once all are answered', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    engine.asked[0]?.answer();
    await first;
    const second = engine.indexes.ask();
    await turns();
    expect(engine.asked).toHaveLength(2);
    engine.asked[1]?.answer();
    expect((await second).seq).toBe(2);
  });
});
