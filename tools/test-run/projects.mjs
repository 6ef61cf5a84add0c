/** The tree's projects and specs, and which of them are tested one spec at a time. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/**
 * Their specs start whole exchanges, one for all of them or one each: one spec at a time in each lane. Those of `trials`
 * run under faults for minutes, as long as all others together.
 */
export const ALONE_LANES = [
  ['trials', 'container-trial'],
  ['e2e', 'attacks', 'web-trials'],
];
export const ALONE = ALONE_LANES.flat();

/** Of theirs, what finds most faults soonest: a builder's whole way. */
export const SOONEST = ['dev/e2e/test/builder-flow.spec.ts'];

/** Of the others, so many are quick. The rest take five sixths of the time, and are left to CI and `--all`. */
export const QUICK_SHARE = 0.75;

/** As `libs/exchange`. */
export const PROJECT_FOLDERS = ['libs', 'apps', 'dev', 'tools'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
    .filter((root) => existsSync(join(ROOT, root, 'project.json'))),
);

/** As `exchange`. */
export const PROJECTS = PROJECT_FOLDERS.map((folder) => basename(folder));

export const projectOf = (file) => file.split('/')[1];

/** All of the tree, as vitest finds them. */
export const specFiles = () =>
  PROJECT_FOLDERS.flatMap((root) =>
    readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'))
      .map((file) => `${root}/${file}`),
  );
