/**
 * Reads a query string without guesses: `+` and `%xx` are decoded. A parameter that is given twice gets all its values
 * as an array, which no schema of ours accepts, so the refusal names it. Never throws.
 */
export type Query = Record<string, string | string[]>;

/** Most requests have no query. The shared value is never written to. */
export const NO_QUERY: Query = Object.freeze(Object.create(null));

export function parseQueryString(text: string): Query {
  if (text === '') return NO_QUERY;
  const query: Query = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = query[name];
    if (Array.isArray(earlier)) earlier.push(value);
    else query[name] = earlier === undefined ? value : [earlier, value];
  }
  return query;
}
