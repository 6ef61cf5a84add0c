import { describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import { SharedQueries } from './shared-queries';
import type { EngineReader } from './shared-queries';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const user = (fill: number) => ({ user: new Uint8Array(32).fill(fill) });

/** An engine that answers when the test says so. Each answer contains the number of queries so far. */
class Engine {
  readonly asked: { answer: () => void; fail: () => void }[] = [];
  readonly shared: SharedQueries;

  constructor() {
    const query = () =>
      new Promise((resolve, reject) => {
        const seq = this.asked.length + 1;
        this.asked.push({
          answer: () => resolve({ seq, timestampMs: 0, view: null }),
          fail: () => reject(new CodedError('ENGINE_UNAVAILABLE')),
        });
      });
    // Every query gets the same kind of answer here.
    this.shared = new SharedQueries({ query } as unknown as EngineReader);
  }
}

describe('SharedQueries', () => {
  it('asks at once when nobody else asks', async () => {
    const engine = new Engine();
    const answer = engine.shared.query('balance', user(1));
    expect(engine.asked).toHaveLength(1);
    engine.asked[0]?.answer();
    expect((await answer).seq).toBe(1);
  });

  it('asks once more for all who came while a question was under way', async () => {
    const engine = new Engine();
    const first = engine.shared.query('balance', user(1));
    const late = [1, 2, 3].map(() => engine.shared.query('balance', user(1)));
    expect(engine.asked).toHaveLength(1);
    engine.asked[0]?.answer();
    await turn();
    expect(engine.asked).toHaveLength(2);
    engine.asked[1]?.answer();
    expect((await first).seq).toBe(1);
    expect((await Promise.all(late)).map((result) => result.seq)).toEqual([2, 2, 2]);
  });

  it('asks different things side by side', () => {
    const engine = new Engine();
    void engine.shared.query('balance', user(1));
    void engine.shared.query('balance', user(2));
    void engine.shared.query('nonces', user(1));
    void engine.shared.query('book', { marketId: new Uint8Array(32), depth: 1 });
    void engine.shared.query('book', { marketId: new Uint8Array(32), depth: 2 });
    expect(engine.asked).toHaveLength(5);
  });

  it('tells each reader of its own failure only', async () => {
    const engine = new Engine();
    const first = engine.shared.query('balance', user(1));
    const second = engine.shared.query('balance', user(1));
    engine.asked[0]?.fail();
    await expect(first).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    await turn();
    engine.asked[1]?.answer();
    expect((await second).seq).toBe(2);
  });

  it('starts anew once all are answered', async () => {
    const engine = new Engine();
    const first = engine.shared.query('balance', user(1));
    engine.asked[0]?.answer();
    await first;
    await turn();
    void engine.shared.query('balance', user(1));
    expect(engine.asked).toHaveLength(2);
  });
});
