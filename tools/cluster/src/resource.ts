/** Kubernetes resources, as far as the rules read them. The models' own check finds anything of another shape. */
import { z } from 'zod';

const labels = z.record(z.string(), z.string());
const quantities = z.record(z.string(), z.union([z.string(), z.number()]));
const selector = z.object({ matchLabels: labels.optional() });
const probe = z.object({ httpGet: z.object({ path: z.string() }).optional() });

const container = z.object({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).optional(),
  env: z
    .array(
      z.object({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z
          .object({
            secretKeyRef: z
              .object({ name: z.string(), key: z.string(), optional: z.boolean().optional() })
              .optional(),
          })
          .optional(),
      }),
    )
    .default([]),
  envFrom: z
    .array(z.object({ configMapRef: z.object({ name: z.string() }).optional() }))
    .default([]),
  securityContext: z
    .object({
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      privileged: z.boolean().optional(),
      capabilities: z
        .object({ drop: z.array(z.string()).optional(), add: z.array(z.string()).optional() })
        .optional(),
    })
    .default({}),
  resources: z
    .object({ requests: quantities.default({}), limits: quantities.default({}) })
    .optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  lifecycle: z
    .object({ preStop: z.object({ sleep: z.object({ seconds: z.int() }).optional() }).optional() })
    .optional(),
  volumeMounts: z
    .array(
      z.object({
        name: z.string(),
        mountPath: z.string(),
        readOnly: z.boolean().default(false),
      }),
    )
    .default([]),
});
export type Container = z.infer<typeof container>;

const secretItems = z.array(z.object({ key: z.string(), path: z.string() })).optional();

const podSpec = z.object({
  serviceAccountName: z.string().optional(),
  automountServiceAccountToken: z.boolean().optional(),
  hostNetwork: z.boolean().optional(),
  hostPID: z.boolean().optional(),
  terminationGracePeriodSeconds: z.int().default(30),
  securityContext: z
    .object({
      runAsNonRoot: z.boolean().optional(),
      runAsUser: z.int().optional(),
      seccompProfile: z.object({ type: z.string() }).optional(),
    })
    .default({}),
  restartPolicy: z.string().optional(),
  affinity: z
    .object({
      podAffinity: z
        .object({
          requiredDuringSchedulingIgnoredDuringExecution: z
            .array(z.object({ topologyKey: z.string(), labelSelector: selector }))
            .default([]),
        })
        .optional(),
    })
    .optional(),
  topologySpreadConstraints: z.array(z.object({ topologyKey: z.string() })).default([]),
  initContainers: z.array(container).default([]),
  containers: z.array(container),
  volumes: z
    .array(
      z.object({
        name: z.string(),
        hostPath: z.unknown().optional(),
        secret: z.object({ secretName: z.string() }).optional(),
        persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
        projected: z
          .object({
            sources: z.array(
              z.object({ secret: z.object({ name: z.string(), items: secretItems }).optional() }),
            ),
          })
          .optional(),
      }),
    )
    .default([]),
});

const resource = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({
    name: z.string(),
    namespace: z.string().optional(),
    labels: labels.default({}),
  }),
  data: z.record(z.string(), z.string()).optional(),
  automountServiceAccountToken: z.boolean().optional(),
  spec: z.unknown().optional(),
});

const workloadSpec = z.object({
  replicas: z.int().optional(),
  backoffLimit: z.int().optional(),
  activeDeadlineSeconds: z.int().optional(),
  volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })).default([]),
  strategy: z.object({ type: z.string().optional() }).optional(),
  template: z.object({
    metadata: z.object({ labels: labels.default({}) }),
    spec: podSpec,
  }),
});

const cronJobSpec = z.object({
  schedule: z.string(),
  timeZone: z.string().optional(),
  concurrencyPolicy: z.string().optional(),
  startingDeadlineSeconds: z.int().optional(),
  successfulJobsHistoryLimit: z.int().optional(),
  failedJobsHistoryLimit: z.int().optional(),
  jobTemplate: z.object({ spec: workloadSpec }),
});
export type Schedule = z.infer<typeof cronJobSpec>;

const selectingSpec = z.object({
  podSelector: z.unknown().optional(),
  selector: z.unknown().optional(),
});

export type Resource = z.infer<typeof resource>;
export type Workload = Resource & { readonly spec: z.infer<typeof workloadSpec> };

export const parseResources = (values: readonly unknown[]): Resource[] =>
  values.map((value) => resource.parse(value));

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'Job', 'DaemonSet', 'CronJob']);

/** Resources that run pods; for a CronJob, the job that it makes. */
export const workloadsOf = (resources: readonly Resource[]): Workload[] =>
  resources
    .filter(({ kind }) => WORKLOADS.has(kind))
    .map((one) => {
      const spec =
        one.kind === 'CronJob' ? scheduleOf(one).jobTemplate.spec : workloadSpec.parse(one.spec);
      return { ...one, spec };
    });

export const scheduleOf = ({ spec }: Resource): Schedule => cronJobSpec.parse(spec);

export const containersOf = ({ spec }: Workload): Container[] => [
  ...spec.template.spec.initContainers,
  ...spec.template.spec.containers,
];

export const podLabels = ({ spec }: Workload): Readonly<Record<string, string>> =>
  spec.template.metadata.labels;

/** The labels by which a Service, a NetworkPolicy or a budget selects pods; null: by expressions, or none. */
export function selectedLabels({ spec, kind }: Resource): Readonly<Record<string, string>> | null {
  const { podSelector, selector: chosen } = selectingSpec.parse(spec ?? {});
  if (kind === 'Service') return labels.safeParse(chosen).data ?? null;
  return selector.safeParse(podSelector ?? chosen).data?.matchLabels ?? null;
}

export const selects = (
  wanted: Readonly<Record<string, string>> | null,
  found: Readonly<Record<string, string>>,
): boolean =>
  wanted !== null &&
  Object.keys(wanted).length > 0 &&
  Object.entries(wanted).every(([name, value]) => found[name] === value);
