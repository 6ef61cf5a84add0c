/** Every client of PostgreSQL connects with the secret of its own role, or the owner's to create tables. */
import { nameOf } from './policy';
import type { Policy } from './policy';
import { containersOf, podLabels, workloadsOf } from './resource';
import type { Workload } from './resource';

/** Secret of the tables' owner, made by CloudNativePG. */
const OWNER = 'database-app';
/** Workloads that create tables, or refill them. */
const OWNERS = ['migrate', 'restore', 'restore-journal'];

const isTheDatabase = (workload: Workload): boolean =>
  podLabels(workload)['cnpg.io/cluster'] !== undefined;

const databaseSecretsOf = (workload: Workload): string[] => {
  const { volumes } = workload.spec.template.spec;
  const names = [
    ...volumes.flatMap(({ secret, projected }) => [
      secret?.secretName,
      ...(projected?.sources ?? []).map((source) => source.secret?.name),
    ]),
    ...containersOf(workload).flatMap(({ env }) =>
      env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ),
  ];
  const found = names.filter((name) => name?.startsWith('database-') === true);
  return [...new Set(found.filter((name) => name !== undefined))];
};

const wantedOf = (workload: Workload): string[] => {
  if (podLabels(workload)['bellwether.dev/database'] !== 'client') return [];
  const { name } = workload.metadata;
  return [OWNERS.includes(name) ? OWNER : `database-${name}`];
};

export const databasePolicies: readonly Policy[] = [
  {
    name: "who connects to the database has its own role's secret, and nobody else's",
    check: (resources) =>
      workloadsOf(resources)
        .filter((workload) => !isTheDatabase(workload))
        .filter((workload) => databaseSecretsOf(workload).join() !== wantedOf(workload).join())
        .map(nameOf),
  },
];
