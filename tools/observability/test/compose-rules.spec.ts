/** The rules of the compose file's monitoring profile are those of the cluster, as far as one machine has them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { alertRules } from '../src/alert-rules';
import { ROOT } from '../src/checkout';
import { composeRules, composeRulesFile } from '../src/compose-rules';

const namesIn = (rules: string): string[] =>
  [...rules.matchAll(/- alert: (\S+)/g)].map(([, name = '']) => name);

describe.each(['on', 'off'] as const)('rules on one machine, funding %s', (funding) => {
  const made = composeRules(funding);
  const file = join(ROOT, composeRulesFile(funding));

  it('are the committed ones', () => {
    if (process.env['RENEW_DOCUMENTS'] !== undefined) writeFileSync(file, made);
    expect(readFileSync(file, 'utf8')).toBe(made);
    expect(() => parse(made)).not.toThrow();
  });

  it('leave out what a cluster alone can tell, and no page that looks on one machine', () => {
    const without = new Set(namesIn(made));
    const left = alertRules().filter(({ name }) => !without.has(name));
    for (const { name, text } of left) {
      const isFunding =
        /bellwether_(?:deposit_listener|bridge_relayer|withdraw_worker|funding|\()/.test(text);
      const isOfClusters = /\b(?:kube|kubelet|cnpg|certmanager)_/.test(text);
      expect([name, isOfClusters || (funding === 'off' && isFunding)]).toEqual([name, true]);
    }
    expect(without).toContain('BackupOld');
  });

  it('name every service of the compose file that is scraped', () => {
    const scraped = readFileSync(join(ROOT, 'docker/monitoring/prometheus.yaml'), 'utf8');
    const compose: unknown = parse(readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8'), {
      merge: true,
    });
    const services = Object.entries((compose as { services: Record<string, Service> }).services);
    const ours = services.filter(
      ([, { image, restart, profiles }]) =>
        image.startsWith('bellwether/') && restart !== 'no' && profiles === undefined,
    );
    for (const [name] of ours) expect(scraped).toContain(`- ${name}:8080`);
  });
});

interface Service {
  readonly image: string;
  readonly restart: string;
  readonly profiles?: readonly string[];
}
