/** The alert rules, read as text from their file, which the tree's formatter has formatted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checkout';

export interface AlertRule {
  readonly name: string;
  /** From its `alert:` to the next. */
  readonly text: string;
}

const FILE = join(ROOT, 'k8s/observability/prometheus-rules.yaml');
const SPEC = '\nspec:\n';
const GROUP = /^ {2}- name: (\S+)$/m;

const readSpec = (): string => {
  const text = readFileSync(FILE, 'utf8');
  const at = text.indexOf(SPEC);
  if (at === -1) throw new Error(`${FILE} has no spec`);
  return text.slice(at + SPEC.length).replaceAll(/^ {2}/gm, '');
};

/** Promtool's input: the groups by name, each with its rules as YAML. */
export function ruleGroups(): ReadonlyMap<string, string> {
  const groups = readSpec()
    .split(/^(?= {2}- name: )/m)
    .filter((part) => GROUP.test(part));
  return new Map(groups.map((group) => [GROUP.exec(group)?.[1] ?? '', group]));
}

export const alertRules = (): AlertRule[] =>
  readSpec()
    .split(/^ +- alert: /m)
    .slice(1)
    .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

/** `NoEngineLeads` becomes the file name `no-engine-leads`. */
export const pageOf = (alert: string): string =>
  `${alert.replaceAll(/(?<=.)([A-Z])/g, '-$1').toLowerCase()}.md`;

/** Names of metrics and of recorded series in expressions or their tests. */
export const metricsIn = (text: string): Set<string> =>
  new Set(
    text.match(
      /\b(?:bellwether_|bellwether:|process_|nodejs_|kube_|kubelet_|cnpg_)[\w:]*\w|\bup(?=\{)/g,
    ),
  );
