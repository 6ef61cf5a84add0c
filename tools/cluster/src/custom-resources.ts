/**
 * Operators' resources whose models are not published as a package, as far as they are used here: anything else is
 * rejected. Fields from the API references of CloudNativePG 1.27 and of its Barman Cloud plugin.
 */
import { z } from 'zod';

const metadata = z.strictObject({
  name: z.string(),
  namespace: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
const quantity = z.string().regex(/^\d+(\.\d+)?(m|[KMGT]i?)?$/);
const disk = z.strictObject({ size: quantity, storageClass: z.string().optional() });
const amounts = z.strictObject({ cpu: quantity.optional(), memory: quantity.optional() });
const secretKey = z.strictObject({ name: z.string(), key: z.string() });

const cluster = z.strictObject({
  apiVersion: z.literal('postgresql.cnpg.io/v1'),
  kind: z.literal('Cluster'),
  metadata,
  spec: z.strictObject({
    instances: z.int().min(1),
    imageName: z.string(),
    primaryUpdateStrategy: z.enum(['unsupervised', 'supervised']),
    bootstrap: z.strictObject({
      initdb: z.strictObject({ database: z.string(), owner: z.string() }),
    }),
    managed: z.strictObject({
      roles: z.array(
        z.strictObject({
          name: z.string(),
          ensure: z.enum(['present', 'absent']),
          login: z.boolean(),
          passwordSecret: z.strictObject({ name: z.string() }),
        }),
      ),
    }),
    postgresql: z.strictObject({
      synchronous: z.strictObject({
        method: z.enum(['any', 'first']),
        number: z.int().min(1),
        dataDurability: z.enum(['required', 'preferred']),
      }),
      parameters: z.record(z.string(), z.string()),
    }),
    storage: disk,
    walStorage: disk,
    resources: z.strictObject({ requests: amounts, limits: amounts }),
    affinity: z.strictObject({
      enablePodAntiAffinity: z.boolean(),
      podAntiAffinityType: z.enum(['required', 'preferred']),
      topologyKey: z.string(),
    }),
    plugins: z.array(
      z.strictObject({
        name: z.string(),
        isWALArchiver: z.boolean(),
        parameters: z.strictObject({ barmanObjectName: z.string() }),
      }),
    ),
  }),
});

const compression = z.enum(['gzip', 'bzip2', 'snappy', 'lz4', 'xz', 'zstd']);

const objectStore = z.strictObject({
  apiVersion: z.literal('barmancloud.cnpg.io/v1'),
  kind: z.literal('ObjectStore'),
  metadata,
  spec: z.strictObject({
    retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
    configuration: z.strictObject({
      destinationPath: z.string().startsWith('s3://'),
      endpointURL: z.url().optional(),
      s3Credentials: z.strictObject({ accessKeyId: secretKey, secretAccessKey: secretKey }),
      wal: z.strictObject({ compression, maxParallel: z.int().min(1) }),
      data: z.strictObject({ compression, jobs: z.int().min(1) }),
    }),
  }),
});

const scheduledBackup = z.strictObject({
  apiVersion: z.literal('postgresql.cnpg.io/v1'),
  kind: z.literal('ScheduledBackup'),
  metadata,
  spec: z.strictObject({
    /** Six fields: seconds first. */
    schedule: z.string().regex(/^(\S+ ){5}\S+$/),
    backupOwnerReference: z.enum(['none', 'self', 'cluster']),
    method: z.enum(['plugin', 'volumeSnapshot', 'barmanObjectStore']),
    pluginConfiguration: z.strictObject({ name: z.string() }),
    cluster: z.strictObject({ name: z.string() }),
  }),
});

/** The roles that CloudNativePG creates, each with the secret that has its name and password. */
export const managedRolesOf = (values: readonly unknown[]) =>
  values.flatMap((value) => cluster.safeParse(value).data?.spec.managed.roles ?? []);

export const customResource = z.discriminatedUnion('kind', [cluster, objectStore, scheduledBackup]);
export const isCustom = ({ apiVersion }: { readonly apiVersion: string }): boolean =>
  apiVersion.includes('cnpg.io/');
