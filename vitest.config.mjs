import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { History } from './tools/test-run/history.mjs';
import { specOrder } from './tools/test-run/order.mjs';
import { ALONE, PROJECT_FOLDERS } from './tools/test-run/projects.mjs';
import { keepTemporaryFilesInMemory } from './tools/test-run/test-folder.mjs';

keepTemporaryFilesInMemory();

const ROOT = import.meta.dirname;
/** Real servers start in tests: none is about speed, and a busy machine is not a failure. */
const TIMEOUT_MS = 3_600_000;

/** The setup around all tests of a project. */
const hooksOf = (root) =>
  [`${root}/global-setup.mjs`].filter((file) => existsSync(join(ROOT, file)));

/** One after the other where they are alone, and after all others where one run of vitest has both. */
const orderOf = (name) =>
  ALONE.includes(name)
    ? { maxWorkers: 1, sequence: { groupOrder: 1 + ALONE.indexOf(name) } }
    : { maxWorkers: availableParallelism() + 1 }; // a third of the time they wait for servers

const project = (root) => ({
  extends: true,
  test: {
    name: basename(root),
    include: [`${root}/**/*.spec.ts`],
    setupFiles: ['reflect-metadata'],
    globalSetup: hooksOf(root),
    ...orderOf(basename(root)),
  },
});

const aliases = PROJECT_FOLDERS.filter((root) => /^(libs|dev)\//.test(root)).map((root) => [
  `@bellwether/${basename(root)}`,
  join(ROOT, root, 'src/index.ts'),
]);

export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true }, target: 'es2022' },
  resolve: { alias: Object.fromEntries(aliases) },
  cacheDir: '.cache/vitest',
  test: {
    projects: PROJECT_FOLDERS.map(project),
    // A worker loads what its files share once, not once a file: that was a quarter of all the time.
    sequence: { sequencer: specOrder(new History()) },
    pool: 'forks',
    isolate: false,
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    teardownTimeout: TIMEOUT_MS,
    // Titles with values of a table are printed whole.
    chaiConfig: { truncateThreshold: 0 },
    experimental: { fsModuleCache: true },
  },
});
