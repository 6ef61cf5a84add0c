/** The checkout that the trial works on, as an operator has one: any commit's files, with secrets and settings beside. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CACHE, CHECKOUT, ROOT, run } from './places.mjs';

const INDEX = join(CACHE, 'index.checkout');

/** @param {string[]} args @param {string} [index] one of its own, so that the checkout's stays as it is */
const git = (args, index) =>
  run('git', args, {
    cwd: ROOT,
    env: index === undefined ? process.env : { ...process.env, GIT_INDEX_FILE: index },
  }).trim();

/** The files of this checkout as they are now, committed or not: a tree of git. */
export function currentTree() {
  const index = join(CACHE, 'index.now');
  mkdirSync(CACHE, { recursive: true });
  copyFileSync(resolve(ROOT, git(['rev-parse', '--git-path', 'index'])), index);
  git(['add', '--all'], index);
  return git(['write-tree'], index);
}

/** That of the last release, or while there is none, of the commit before. `UPGRADE_FROM` names another. */
export function treeBefore() {
  const named = process.env['UPGRADE_FROM'];
  const release = () => git(['tag', '--list', 'v*', '--sort=-version:refname']).split('\n')[0];
  return git(['rev-parse', `${named ?? (release() || 'HEAD~1')}^{tree}`]);
}

/** As `git checkout` does: only what differs is written, and what git does not know stays. @param {string} tree */
export function checkOut(tree) {
  mkdirSync(CHECKOUT, { recursive: true });
  git(['--work-tree', CHECKOUT, 'read-tree', '--reset', '-u', tree], INDEX);
}

export function removeCheckout() {
  for (const path of [CHECKOUT, INDEX]) rmSync(path, { recursive: true, force: true });
}
