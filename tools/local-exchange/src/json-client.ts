const PATIENCE_MS = 15_000;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A request over HTTP with JSON both ways. @throws Error with the body of any answer other than 2xx */
export async function requestJson(
  method: 'GET' | 'POST',
  url: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<JsonObject> {
  const { headers = {}, body } = options;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return asObject(JSON.parse(text), url);
}

export function asObject(value: unknown, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${where} gave no object: ${JSON.stringify(value)}`);
  }
  return { ...value };
}

/** A field that must be a text. */
export function textOf(object: JsonObject, field: string): string {
  const value = object[field];
  if (typeof value !== 'string') throw new Error(`${field} is no text: ${JSON.stringify(object)}`);
  return value;
}

/** A field that must be a number. */
export function numberOf(object: JsonObject, field: string): number {
  const value = object[field];
  if (typeof value !== 'number')
    throw new Error(`${field} is no number: ${JSON.stringify(object)}`);
  return value;
}

/** A field that must be a list of objects. */
export function listOf(object: JsonObject, field: string): readonly JsonObject[] {
  const value = object[field];
  if (!Array.isArray(value)) throw new Error(`${field} is no list: ${JSON.stringify(object)}`);
  return value.map((entry: unknown) => asObject(entry, field));
}
