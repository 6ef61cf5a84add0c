/** docs/METRICS.md has what the apps register; the dashboard asks for nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricsIn, ruleGroups } from '../src/alert-rules';
import { ROOT } from '../src/checkout';
import { documentedMetrics, isSeriesOf, sourceMetrics } from '../src/source-metrics';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

describe('docs/METRICS.md', () => {
  it('has every metric of the sources, each once, and no other', () => {
    expect(documentedMetrics().toSorted()).toEqual([...sourceMetrics()].toSorted());
  });
});

describe('the dashboard', () => {
  const text = readFileSync(join(ROOT, 'k8s/observability/dashboard.json'), 'utf8');
  const { panels, uid }: { panels: readonly Panel[]; uid: string } = JSON.parse(text);
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  it('has panels with names and ids of their own, and a query in each', () => {
    expect(uid).toBe('bellwether');
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, type, targets } of panels) {
      expect(title).not.toBe('');
      expect([title, type === 'row' || (targets ?? []).length > 0]).toEqual([title, true]);
    }
  });

  it('asks for metrics that there are', () => {
    const recorded = [...ruleGroups().values()].join('').match(/(?<=- record: )\S+/g) ?? [];
    const known = new Set([...documentedMetrics(), ...recorded]);
    const asked = queries.flatMap((query) => [...metricsIn(query)]);
    expect(asked.length).toBeGreaterThanOrEqual(queries.length);
    const unknown = asked.filter(
      (name) => !isSeriesOf(known, name) && !/^(?:process|nodejs)_/.test(name),
    );
    expect(unknown).toEqual([]);
  });
});
