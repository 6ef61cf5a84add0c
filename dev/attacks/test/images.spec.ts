/** The runtime of the images must still get security fixes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DOCKERFILE = fileURLToPath(new URL('../../../docker/Dockerfile', import.meta.url));
/** Its fixes ended in April 2026. */
const LAST_WITHOUT_FIXES = 20;

it('an old hole of Node.js is no way in: images take a line that gets fixes for years', () => {
  const [, major] = /^ARG NODE_IMAGE=node:(\d+)\./m.exec(readFileSync(DOCKERFILE, 'utf8')) ?? [];
  expect(Number(major)).toBeGreaterThan(LAST_WITHOUT_FIXES);
  expect(Number(major) % 2).toBe(0); // odd versions get fixes for half a year
});
