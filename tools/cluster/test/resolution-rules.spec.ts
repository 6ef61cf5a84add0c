/** The rules for results that an installation begins with, and the pages that have an operator set them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolutionRulesRequest } from '@bellwether/api';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = 'k8s/overlays/production/resolution-rules.json';
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('the rules for results', () => {
  it('are a request as it is sent: for every category a day, an hour for sources, 50 USDC, half of it, a second person', () => {
    const { rules } = resolutionRulesRequest.parse(JSON.parse(read(FILE)));
    const windows = { windowSeconds: 86_400, sourceWindowSeconds: 3_600 };
    const terms = { stake: 50_000_000, rewardPct: 50, secondRole: true };
    expect(rules).toEqual([{ name: '*', sub: '*', ...windows, ...terms }]);
  });

  it.each([
    ['docker/README.md', FILE],
    ['k8s/README.md', 'YOUR-OVERLAY/resolution-rules.json'],
  ])('are set in %s, before the first market', (page, file) => {
    const text = read(page);
    const [, before = '', command = ''] = /^([^]*?)(curl [^]*?--data @\S+)/m.exec(text) ?? [];
    expect(command).toContain('-X PUT http://127.0.0.1:3002/admin/resolution-rules');
    expect(command).toContain(`--data @${file}`);
    expect(before).not.toContain('make a market');
  });
});
