import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseJson, toJson } from './index';
import { propertyRuns } from '../test/property-runs';

describe('JSON with long integers', () => {
  it.each<[string, unknown]>([
    ['18446744073709551615', 2n ** 64n - 1n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    [
      '{"a":[1,9007199254740993,"9007199254740993"]}',
      { a: [1, 9_007_199_254_740_993n, '9007199254740993'] },
    ],
    [
      '{"a\\"1111111111111111":"\\\\","b":1111111111111111}',
      { 'a"1111111111111111': '\\', b: 1_111_111_111_111_111n },
    ],
    ['[1111111111111111.5,1111111111111111e3]', [1_111_111_111_111_111.5, 1_111_111_111_111_111e3]],
    ['[1]', [1]],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['"\\"', '"\\"\\', '"\\"\\\n', '1111111111111111 "abc', '{"a":1111111111111111'])(
    '%s is an error',
    (text) => {
      expect(() => parseJson(`1111111111111111${text}`)).toThrow(SyntaxError);
    },
  );

  it('takes no time that grows with the square of what does not end', () => {
    const text = `[1111111111111111,"${'\\"'.repeat(250_000)}`;
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(() => parseJson(`${text}\\\n`)).toThrow(SyntaxError);
  });

  it('comes back as it went', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.bigInt({ min: 10n ** 15n, max: 2n ** 64n - 1n }),
        fc.array(tie('any')),
        fc.dictionary(
          fc.string().filter((name) => name !== '__proto__' && name !== '$long-integer'),
          tie('any'),
        ),
      ),
    })).any;
    fc.assert(
      fc.property(value, (one) => {
        expect(parseJson(toJson(one))).toEqual(one);
      }),
      propertyRuns(200),
    );
  });
});
