import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { InsertionOrderedSet } from './insertion-ordered-set';

const contentOf = (list: InsertionOrderedSet): string[] =>
  Array.from(
    { length: list.count },
    (_, i) => `${list.first(i)} ${list.second(i)} ${list.note(i)}`,
  );

describe('a list of pairs, each once', () => {
  it('is a set in the order of adding, few or many, again and again', () => {
    const first = fc.oneof(fc.nat(6), fc.nat(2 ** 22));
    const second = fc.oneof(fc.nat(6), fc.nat(2 ** 17 - 1));
    const round = fc.array(fc.tuple(first, second), { maxLength: 200 });
    fc.assert(
      fc.property(fc.array(round, { maxLength: 4 }), (rounds) => {
        const list = new InsertionOrderedSet();
        for (const pairs of rounds) {
          const seen = new Map<string, number>();
          for (const [note, pair] of pairs.entries()) {
            list.add(...pair, note);
            const name = pair.join(' ');
            if (!seen.has(name)) seen.set(name, note);
          }
          expect(contentOf(list)).toEqual([...seen].map(([name, note]) => `${name} ${note}`));
          list.clear();
        }
      }),
    );
  });
});
