/**
 * The rules for one machine: those of the cluster without what only a cluster has, and without the funding apps where
 * they do not run. `node tools/documents.mjs` writes them.
 */
import { ruleGroups } from './alert-rules';

/** Metrics of kube-state-metrics, a kubelet, CloudNativePG and cert-manager. */
const OF_CLUSTERS = /\b(?:kube|kubelet|cnpg|certmanager)_/;
const OF_FUNDING = 'bellwether-funding';
const RUNBOOKS = 'https://runbooks.example.com/';

export const composeRulesFile = (funding: 'on' | 'off'): string =>
  `docker/monitoring/funding-${funding}/rules.yaml`;

/** Prometheus' rules as YAML. */
export function composeRules(funding: 'on' | 'off'): string {
  const groups = [...ruleGroups()].filter(([name]) => funding === 'on' || name !== OF_FUNDING);
  const kept = groups.map(([, text]) => withoutClusters(text)).filter((text) => text !== '');
  const head =
    '# Made of k8s/observability/prometheus-rules.yaml by `node tools/documents.mjs`.\ngroups:\n';
  return head + kept.join('').replaceAll(RUNBOOKS, 'docs/runbooks/');
}

/** A rule that also reads a metric of the exchange's own works on one machine too. Empty: no rule is left. */
function withoutClusters(group: string): string {
  const [head = '', ...rules] = group.split(/^(?= +- (?:alert|record): )/m);
  const left = rules.filter((rule) => !OF_CLUSTERS.test(rule) || /\bbellwether_/.test(rule));
  return left.length === 0 ? '' : head + left.join('');
}
