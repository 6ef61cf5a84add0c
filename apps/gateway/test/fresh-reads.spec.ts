import { describe, expect, it } from '@jest/globals';
import { FreshReads } from '../src/catalogue/fresh-reads';

/** A source whose reads are finished by hand, in any order of the test's choosing. */
class Source {
  readonly begun: { key: string; finish: (value: string) => void; fail: () => void }[] = [];
  readonly reads = new FreshReads<string, string>(2, (key) => this.begin(key));

  private begin(key: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.begun.push({ key, finish: resolve, fail: () => reject(new Error(key)) });
    });
  }

  get keys(): string[] {
    return this.begun.map(({ key }) => key);
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('FreshReads', () => {
  it('runs one read at a time and shares it among those who wait', async () => {
    const source = new Source();
    const first = source.reads.get('a');
    await turn();
    const second = source.reads.get('a');
    const third = source.reads.get('a');
    await turn();
    expect(source.keys).toEqual(['a']);

    source.begun[0]?.finish('old');
    expect(await first).toBe('old');
    await turn();
    expect(source.keys).toEqual(['a', 'a']);
    source.begun[1]?.finish('new');
    expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  });

  it('never gives what was read before the caller asked', async () => {
    const source = new Source();
    void source.reads.get('a');
    await turn();
    const late = source.reads.get('a');
    source.begun[0]?.finish('begun before the late caller');
    await turn();
    source.begun[1]?.finish('begun after');
    expect(await late).toBe('begun after');
  });

  it('goes on after a read that failed', async () => {
    const source = new Source();
    const failing = source.reads.get('a');
    const other = source.reads.get('b');
    await turn();
    source.begun[0]?.fail();
    await expect(failing).rejects.toThrow('a');
    await turn();
    source.begun[1]?.finish('fine');
    expect(await other).toBe('fine');
  });

  it('refuses when too many different reads wait', async () => {
    const source = new Source();
    void source.reads.get('running');
    await turn();
    void source.reads.get('b');
    void source.reads.get('c');
    await expect(source.reads.get('d')).rejects.toMatchObject({ code: 'OVERLOADED' });
    expect(source.reads.get('c')).toBe(source.reads.get('c'));
  });
});
