import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/test-folder.mjs';

keepTemporaryFilesInMemory();

const ROOT = import.meta.dirname;
/** Real servers start in tests: none is about speed, and a busy machine is not a failure. */
const PATIENCE_MS = 3_600_000;

const projectsIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
    .filter((root) => existsSync(join(ROOT, root, 'project.json')));

/** What a whole project needs running around its tests. */
const hooksOf = (root) =>
  [`${root}/global-setup.mjs`].filter((file) => existsSync(join(ROOT, file)));

const project = (root) => ({
  extends: true,
  test: {
    name: root.split('/').at(-1),
    include: [`${root}/**/*.spec.ts`],
    setupFiles: ['reflect-metadata'],
    globalSetup: hooksOf(root),
  },
});

const aliases = projectsIn('libs').map((root) => [
  root.replace('libs', '@bellwether'),
  join(ROOT, root, 'src/index.ts'),
]);

export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true }, target: 'es2022' },
  resolve: { alias: Object.fromEntries(aliases) },
  cacheDir: '.cache/vitest',
  test: {
    projects: [...projectsIn('libs'), ...projectsIn('apps'), ...projectsIn('tools')].map(project),
    // A worker loads what its files share once, not once a file: that was a quarter of all the time.
    pool: 'forks',
    isolate: false,
    // One more than the cores we count on: half of a funding test is waiting for blocks.
    maxWorkers: 3,
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    teardownTimeout: PATIENCE_MS,
    experimental: { fsModuleCache: true },
  },
});
