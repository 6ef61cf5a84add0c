import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { CURSOR_KINDS, decodeCursor, encodeCursor } from './index';

const kinds = fc.constantFrom(...CURSOR_KINDS);

describe('cursors', () => {
  it('decode to the key they were made of, under their own kind only (property)', () => {
    fc.assert(
      fc.property(kinds, kinds, fc.nat({ max: Number.MAX_SAFE_INTEGER }), (kind, other, key) => {
        const cursor = encodeCursor(kind, key);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(kind, cursor)).toBe(key);
        expect(decodeCursor(other, cursor)).toBe(other === kind ? key : undefined);
      }),
    );
  });

  it('are the only text of their key: whatever else decodes is a bare trade id (property)', () => {
    fc.assert(
      fc.property(kinds, fc.string({ maxLength: 40 }), (kind, text) => {
        const key = decodeCursor(kind, text);
        if (key === undefined) return;
        expect([encodeCursor(kind, key), String(key)]).toContain(text);
      }),
    );
  });

  it.each(['', '=', '1.5', '-1', '01', '9007199254740993', ' 5', '5 ', 'x'.repeat(1000)])(
    'refuse %j',
    (text) => {
      for (const kind of CURSOR_KINDS) expect(decodeCursor(kind, text)).toBeUndefined();
    },
  );

  it('of trades may be a bare trade id', () => {
    expect(decodeCursor('trade', '5')).toBe(5);
    expect(decodeCursor('order', '5')).toBeUndefined();
  });
});
