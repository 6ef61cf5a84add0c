/**
 * Finds an object in a request that has a field `length`. No request has one, and zod's limits of lists and texts
 * compare `length` before they check the type, so `{ "length": {} }` makes them throw.
 */
export function pathOfLength(value: unknown): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && 'length' in value) return [];
  for (const [name, inner] of Object.entries(value)) {
    const path = pathOfLength(inner);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
