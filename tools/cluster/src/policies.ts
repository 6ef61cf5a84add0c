/** The rules that every manifest must follow, each named; tests show what each one catches. */
import { databasePolicies } from './database-policies';
import { jobPolicies } from './job-policies';
import { networkPolicies } from './network-policies';
import { pagePolicies } from './page-policies';
import { eachContainer, eachPod, nameOf, ofKind } from './policy';
import type { Policy } from './policy';
import { podLabels, selectedLabels, selects, workloadsOf } from './resource';
import type { Resource, Workload } from './resource';

/** Time in which every app ends after SIGTERM: `STOP_DEADLINE_MS` of libs/runtime. */
const STOP_SECONDS = 8;
/** Spare time for the kubelet, which counts from before the first hook. */
const SPARE_SECONDS = 5;
/** Apps of which a second instance may follow the first, but never write beside it. */
const SINGLE_WRITERS = [
  'journal-archiver',
  'projector',
  'deposit-listener',
  'bridge-relayer',
  'withdraw-worker',
];
const ENGINES_SET = 'StatefulSet matching-engine';
/** A leader and its standby. */
const ENGINES = 2;
/** Names of variables with secret values; variables that name a file hold none. */
const SECRET_NAME = /(SEED|TOKEN|PASSWORD|SECRET|MASTER|PEPPER|DATABASE_URL|_KEY|_HASH)$/;
const SECRET_VALUE = /-----BEGIN|:\/\/[^/\s]*:[^/\s]*@|\bSU[A-Z2-7]{56}\b/;
const VERSION = /(:v?\d+(\.\d+)+(-[\w.]+)?|@sha256:[\da-f]{64})$/;
const HIGHEST_SYSTEM_USER = 99;

const ENDING = new Set(['Job', 'CronJob']);
const servers = (resources: readonly Resource[]): Workload[] =>
  workloadsOf(resources).filter(({ kind }) => !ENDING.has(kind));

const appOf = (workload: Workload): string | undefined =>
  podLabels(workload)['app.kubernetes.io/name'];

const scaledBy = (autoscaler: Resource): string =>
  JSON.stringify(autoscaler.spec).match(/"scaleTargetRef":\{[^}]*"name":"([^"]+)"/)?.[1] ?? '';

const podPolicies: readonly Policy[] = [
  {
    name: 'an image has a version',
    check: eachContainer(({ image }) => !VERSION.test(image)),
  },
  {
    name: 'nobody is root',
    check: eachPod(
      ({ spec }) =>
        spec.template.spec.securityContext.runAsNonRoot !== true ||
        (spec.template.spec.securityContext.runAsUser ?? 0) <= HIGHEST_SYSTEM_USER,
    ),
  },
  {
    name: 'a root file system is read-only',
    check: eachContainer(({ securityContext }) => securityContext.readOnlyRootFilesystem !== true),
  },
  {
    name: 'a container has no privilege and no capability',
    check: eachContainer(
      ({ securityContext: { allowPrivilegeEscalation, privileged, capabilities } }) =>
        allowPrivilegeEscalation !== false ||
        privileged === true ||
        capabilities?.drop?.includes('ALL') !== true ||
        (capabilities.add ?? []).length > 0,
    ),
  },
  {
    name: 'system calls are filtered',
    check: eachPod(
      ({ spec }) => spec.template.spec.securityContext.seccompProfile?.type !== 'RuntimeDefault',
    ),
  },
  {
    name: 'nothing of the machine is in a pod',
    check: eachPod(
      ({ spec: { template } }) =>
        template.spec.hostNetwork === true ||
        template.spec.hostPID === true ||
        template.spec.volumes.some(({ hostPath }) => hostPath !== undefined),
    ),
  },
  {
    name: 'an account is its own and has no token',
    check: (resources) => [
      ...eachPod(
        ({ spec: { template } }) =>
          template.spec.automountServiceAccountToken !== false ||
          (template.spec.serviceAccountName ?? 'default') === 'default',
      )(resources),
      ...ofKind(resources, 'ServiceAccount')
        .filter(({ automountServiceAccountToken }) => automountServiceAccountToken !== false)
        .map(nameOf),
    ],
  },
  {
    name: 'memory has a limit, processor and memory are asked for',
    check: eachContainer(
      ({ resources }) =>
        resources?.limits['memory'] === undefined ||
        resources.requests['memory'] === undefined ||
        resources.requests['cpu'] === undefined,
    ),
  },
  {
    name: 'what runs on has three probes, and is not killed for not being ready',
    check: (resources) =>
      eachContainer(
        ({ startupProbe, livenessProbe, readinessProbe }) =>
          startupProbe === undefined ||
          livenessProbe === undefined ||
          readinessProbe === undefined ||
          livenessProbe.httpGet?.path === '/readyz',
      )(servers(resources)),
  },
  {
    name: 'the time to end is longer than what ending takes',
    check: eachPod(({ spec: { template } }) => {
      const waits = template.spec.containers.map(
        ({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0,
      );
      const longest = Math.max(...waits) + STOP_SECONDS + SPARE_SECONDS;
      return template.spec.terminationGracePeriodSeconds < longest;
    }),
  },
];

const lifePolicies: readonly Policy[] = [
  {
    name: 'a single writer is one, never scaled, and gone before the next starts',
    check: (resources) => {
      const scaled = new Set(ofKind(resources, 'HorizontalPodAutoscaler').map(scaledBy));
      return servers(resources)
        .filter((workload) => {
          const app = appOf(workload) ?? '';
          const isEngine = app === 'matching-engine';
          if (!isEngine && !SINGLE_WRITERS.includes(app)) return false;
          const { replicas, strategy } = workload.spec;
          return (
            scaled.has(workload.metadata.name) ||
            replicas !== (isEngine ? ENGINES : 1) ||
            (workload.kind === 'Deployment' && strategy?.type !== 'Recreate')
          );
        })
        .map(nameOf);
    },
  },
  {
    name: 'what an autoscaler moves says no number of its own',
    check: (resources) => {
      const scaled = new Set(ofKind(resources, 'HorizontalPodAutoscaler').map(scaledBy));
      return servers(resources)
        .filter(({ metadata, spec }) => scaled.has(metadata.name) && spec.replicas !== undefined)
        .map(nameOf);
    },
  },
  {
    name: 'of several pods not all go at once, and not all are in one place',
    check: (resources) => {
      const scaled = new Set(ofKind(resources, 'HorizontalPodAutoscaler').map(scaledBy));
      const budgets = ofKind(resources, 'PodDisruptionBudget').map(selectedLabels);
      return servers(resources)
        .filter(({ metadata, spec }) => scaled.has(metadata.name) || (spec.replicas ?? 1) > 1)
        .filter(
          (workload) =>
            !budgets.some((wanted) => selects(wanted, podLabels(workload))) ||
            workload.spec.template.spec.topologySpreadConstraints.length === 0,
        )
        .map(nameOf);
    },
  },
  {
    name: 'a release begins with its migrations and ends with its engines',
    check: (resources) => {
      const labelled = (place: string) =>
        workloadsOf(resources)
          .filter(({ metadata }) => metadata.labels['bellwether.dev/rolls'] === place)
          .map(nameOf)
          .toSorted();
      const wanted = { first: ['Job migrate'], last: [ENGINES_SET] };
      return Object.entries(wanted)
        .filter(([place, names]) => labelled(place).join() !== names.join())
        .map(([place]) => `${place}: ${labelled(place).join(', ')}`);
    },
  },
  {
    name: 'no secret is in a manifest',
    check: (resources) => [
      ...ofKind(resources, 'Secret').map(nameOf),
      ...ofKind(resources, 'ConfigMap')
        .filter(({ data = {} }) =>
          Object.entries(data).some(
            ([name, value]) => SECRET_NAME.test(name) || SECRET_VALUE.test(value),
          ),
        )
        .map(nameOf),
      ...eachContainer(({ env }) =>
        env.some(
          ({ name, value }) =>
            value !== undefined && (SECRET_NAME.test(name) || SECRET_VALUE.test(value)),
        ),
      )(resources),
    ],
  },
];

/** Placeholder in the rules for the URL of the runbooks, which the operator's overlay sets. */
const NO_RUNBOOKS = 'https://runbooks.example.com';

const alertPolicies: readonly Policy[] = [
  {
    name: 'an alert leads to its page where the operator has it',
    check: (resources) =>
      ofKind(resources, 'PrometheusRule')
        .filter(({ spec }) => JSON.stringify(spec).includes(NO_RUNBOOKS))
        .map(nameOf),
  },
];

export const POLICIES: readonly Policy[] = [
  ...podPolicies,
  ...networkPolicies,
  ...lifePolicies,
  ...jobPolicies,
  ...databasePolicies,
  ...pagePolicies,
  ...alertPolicies,
];
