/** The projects of the tree, and which of them are tested alone. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/** Whole exchanges, one a spec, made to fail and to run for minutes. */
export const TRIALS = ['trials'];
/** Their specs start whole exchanges, one for all of them or one each: one spec at a time. */
export const ALONE = [...TRIALS, 'e2e', 'attacks'];

/** As `libs/exchange`. */
export const PROJECT_FOLDERS = ['libs', 'apps', 'dev', 'tools'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
    .filter((root) => existsSync(join(ROOT, root, 'project.json'))),
);

/** As `exchange`. */
export const PROJECTS = PROJECT_FOLDERS.map((folder) => basename(folder));
