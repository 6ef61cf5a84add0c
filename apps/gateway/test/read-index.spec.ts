import { describe, expect, it } from 'vitest';
import type { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { BUSY_READERS } from '../src/limits';
import { ReadIndexes } from '../src/live/read-index';

/** A question leaves at the end of a turn of the event loop: after the second it has. */
const turns = async (): Promise<void> => {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** An engine whose answers come when the test says so; each says how many questions there had been. */
class Engine {
  readonly asked: {
    readonly lease: unknown;
    answer: (leaseMs?: number) => void;
    fail: (code?: Code) => void;
  }[] = [];
  readonly indexes: ReadIndexes;

  constructor(maxGatheringMs?: number) {
    const query = (_what: string, { lease }: { lease: unknown }) =>
      new Promise((resolve, reject) => {
        const seq = this.asked.length + 1;
        this.asked.push({
          lease,
          answer: (leaseMs = 0) =>
            resolve({ seq, timestampMs: 0, view: { seq, index: 0, leaseMs } }),
          fail: (code = 'ENGINE_UNAVAILABLE') => reject(new CodedError(code)),
        });
      });
    // One question is asked here.
    this.indexes = new ReadIndexes({ query } as unknown as EngineClient, maxGatheringMs);
  }
}

const crowdOf = ({ indexes }: Engine, count: number) =>
  Array.from({ length: count }, () => indexes.ask());

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

  it('waits in a crowd until nobody has come in two turns', async () => {
    const engine = new Engine(Infinity);
    const crowd = crowdOf(engine, BUSY_READERS);
    for (let one = 0; one < 3; one++) {
      await turns();
      crowd.push(engine.indexes.ask());
    }
    expect(engine.asked).toHaveLength(0);
    while (engine.asked.length === 0) await turns();
    engine.asked[0]?.answer();
    const seqs = (await Promise.all(crowd)).map(({ seq }) => seq);
    expect(seqs).toEqual(crowd.map(() => 1));
  });

  it('waits no longer than so long where they never stop coming', async () => {
    const engine = new Engine();
    void crowdOf(engine, BUSY_READERS);
    while (engine.asked.length === 0) {
      void crowdOf(engine, 1);
      await turns();
    }
    expect(engine.asked).toHaveLength(1);
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

  it('gives a leased answer to all who come, until the lease has run out', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    const sentMs = performance.now();
    engine.asked[0]?.answer(40);
    await first;
    while (performance.now() < sentMs + 20) expect((await engine.indexes.ask()).seq).toBe(1);
    expect(engine.asked).toHaveLength(1);
    while (performance.now() < sentMs + 45) await turns();
    const late = engine.indexes.ask();
    await turns();
    engine.asked[1]?.answer();
    expect((await late).seq).toBe(2);
  });

  it('asks anew when a lease is ended, also where nobody reads', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    engine.asked[0]?.answer(60_000);
    await first;
    engine.indexes.endLease();
    const reader = engine.indexes.ask();
    await turns();
    engine.asked[1]?.answer();
    expect((await reader).seq).toBe(2);
    engine.indexes.endLease();
    await turns();
    expect(engine.asked).toHaveLength(3);
    engine.asked[2]?.fail(); // which nobody is told of
    await turns();
  });

  it('keeps no lease whose end was faster than its answer', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    engine.indexes.endLease();
    engine.asked[0]?.answer(60_000);
    expect((await first).seq).toBe(1);
    const second = engine.indexes.ask();
    await turns();
    engine.asked[1]?.answer();
    expect((await second).seq).toBe(2);
  });

  it('says who asks, and numbers what it asks', async () => {
    const engine = new Engine();
    const leases = [];
    for (let number = 1; number <= 3; number++) {
      void engine.indexes.ask();
      await turns();
      leases.push(engine.asked[number - 1]?.lease);
      engine.asked[number - 1]?.answer();
      await turns();
    }
    const { holder } = Object(leases[0]);
    expect(leases).toEqual([1, 2, 3].map((number) => ({ holder, number })));
    expect(holder).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('asks an engine of the release before without a lease', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    engine.asked[0]?.fail('UNKNOWN_FIELD');
    await turns();
    engine.asked[1]?.answer();
    expect((await first).seq).toBe(2);
    void engine.indexes.ask();
    await turns();
    const leases = engine.asked.map(({ lease }) => lease);
    expect(leases).toEqual([expect.anything(), undefined, undefined]);
  });

  it('answers whoever came while the lease was under way with it, and lets go what it asks for anew', async () => {
    const engine = new Engine();
    const first = engine.indexes.ask();
    await turns();
    const meanwhile = engine.indexes.ask();
    engine.asked[0]?.answer(60_000);
    expect([(await first).seq, (await meanwhile).seq]).toEqual([1, 1]);
    await turns();
    expect(engine.asked).toHaveLength(1);
    engine.indexes.endLease();
    await turns();
    expect(engine.asked).toHaveLength(2);
    engine.asked[1]?.answer(0);
    const late = engine.indexes.ask();
    await turns();
    engine.asked[2]?.answer();
    expect((await late).seq).toBe(3);
  });
});
