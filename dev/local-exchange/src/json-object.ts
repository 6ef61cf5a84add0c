/** Reads a file of JSON field by field. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${where} gave no object: ${JSON.stringify(value)}`);
  }
  return { ...value };
}

export function textOf(object: JsonObject, field: string): string {
  const value = object[field];
  if (typeof value !== 'string') throw new Error(`${field} is no text: ${JSON.stringify(object)}`);
  return value;
}

export function numberOf(object: JsonObject, field: string): number {
  const value = object[field];
  if (typeof value !== 'number')
    throw new Error(`${field} is no number: ${JSON.stringify(object)}`);
  return value;
}
