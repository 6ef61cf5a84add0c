import { assert } from '@bellwether/errors';
import type { Prisma } from './generated/client';

/** U+0000 and lone surrogates as `JSON.stringify` writes them: escapes after an even number of backslashes. */
const UNSTORABLE_ESCAPE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** JSON text that JSONB takes: characters it cannot hold become U+FFFD, as in TEXT columns. */
export const jsonText = (value: object): string =>
  JSON.stringify(value).replaceAll(UNSTORABLE_ESCAPE, '$1\\ufffd');

/** A JSONB value as Prisma takes it. */
export function jsonColumn(value: object): Prisma.InputJsonObject {
  const plain: Prisma.InputJsonObject = JSON.parse(jsonText(value));
  return plain;
}

/** An object that `jsonColumn` wrote. */
export function fromJsonColumn(value: Prisma.JsonValue): Readonly<Record<string, unknown>> {
  assert(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    'the column holds a JSON object',
  );
  return { ...value };
}
