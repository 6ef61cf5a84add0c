/** Policies of network access between pods. */
import { z } from 'zod';
import { ADMIN_ROLE, nameOf, ofKind } from './policy';
import type { Policy } from './policy';
import { containersOf, podLabels, selectedLabels, selects, workloadsOf } from './resource';
import type { Resource } from './resource';

type Labels = Readonly<Record<string, string>>;

const peer = z.object({
  podSelector: z.object({ matchLabels: z.record(z.string(), z.string()).optional() }).optional(),
  namespaceSelector: z.unknown().optional(),
});
const ports = z.array(z.object({ port: z.int() })).default([]);
const ruledSpec = z.object({
  podSelector: z.object({ matchLabels: z.record(z.string(), z.string()).optional() }),
  ingress: z.array(z.object({ from: z.array(peer).default([]), ports })).default([]),
  egress: z.array(z.object({ to: z.array(peer).default([]), ports })).default([]),
});

interface Way {
  /** Labels of pods of this namespace. */
  readonly from: Labels;
  readonly to: Labels;
  readonly port: number;
}

const podsOf = (peers: readonly z.infer<typeof peer>[]): Labels[] =>
  peers.flatMap(({ podSelector, namespaceSelector }) =>
    podSelector?.matchLabels === undefined || namespaceSelector !== undefined
      ? []
      : [podSelector.matchLabels],
  );

/** The connections that NetworkPolicies allow between pods, by the egress rules and by the ingress rules. */
function waysOf(resources: readonly Resource[]): { readonly out: Way[]; readonly in: Way[] } {
  const rules = ofKind(resources, 'NetworkPolicy').map(({ spec }) => ruledSpec.parse(spec));
  const ways = (peers: z.infer<typeof peer>[], open: { readonly port: number }[]) =>
    podsOf(peers).flatMap((pods) => open.map(({ port }) => ({ pods, port })));
  return {
    out: rules.flatMap(({ podSelector: { matchLabels: from = {} }, egress }) =>
      egress.flatMap((rule) =>
        ways(rule.to, rule.ports).map(({ pods, port }) => ({ from, to: pods, port })),
      ),
    ),
    in: rules.flatMap(({ podSelector: { matchLabels: to = {} }, ingress }) =>
      ingress.flatMap((rule) =>
        ways(rule.from, rule.ports).map(({ pods, port }) => ({ from: pods, to, port })),
      ),
    ),
  };
}

export const networkPolicies: readonly Policy[] = [
  {
    name: 'nobody talks to anybody, unless it is said',
    check: (resources) => {
      const denies = ofKind(resources, 'NetworkPolicy').some(
        ({ spec }) =>
          JSON.stringify(spec) ===
          JSON.stringify({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
      );
      return denies ? [] : ['no NetworkPolicy denies everything'];
    },
  },
  {
    name: 'who may call a Service is said',
    check: (resources) => {
      const ruled = ofKind(resources, 'NetworkPolicy').map(selectedLabels);
      return ofKind(resources, 'Service')
        .filter((service) => {
          const pods = selectedLabels(service) ?? {};
          return !ruled.some((wanted) => selects(wanted, pods));
        })
        .map(nameOf);
    },
  },
  {
    name: 'who is let out to a pod is let in there',
    check: (resources) => {
      const ways = waysOf(resources);
      return workloadsOf(resources)
        .filter((workload) =>
          ways.out
            .filter(({ from }) => selects(from, podLabels(workload)))
            .some(
              ({ to, port }) =>
                !ways.in.some(
                  (way) =>
                    way.port === port &&
                    selects(way.from, podLabels(workload)) &&
                    selects(way.to, to),
                ),
            ),
        )
        .map(nameOf);
    },
  },
  {
    name: 'a Service has pods',
    check: (resources) => {
      const pods = workloadsOf(resources).map(podLabels);
      return ofKind(resources, 'Service')
        .filter((service) => !pods.some((found) => selects(selectedLabels(service), found)))
        .map(nameOf);
    },
  },
  {
    name: 'the admin role is not public',
    check: (resources) => {
      const isPublic = ofKind(resources, 'Ingress').filter(({ spec }) =>
        JSON.stringify(spec).includes(ADMIN_ROLE),
      );
      const keys = workloadsOf(resources).filter(
        (workload) =>
          workload.metadata.name !== ADMIN_ROLE &&
          containersOf(workload).some(({ env }) =>
            env.some(({ name }) => name.startsWith('ADMIN_KEY')),
          ),
      );
      return [...isPublic, ...keys].map(nameOf);
    },
  },
];
