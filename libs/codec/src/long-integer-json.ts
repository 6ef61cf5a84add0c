/** JSON as chain nodes write it: u64s are plain integers beyond the range of a double, in both directions. */

/**
 * A string, or an integer that may not fit a double. An unterminated string extends to the end of the text: otherwise
 * the search would restart at each of its quotes, and half a megabyte of them would take minutes.
 */
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\[^])*(?:"|\\?$)|-?\d{16,}(?![\d.eE])/g;
const LONG = '$long-integer';

/**
 * Integers of 16 or more digits become `bigint`; everything else is parsed as by `JSON.parse`. @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown;
  const marked = text.replace(STRING_OR_LONG_INTEGER, (token) =>
    token.startsWith('"') ? token : `{"${LONG}":"${token}"}`,
  );
  return JSON.parse(marked, (_, value: unknown) => {
    const long = (value as { readonly [LONG]?: string } | null)?.[LONG];
    return typeof long === 'string' ? BigInt(long) : value;
  }) as unknown;
}

/** `bigint` becomes a plain integer; `undefined` in an object is omitted. */
export function toJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${JSON.stringify(name)}:${toJson(field)}`);
  return `{${fields.join(',')}}`;
}
