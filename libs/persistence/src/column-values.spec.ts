import { describe, expect, it } from 'vitest';
import { COLUMN_VALUES, recordOf } from './column-values';

/** As PostgreSQL says it in text, by the type's number. */
const valueOf = (type: number, text: string): unknown => COLUMN_VALUES.getTypeParser(type)(text);

describe('a value of a record', () => {
  it.each([
    ['a BIGINT', 20, '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['a negative BIGINT', 20, '-5', -5],
    ['a NUMERIC', 1_700, '18446744073709551615', 2n ** 64n - 1n],
    ['a BYTEA', 17, '\\x00ff7f', Uint8Array.of(0, 255, 127)],
    ['an empty BYTEA', 17, '\\x', new Uint8Array()],
    ['an INTEGER', 23, '7', 7],
    ['a JSONB', 3_802, '[1]', [1]],
  ])('is of %s as it is in the domain', (_, type, text, value) => {
    expect(valueOf(type, text)).toStrictEqual(value);
  });

  it('is never a number that was rounded', () => {
    expect(() => valueOf(20, '9007199254740993')).toThrow('past 2^53-1');
    expect(() => recordOf({ seq: 2n ** 53n })).toThrow('past 2^53-1');
  });

  it('has bytes of its own', () => {
    const bytes = valueOf(17, '\\x0102');
    expect(bytes).toMatchObject({ buffer: { byteLength: 2 } });
  });

  it('is the same of a row that Prisma read', () => {
    const shared = Buffer.from([1, 2, 3, 4]).subarray(1, 3);
    const row = { seq: 7n, key: shared, scopes: ['trade'], code: null };
    const record = recordOf(row);
    expect(record).toStrictEqual({
      seq: 7,
      key: Uint8Array.of(2, 3),
      scopes: ['trade'],
      code: null,
    });
    shared.fill(9);
    expect(record.key).toEqual(Uint8Array.of(2, 3));
  });
});
