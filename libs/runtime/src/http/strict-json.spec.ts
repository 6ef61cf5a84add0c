import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { MAX_JSON_DEPTH, StrictJsonError, parseStrictJson, rawNumber } from './strict-json';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseStrictJson(bytesOf(text));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function refusalOf(bytes: Uint8Array): StrictJsonError {
  try {
    parseStrictJson(bytes);
  } catch (error) {
    if (error instanceof StrictJsonError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('strict JSON', () => {
  it.each([
    '{}',
    '[]',
    ' { "a" : [ 1 , -2 , 0 ] , "b" : { "c" : null } } ',
    '{"text":"a\\u00e9\\n\\"\\\\ \\ud83d\\ude00"}',
    '[true,false,null,"",9007199254740991,-9007199254740991]',
    '"alone"',
    '\t\r\n1',
    '{"é":"ü 😀","a b":1}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(plain(parse(text))).toEqual(JSON.parse(text));
  });

  it.each([
    '1.5',
    '1.0',
    '1e3',
    '1E+3',
    '-0',
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993',
    '123456789012345678901234567890',
    '1e400',
  ])('keeps the number token %s raw', (token) => {
    expect(rawNumber(parse(token))).toBe(token);
  });

  it('has no raw token for a safe integer or for any other value', () => {
    for (const text of ['1', '0', '-1', '"1.5"', 'null', '{}']) {
      expect(rawNumber(parse(text))).toBeUndefined();
    }
  });

  it.each([
    ['', 'a value belongs here', 0],
    ['   ', 'a value belongs here', 3],
    ['{', 'a key in double quotes belongs here', 1],
    ['{"a"}', ': belongs here', 4],
    ['{"a":}', 'a value belongs here', 5],
    ['{"a":1,}', 'a key in double quotes belongs here', 7],
    ["{'a':1}", 'a key in double quotes belongs here', 1],
    ['[1,]', 'a value belongs here', 3],
    ['[1 2]', '] belongs here', 3],
    ['01', 'the text goes on after the value', 1],
    ['+1', 'a value belongs here', 0],
    ['.5', 'a value belongs here', 0],
    ['1.', 'the text goes on after the value', 1],
    ['NaN', 'a value belongs here', 0],
    ['tru', 'a value belongs here', 0],
    ['{} {}', 'the text goes on after the value', 3],
    ['"a', 'a string belongs here', 0],
    ['"\u0001"', 'a string belongs here', 0],
    ['"\\x"', 'a string belongs here', 0],
    ['"\\ud800"', 'a string is not Unicode text', 8],
    ['\ufeff{}', 'a value belongs here', 0],
    ['// c\n{}', 'a value belongs here', 0],
  ])('refuses %j: %s', (text, reason, position) => {
    expect(refusalOf(bytesOf(text))).toMatchObject({ message: reason, position });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(refusalOf(Uint8Array.of(0x22, 0xff, 0x22)).message).toBe('the body is not UTF-8');
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":1}', 'a'],
    ['{"c":{"name":"x","name":"x"}}', 'c.name'],
    ['[{},{"b":1,"b":null}]', '1.b'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('names the repeated key of %s', (text, key) => {
    expect(refusalOf(bytesOf(text)).duplicateKey).toBe(key);
  });

  it('takes __proto__ and constructor as plain keys', () => {
    const value = parse('{"__proto__":{"polluted":1},"constructor":2}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('bounds the depth, so that hostile nesting cannot exhaust the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(plain(parse(nested(MAX_JSON_DEPTH)))).toEqual(JSON.parse(nested(MAX_JSON_DEPTH)));
    expect(refusalOf(bytesOf(nested(MAX_JSON_DEPTH + 1))).message).toMatch('nested deeper');
    expect(refusalOf(bytesOf('['.repeat(16_384))).message).toMatch('nested deeper');
    expect(refusalOf(bytesOf('{"a":'.repeat(3_000))).message).toMatch('nested deeper');
  });

  it('reads what JSON.stringify writes (property)', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 4 });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', maxDepth: 4 },
        fc.maxSafeInteger().map((n) => (n === 0 ? 0 : n)),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(true, false, null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1, '\t'), (original, indent) => {
        const text = JSON.stringify(original, null, indent);
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('accepts what JSON.parse accepts and refuses what it refuses (property)', () => {
    const characters = fc.constantFrom(
      ...'{}[]:,"\\ \n0123456789.eE+-truefalsn/u\u0001é'.split(''),
    );
    const seeds = fc.constantFrom(
      '{"a":1,"b":[true,null]}',
      '[1,-2.5e3,"x\\n"]',
      '{"a":{"b":"c"}}',
    );
    const mutated = fc
      .tuple(seeds, fc.nat(30), fc.nat(3), fc.string({ unit: characters, maxLength: 3 }))
      .map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: characters, maxLength: 12 })), (text) => {
        expect(isRead(text, parse)).toBe(isRead(text, JSON.parse));
      }),
      { numRuns: 3000 },
    );
  });
});

/** A repeated key is the only thing that JSON.parse also accepts. Here it counts as read; it is tested above. */
function isRead(text: string, read: (text: string) => unknown): boolean {
  try {
    read(text);
    return true;
  } catch (error) {
    return error instanceof StrictJsonError && error.duplicateKey !== undefined;
  }
}
