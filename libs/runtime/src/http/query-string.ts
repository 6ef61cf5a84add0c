/**
 * Query strings, read without guessing: `+` and `%xx` are decoded, a parameter that is given twice keeps all its
 * values as an array, which no schema of ours accepts, so that the refusal names it. Never throws.
 */
export type Query = Record<string, string | string[]>;

/** Of most requests: nobody writes into a query. */
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
