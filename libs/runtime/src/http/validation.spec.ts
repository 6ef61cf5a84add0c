import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validationError } from './validation';

/** It has no message of its own, as none of our schemas should. */
const schema = z.strictObject({
  text: z.string(),
  count: z.int().min(1).max(9),
  list: z.array(z.strictObject({ flag: z.boolean() })),
  word: z.enum(['a', 'b']),
  either: z.union([z.string(), z.number()]),
});
const good = { text: 'x', count: 5, list: [{ flag: true }], word: 'a', either: 1 };

const errorOf = (input: unknown) =>
  validationError(schema.safeParse(input).error?.issues ?? [], input, 'body');

describe('where a schema says nothing', () => {
  it.each([
    ['text', { text: 5 }, 'text must be text.'],
    ['count', { count: 'x' }, 'count must be a number.'],
    ['count', { count: 1.5 }, 'count must be an integer.'],
    ['count', { count: 10 }, 'count must be as documented for this field.'],
    ['list', { list: null }, 'list must be a list.'],
    ['list.0', { list: [null] }, 'list.0 must be an object.'],
    ['list.0.flag', { list: [{ flag: 1 }] }, 'list.0.flag must be true or false.'],
    ['list.0.flag', { list: [{}] }, 'list.0.flag is missing: it must be true or false.'],
    ['word', { word: 'c' }, 'word must be as documented for this field.'],
    ['either', { either: null }, 'either must be as documented for this field.'],
  ])('%s: %j is answered in our words', (field, change, message) => {
    const error = errorOf({ ...good, ...change });
    expect(error.message).toBe(message);
    expect(error.details).toMatchObject({ field });
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/Invalid|received|Too /);
  });
});

it('names some of very many unknown fields, the first of them first', () => {
  // If each unknown field were compared with all fields, this would not end.
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`x${at}`, at]));
  const { code, details } = errorOf({ ...good, ...many });
  expect([code, details['field'], details['value']]).toEqual(['UNKNOWN_FIELD', 'x0', 0]);
  expect(details['others']).toHaveLength(10);
});
