/** Policies of jobs, and of the volumes that they use. */
import { nameOf, ofKind } from './policy';
import type { Policy } from './policy';
import { containersOf, podLabels, scheduleOf, selects, workloadsOf } from './resource';
import type { Resource, Workload } from './resource';

/** Number of ended jobs to keep: more would hide the last one from an operator. */
const MAX_ENDED_JOBS = 5;
const NODE = 'kubernetes.io/hostname';

/** In the JSON of a rule: `{cronjob="backup"}`. */
const WANTED_JOB = /cronjob[=~]+\\"([^"\\]+)\\"/g;

const ENGINE = 'matching-engine';
/** Jobs that replay the journal, and so hold the engine's state. */
const REPLAYING = ['backup', 'restore', 'restore-journal', 'restore-drill'];
const MIB = { Mi: 1, Gi: 1_024 } as const;
const HEAP = /--max-old-space-size=(\d+)/;

/** Limit of the pod's memory and of Node's heap, in MiB; 0: none is set. */
function memoryOf(workload: Workload): { readonly limit: number; readonly heap: number } {
  const [container] = workload.spec.template.spec.containers;
  const limit = /^(\d+)(Mi|Gi)$/.exec(String(container?.resources?.limits['memory']));
  const options = container?.env.find(({ name }) => name === 'NODE_OPTIONS')?.value ?? '';
  return {
    limit: limit === null ? 0 : Number(limit[1]) * MIB[limit[2] as keyof typeof MIB],
    heap: Number(HEAP.exec(options)?.[1] ?? 0),
  };
}

interface Claim {
  readonly name: string;
  /** The workload whose template it was made from; null: a separate claim. */
  readonly owner: Workload | null;
}

function claimsOf(resources: readonly Resource[]): Claim[] {
  const own = ofKind(resources, 'PersistentVolumeClaim').map(({ metadata: { name } }) => ({
    name,
    owner: null,
  }));
  const templated = workloadsOf(resources).flatMap((owner) =>
    owner.spec.volumeClaimTemplates.flatMap(({ metadata: { name } }) =>
      Array.from({ length: owner.spec.replicas ?? 1 }, (_, ordinal) => ({
        name: `${name}-${owner.metadata.name}-${ordinal}`,
        owner,
      })),
    ),
  );
  return [...own, ...templated];
}

/** Volumes that a pod mounts by named claims. */
const claimed = ({ spec }: Workload) =>
  spec.template.spec.volumes.flatMap(({ name, persistentVolumeClaim: claim }) =>
    claim === undefined ? [] : [{ volume: name, claim: claim.claimName }],
  );

const isOnNodeOf = ({ spec }: Workload, owner: Workload): boolean =>
  (
    spec.template.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
  ).some(
    ({ topologyKey, labelSelector }) =>
      topologyKey === NODE && selects(labelSelector.matchLabels ?? null, podLabels(owner)),
  );

const onlyReads = (workload: Workload, volume: string): boolean =>
  containersOf(workload)
    .flatMap(({ volumeMounts }) => volumeMounts)
    .every(({ name, readOnly }) => name !== volume || readOnly);

export const jobPolicies: readonly Policy[] = [
  {
    name: 'a job ends',
    check: (resources) =>
      workloadsOf(resources)
        .filter(({ kind }) => kind === 'Job' || kind === 'CronJob')
        .filter(
          ({ spec }) => spec.activeDeadlineSeconds === undefined || spec.backoffLimit === undefined,
        )
        .map(nameOf),
  },
  {
    name: 'a job follows no setting, as its template cannot be changed',
    check: (resources) =>
      workloadsOf(resources)
        .filter(({ kind }) => kind === 'Job')
        .filter((job) => containersOf(job).some(({ envFrom }) => envFrom.length > 0))
        .map(nameOf),
  },
  {
    name: 'what runs by the clock says whose clock, never runs beside itself, and leaves little behind',
    check: (resources) =>
      ofKind(resources, 'CronJob')
        .filter((job) => {
          const schedule = scheduleOf(job);
          const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = schedule;
          const ended = [successfulJobsHistoryLimit, failedJobsHistoryLimit];
          return (
            schedule.timeZone === undefined ||
            schedule.concurrencyPolicy !== 'Forbid' ||
            schedule.startingDeadlineSeconds === undefined ||
            ended.some((limit = Infinity) => limit < 1 || limit > MAX_ENDED_JOBS)
          );
        })
        .map(nameOf),
  },
  {
    name: 'an alert looks for scheduled jobs that there are',
    check: (resources) => {
      const jobs = new Set(ofKind(resources, 'CronJob').map(({ metadata }) => metadata.name));
      return ofKind(resources, 'PrometheusRule').flatMap(({ spec }) => {
        const wanted = [...JSON.stringify(spec).matchAll(WANTED_JOB)].map(([, name = '']) => name);
        return [...new Set(wanted)]
          .filter((name) => !jobs.has(name))
          .map((name) => `CronJob ${name}`);
      });
    },
  },
  {
    name: "a job that replays the journal has an engine's memory",
    check: (resources) => {
      const workloads = workloadsOf(resources);
      const engines = workloads.filter(({ metadata }) => metadata.name === ENGINE).map(memoryOf);
      const limit = Math.max(...engines.map((engine) => engine.limit));
      const heap = Math.max(...engines.map((engine) => engine.heap));
      return REPLAYING.filter((name) =>
        workloads
          .filter(({ kind, metadata }) => kind === 'CronJob' && metadata.name === name)
          .map(memoryOf)
          .some((job) => job.limit < limit || job.heap < heap),
      ).map((name) => `CronJob ${name}`);
    },
  },
  {
    name: 'a volume that a pod claims is there',
    check: (resources) => {
      const names = claimsOf(resources).map(({ name }) => name);
      return workloadsOf(resources)
        .filter((workload) => claimed(workload).some(({ claim }) => !names.includes(claim)))
        .map(nameOf);
    },
  },
  {
    name: "another's volume is only read, on the node that has it",
    check: (resources) => {
      const claims = claimsOf(resources);
      return workloadsOf(resources)
        .filter((workload) =>
          claimed(workload).some(({ volume, claim }) => {
            const owner = claims.find(({ name }) => name === claim)?.owner ?? null;
            return owner !== null && !(onlyReads(workload, volume) && isOnNodeOf(workload, owner));
          }),
        )
        .map(nameOf);
    },
  },
];
