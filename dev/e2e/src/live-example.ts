/**
 * An operation of OpenAPI as a request to the running exchange: the example that the document shows, with what only a live
 * exchange can say in the place of what the document made up (whose, which market, under which nonce, signed by whom).
 */
import { EXAMPLE } from '@bellwether/api';
import { exampleOf } from '@bellwether/runtime';
import type { OpenApiDocument, PlacedOperation } from '@bellwether/runtime';

/** By what stands in the example: a value of `EXAMPLE`, or the name of a field. */
export interface LiveValues {
  readonly values: ReadonlyMap<unknown, unknown>;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface LiveRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Placeholders for values of a running exchange. */
export const liveValues = (live: {
  readonly user: string;
  readonly marketId: string;
  readonly eventId: string;
  readonly builderId: string;
  readonly keyId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}): LiveValues => ({
  values: new Map<unknown, unknown>([
    [EXAMPLE.user, live.user],
    [EXAMPLE.marketId, live.marketId],
    [EXAMPLE.eventId, live.eventId],
    [EXAMPLE.builderId, live.builderId],
    [EXAMPLE.keyId, live.keyId],
  ]),
  fields: live.fields,
});

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;

export function liveRequest(
  { method, path, operation }: PlacedOperation,
  { components }: OpenApiDocument,
  live: LiveValues,
): LiveRequest {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, schema } of operation.parameters) {
    const example = filled(exampleOf(schema, components.schemas), live, name);
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(textOf(example)));
    else if (place === 'query' && example !== undefined) query.set(name, textOf(example));
  }
  const body = operation.requestBody?.content['application/json']?.example;
  return {
    method: METHODS[method],
    target: query.size === 0 ? target : `${target}?${query.toString()}`,
    body:
      body === undefined ? undefined : Object.fromEntries(Object.entries(filledObject(body, live))),
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function filled(value: unknown, live: LiveValues, field: string): unknown {
  if (Object.hasOwn(live.fields, field)) return live.fields[field];
  if (Array.isArray(value)) return value.map((one) => filled(one, live, ''));
  if (typeof value === 'object' && value !== null) return filledObject(value, live);
  return live.values.get(value) ?? value;
}

const filledObject = (value: unknown, live: LiveValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, one]) => [name, filled(one, live, name)]),
  );
