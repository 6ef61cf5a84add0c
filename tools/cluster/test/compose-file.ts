/** docker/compose.yaml, as far as it is used here: anything else is rejected. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { IMAGE_VARIABLES } from '../src/app-environment';
import type { AppEnvironment } from '../src/app-environment';
import { ROOT } from './overlays';
import { PLACEHOLDERS, keysOf } from './placeholder-secrets';

const text = z.string();
const build = z.strictObject({
  context: z.literal('..'),
  dockerfile: z.literal('docker/Dockerfile'),
  args: z.strictObject({ APP: text }),
});
const healthcheck = z.union([
  z.strictObject({ disable: z.literal(true) }),
  z.strictObject({
    test: z.array(text),
    interval: text,
    timeout: text,
    retries: z.int(),
    start_period: text,
  }),
]);
const condition = z.enum(['service_healthy', 'service_completed_successfully']);
const network = z.strictObject({
  aliases: z.array(text).optional(),
  ipv4_address: text.optional(),
});
/** Docker makes an empty folder of a source that is not there, unless `create_host_path` forbids it. */
const secret = z
  .strictObject({
    type: z.literal('bind'),
    source: z.string().startsWith('./secrets/'),
    target: text,
    read_only: z.literal(true),
    bind: z.strictObject({ create_host_path: z.literal(false) }),
  })
  .transform(({ source, target }) => `${source}:${target}:ro`);
const volume = z.union([z.string().refine((one) => !one.startsWith('./secrets/')), secret]);

const service = z.strictObject({
  image: text,
  build: build.optional(),
  profiles: z.array(text).optional(),
  restart: z.enum(['unless-stopped', 'no']),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(text).optional(),
  cap_add: z.array(text).optional(),
  security_opt: z.array(text).optional(),
  stop_grace_period: text,
  logging: z.strictObject({ driver: text, options: z.record(text, text) }).optional(),
  command: z.array(text).optional(),
  environment: z.record(text, text).optional(),
  depends_on: z.record(text, z.strictObject({ condition })).optional(),
  networks: z.union([z.array(text), z.record(text, network)]).optional(),
  ports: z.array(text).optional(),
  volumes: z.array(volume).default([]),
  healthcheck: healthcheck.optional(),
});

const file = z
  .object({
    name: text,
    services: z.record(text, service),
    volumes: z.record(text, z.null()),
  })
  .catchall(z.unknown());

export const composeFile = file.parse(
  parse(readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8'), { merge: true }),
);
export type Service = z.infer<typeof service>;

/** Services that use the project's images. */
export const ourServices = (): [string, Service][] =>
  Object.entries(composeFile.services).filter(([, { image }]) => image.startsWith('bellwether/'));

const given: Readonly<Record<string, string>> = {
  FUNDING: 'on',
  ADMIN_KEY_HASH: PLACEHOLDERS.get('gateway-admin/ADMIN_KEY_HASH')!,
  SECOND_ADMIN_KEY_HASH: PLACEHOLDERS.get('gateway-admin/SECOND_ADMIN_KEY_HASH')!,
};
/** `${NAME}`, `${NAME:-otherwise}`, `${NAME:?what to do}`. */
export const interpolated = (value: string): string =>
  value.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, otherwise: string | undefined) => given[name] ?? otherwise ?? '',
  );

export const composeEnvironments = (): ReadonlyMap<string, AppEnvironment> =>
  new Map(
    ourServices().map(([name, one]) => {
      const set = Object.entries(one.environment ?? {}).map(([variable, value]) => [
        variable,
        interpolated(value),
      ]);
      const variables = { ...IMAGE_VARIABLES, ...Object.fromEntries(set) };
      return [name, { variables, files: filesOf(one) }];
    }),
  );

/** `./secrets/signer:/run/secrets/bellwether:ro` */
function filesOf({ volumes }: Service): AppEnvironment['files'] {
  const files = new Map<string, { secret: string; key: string }>();
  for (const volume of volumes) {
    const [source = '', target = ''] = volume.split(':');
    if (source === './secrets/chains.json') {
      files.set(target, { secret: 'chains', key: 'chains.json' });
    } else if (source.startsWith('./secrets/')) {
      const secret = basename(source);
      for (const key of keysOf(secret)) files.set(`${target}/${key}`, { secret, key });
    }
  }
  return files;
}
