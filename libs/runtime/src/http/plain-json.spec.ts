import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parsePlainJson } from './plain-json';
import { MAX_JSON_DEPTH } from './strict-json';

const nested = (depth: number, open: string, close: string): Buffer =>
  Buffer.from(`${open.repeat(depth)}${close.repeat(depth)}`);

describe('plain JSON', () => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('that nests %s deeper than any request is left to the strict reader', (_, open, close) => {
    const inner = open === '[' ? '' : '1';
    const text = (depth: number) =>
      Buffer.from(`${open.repeat(depth)}${inner}${close.repeat(depth)}`);
    expect(parsePlainJson(text(MAX_JSON_DEPTH))).toBeDefined();
    expect(parsePlainJson(text(MAX_JSON_DEPTH + 1))).toBeUndefined();
    expect(parsePlainJson(text(2_000))).toBeUndefined();
  });

  it('is not parsed at all where it nests too deep: nothing recurses over it', () => {
    const parse = JSON.parse;
    let calls = 0;
    JSON.parse = (...given: Parameters<typeof parse>) => {
      calls++;
      return parse(...given);
    };
    try {
      parsePlainJson(nested(8_000, '[', ']'));
    } finally {
      JSON.parse = parse;
    }
    expect(calls).toBe(0);
  });

  it('is written again as it was sent (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const plain = parsePlainJson(bytes);
        expect([undefined, bytes.toString()]).toContain(JSON.stringify(plain));
      }),
    );
  });

  it('counts brackets in texts for nothing', () => {
    const text = JSON.stringify({ a: '['.repeat(100), b: [']]]{{'] });
    expect(parsePlainJson(Buffer.from(text))).toEqual(JSON.parse(text));
  });
});
