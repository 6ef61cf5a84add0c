/** docs/METRICS.md has the metrics that the apps register; the dashboard uses no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alertRules, metricsIn, ruleGroups } from '../src/alert-rules';
import { ROOT } from '../src/checkout';
import { documentedMetrics, isSeriesOf, sourceMetrics } from '../src/source-metrics';

/** Words in descriptions that are spelled like alerts. */
const OTHER_NAMES = new Set(['WebSocket', 'PostgreSQL']);

interface Variable {
  readonly name: string;
  readonly description?: string;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

describe('docs/METRICS.md', () => {
  it('has every metric of the sources, each once, and no other', () => {
    expect(documentedMetrics().toSorted()).toEqual([...sourceMetrics()].toSorted());
  });
});

describe('the dashboard', () => {
  const text = readFileSync(join(ROOT, 'k8s/observability/dashboard.json'), 'utf8');
  const {
    panels,
    uid,
    templating,
  }: {
    panels: readonly Panel[];
    uid: string;
    templating: { list: readonly Variable[] };
  } = JSON.parse(text);
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

  it('has panels with names and ids of their own, and a query in each', () => {
    expect(uid).toBe('bellwether');
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, type, targets } of panels) {
      expect(title).not.toBe('');
      expect([title, type === 'row' || (targets ?? []).length > 0]).toEqual([title, true]);
    }
  });

  it('begins with what the exchange is like now', () => {
    expect(panels[0]).toMatchObject({ type: 'row', title: 'Status' });
    const until = panels.findIndex(({ type }, index) => type === 'row' && index > 0);
    expect(panels.slice(1, until).some(({ type }) => type === 'stat')).toBe(true);
  });

  it('says of every panel what it shows', () => {
    const silent = panels
      .filter(({ type, description = '' }) => type !== 'row' && !/^\S.{20}/.test(description))
      .map(({ title }) => title);
    expect(silent).toEqual([]);
  });

  it('names alerts that there are', () => {
    const alerts = new Set(alertRules().map(({ name }) => name));
    const named = panels.flatMap(
      ({ description = '' }) => description.match(/\b(?:[A-Z][a-z]+){2,}\b/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !alerts.has(name) && !OTHER_NAMES.has(name))).toEqual([]);
  });

  it('has variables that are described and used, and uses no other', () => {
    const named = templating.list.map(({ name }) => name);
    expect(templating.list.filter(({ description = '' }) => description === '')).toEqual([]);
    const used = new Set([...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name));
    used.delete('__all');
    expect(used).toEqual(new Set(named));
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
