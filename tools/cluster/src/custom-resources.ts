/**
 * Resources of CloudNativePG and of its Barman Cloud plugin against their own schemas, as their releases have them
 * (schemas/README.md). A field that a schema does not have is refused, at any depth: a cluster would drop it in silence.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The checkout's: a bundle has no schemas beside it, and needs none. */
const FOLDER = join(import.meta.dirname, '../schemas');

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

const file = z.object({
  group: z.string(),
  version: z.string(),
  kind: z.string(),
  schema: z.record(z.string(), z.unknown()),
});

const readSchemas = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => file.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))));

/** @throws ZodError naming the field */
export function parseCustomResource(value: {
  readonly apiVersion: string;
  readonly kind: string;
}): void {
  const known = readSchemas().find(
    ({ group, version, kind }) => `${group}/${version}` === value.apiVersion && kind === value.kind,
  );
  if (known === undefined) throw new Error(`there is no ${value.kind} in ${value.apiVersion}`);
  // Kubernetes checks its own part, which a schema of this kind leaves open.
  const { metadata: _, ...properties } = z
    .record(z.string(), z.unknown())
    .parse(known.schema['properties']);
  const { metadata: __, ...own } = value as Readonly<Record<string, unknown>>;
  z.fromJSONSchema(closed({ ...known.schema, properties }) as JsonSchema).parse(own);
}

/** With no other fields than those that are named. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)] as const);
  const isOpen =
    'additionalProperties' in schema || 'x-kubernetes-preserve-unknown-fields' in schema;
  const isObject = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return Object.fromEntries([
    ...entries,
    ...(isObject && !isOpen ? [['additionalProperties', false] as const] : []),
  ]);
}

const cluster = z.object({
  kind: z.literal('Cluster'),
  spec: z.object({
    managed: z.object({
      roles: z.array(
        z.object({ name: z.string(), passwordSecret: z.object({ name: z.string() }) }),
      ),
    }),
  }),
});

/** The roles that CloudNativePG creates, each with the secret that has its name and password. */
export const managedRolesOf = (values: readonly unknown[]) =>
  values.flatMap((value) => cluster.safeParse(value).data?.spec.managed.roles ?? []);

export const isCustom = ({ apiVersion }: { readonly apiVersion: string }): boolean =>
  apiVersion.includes('cnpg.io/');
