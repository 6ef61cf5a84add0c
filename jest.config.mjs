import { existsSync, readdirSync } from 'node:fs';

const swc = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    keepClassNames: true,
  },
  module: { type: 'es6' },
};

const project = (root) => ({
  displayName: root.split('/').at(-1),
  rootDir: import.meta.dirname,
  roots: [`<rootDir>/${root}`],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: 'node',
  setupFiles: ['reflect-metadata'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', swc] },
  moduleNameMapper: { '^@bellwether/(.*)$': '<rootDir>/libs/$1/src/index.ts' },
  ...hookOf(root, 'globalSetup', 'global-setup.mjs'),
  ...hookOf(root, 'globalTeardown', 'global-teardown.mjs'),
});

/** What a whole project needs running around its tests. */
const hookOf = (root, hook, file) =>
  existsSync(new URL(`${root}/${file}`, import.meta.url))
    ? { [hook]: `<rootDir>/${root}/${file}` }
    : {};

const projectsIn = (folder) =>
  readdirSync(new URL(folder, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
    .filter((root) => existsSync(new URL(`${root}/project.json`, import.meta.url)));

export default {
  projects: [...projectsIn('libs'), ...projectsIn('apps'), ...projectsIn('tools')].map(project),
  // One more than the cores we count on: half of a funding test is waiting for blocks.
  maxWorkers: 3,
  // Real servers start in tests: no test is about speed, and a busy machine is not a failure.
  testTimeout: 600_000,
  workerIdleMemoryLimit: '600MB',
};
