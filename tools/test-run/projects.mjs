/** The tree's projects, and which of them are tested one spec at a time. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/**
 * Their specs start whole exchanges, one for all of them or one each: one spec at a time in each lane. Those of `trials`
 * run under faults for minutes, as long as all others together.
 */
export const ALONE_LANES = [['trials'], ['e2e', 'attacks', 'web-trials']];
export const ALONE = ALONE_LANES.flat();

/** Of theirs, what finds most faults soonest: a builder's whole way, and each part killed in turn while users trade. */
export const SOONEST = ['dev/e2e/test/builder-flow.spec.ts', 'dev/trials/test/chaos.spec.ts'];

/** Specs that take longer are left to CI and `--all`, unless files of their own project changed. */
export const QUICK_SECONDS = 7;

/** As `libs/exchange`. */
export const PROJECT_FOLDERS = ['libs', 'apps', 'dev', 'tools'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
    .filter((root) => existsSync(join(ROOT, root, 'project.json'))),
);

/** As `exchange`. */
export const PROJECTS = PROJECT_FOLDERS.map((folder) => basename(folder));
