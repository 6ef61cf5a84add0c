import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { OnceList } from './once-list';

const contentOf = (list: OnceList): number[] =>
  Array.from({ length: list.count }, (_, index) => list.at(index));

describe('a list of numbers, each once', () => {
  it('is a set in the order of adding, few or many, again and again', () => {
    const numbers = fc.array(fc.oneof(fc.nat(40), fc.integer({ min: 0, max: 2 ** 40 })), {
      maxLength: 100,
    });
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 4 }), (rounds) => {
        const list = new OnceList();
        for (const round of rounds) {
          const seen = new Set<number>();
          for (const number of round) {
            expect(list.add(number)).toBe(!seen.has(number));
            seen.add(number);
          }
          expect(contentOf(list)).toEqual([...seen]);
          list.clear();
        }
      }),
    );
  });
});
