import { containersOf, workloadsOf } from './resource';
import type { Container, Resource, Workload } from './resource';

/** A rule that every manifest must follow. Tests show what each one catches. */
export interface Policy {
  readonly name: string;
  /** @returns the faults, each naming its resource */
  check(resources: readonly Resource[]): string[];
}

export const ADMIN_ROLE = 'gateway-admin';

export const nameOf = ({ kind, metadata }: Resource): string => `${kind} ${metadata.name}`;

export const eachPod =
  (isWrong: (workload: Workload) => boolean): Policy['check'] =>
  (resources) =>
    workloadsOf(resources).filter(isWrong).map(nameOf);

export const eachContainer =
  (isWrong: (container: Container, workload: Workload) => boolean): Policy['check'] =>
  (resources) =>
    workloadsOf(resources).flatMap((workload) =>
      containersOf(workload)
        .filter((container) => isWrong(container, workload))
        .map(({ name }) => `${nameOf(workload)}, ${name}`),
    );

export const ofKind = (resources: readonly Resource[], kind: string): Resource[] =>
  resources.filter((one) => one.kind === kind);
