/**
 * Whatever a request is wrong in, its schema says in our words what would be right: a phrase that fits after "must be".
 * Zod's own sentences never come out.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as api from '../src/index';

const ODD: readonly unknown[] = [
  null,
  undefined,
  true,
  'x',
  '',
  5,
  -1,
  0.5,
  NaN,
  1e300,
  [],
  ['x', 5],
  {},
];
/** How zod's sentences begin. */
const OF_ZOD = /^(?:Invalid|Too |Unrecognized|Unknown|Not a |Expected|Required)|received /;

/** Of the messages of the stream, those that a client sends. */
const IS_REQUEST = /(?:Request|Query|Parameter)$|^(?:clientMessage|operationEnvelope)$/;
const requests = Object.entries(api as Readonly<Record<string, unknown>>).flatMap(
  ([name, schema]): [string, z.ZodType][] =>
    IS_REQUEST.test(name) && schema instanceof z.ZodType ? [[name, schema]] : [],
);

/** The parts of a schema that may hold others, whatever wraps them. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (def['shape'] !== undefined) return def['shape'] as Record<string, z.ZodType>;
  const inner = def['in'] ?? def['innerType'];
  return inner instanceof z.ZodType ? shapeOf(inner) : undefined;
}
function elementOf(schema: z.ZodType): z.ZodType | undefined {
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (def['element'] instanceof z.ZodType) return def['element'];
  const inner = def['in'] ?? def['innerType'];
  return inner instanceof z.ZodType ? elementOf(inner) : undefined;
}
function optionsOf(schema: z.ZodType): readonly z.ZodType[] {
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (Array.isArray(def['options'])) return def['options'] as z.ZodType[];
  const inner = def['in'] ?? def['innerType'];
  return inner instanceof z.ZodType ? optionsOf(inner) : [];
}

/** Each odd value in each place of a schema, alone: what is beside it is absent. */
function* oddInputs(schema: z.ZodType): Generator<unknown> {
  yield* ODD;
  for (const [name, part] of Object.entries(shapeOf(schema) ?? {})) {
    for (const input of oddInputs(part)) yield { [name]: input };
  }
  const element = elementOf(schema);
  if (element !== undefined) for (const input of oddInputs(element)) yield [input];
  for (const option of optionsOf(schema)) {
    for (const input of oddInputs(option)) yield { ...kindOf(option), ...Object(input) };
  }
}

/** The literals of an option, by which a union chooses it. */
const kindOf = (option: z.ZodType) =>
  Object.fromEntries(
    Object.entries(shapeOf(option) ?? {}).flatMap(([name, part]) =>
      part instanceof z.ZodLiteral ? [[name, part.value]] : [],
    ),
  );

describe('what is wrong is said in our words', () => {
  it('of every request', () => expect(requests.length).toBeGreaterThan(50));

  it.each(requests)('%s', (_, schema) => {
    const phrases = new Set<string>();
    for (const input of oddInputs(schema)) {
      const issues = schema.safeParse(input).error?.issues ?? [];
      for (const { code, message, path } of issues) {
        // Unknown fields and bodies that are no object are said by who answers.
        if (code === 'unrecognized_keys' || path.length === 0) continue;
        if (OF_ZOD.test(message)) phrases.add(`${path.join('.')}: ${message}`);
      }
    }
    expect([...phrases]).toEqual([]);
  });
});
