/** The trial of the containers as a test, and that its pages have the commands that it runs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyLeftOut } from '@bellwether/local-services';
import { whyNone } from '../engine.mjs';
import { INCIDENTS, NOT_PROVOKED } from '../incidents.mjs';
import { fencesOf, firstLooks } from '../pages.mjs';

const RUN = join(import.meta.dirname, '../run.mjs');
const ROOT = join(import.meta.dirname, '../../..');
const why =
  process.env['CONTAINERS'] === 'on' ? whyNone() : 'CONTAINERS=on runs it, as check:full does';

describe('the pages for one machine', () => {
  it.each([
    ['docker/README.md', '## The compose file'],
    ['docker/README.md', '### Backup'],
    ['docker/README.md', '### Restore'],
    ['docker/README.md', '### Keys and roles'],
    ['docs/OPERATIONS.md', '## Upgrade'],
  ])('%s has commands below %s', (page, heading) => {
    expect(fencesOf(page, heading).join('')).toMatch(/^(?:.* )?dc /m);
  });

  it('are the runbooks too', () => {
    expect(firstLooks().length).toBeGreaterThan(50);
  });
});

describe('the alerts for one machine', () => {
  it('are each provoked once, or said to be none that can be', () => {
    const rules = readFileSync(join(ROOT, 'docker/monitoring/funding-off/rules.yaml'), 'utf8');
    const names = [...rules.matchAll(/- alert: (\S+)/g)].map(([, name = '']) => name);
    const provoked = Object.values(INCIDENTS).flatMap(({ alerts }) => alerts);
    const said = [...provoked, ...Object.keys(NOT_PROVOKED)];
    expect(said).toHaveLength(names.length);
    expect(new Set(said)).toEqual(new Set(names));
  });
});

describe('the exchange in containers', () => {
  it.skipIf(why !== null)(`holds every step of the trial${whyLeftOut(why)}`, () => {
    expect(() => execFileSync(process.execPath, [RUN], { stdio: 'inherit' })).not.toThrow();
  });
});
