/**
 * Which projects a change can have broken, by Nx's graph: those with files, or dependencies' files, that differ from
 * when the project's tests last passed here. Files are compared as git trees, so uncommitted changes count too.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git } from '../checkout-tree.mjs';
import { ROOT, program } from '../prepare.mjs';
import { objectIn } from './json-file.mjs';
import { PROJECTS, PROJECT_FOLDERS } from './projects.mjs';

const FILE = join(ROOT, '.cache/passed-trees.json');
/** More would not fit into a command line; so large a change counts as everything. */
const MAX_FILES = 1_000;

/** @returns {Record<string, string>} by project, the tree with which its tests last passed */
export function passedTrees() {
  return objectIn(FILE);
}

export function savePassedTrees(trees) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(trees));
}

/**
 * @param {string} tree the present one
 * @param {Record<string, string>} passed
 * @returns {{ affected: string[], changed: string[] }} projects that have to run; those of them with changed files
 */
export function projectsToRun(tree, passed) {
  const trees = [...new Set(Object.values(passed))];
  const since = new Map(trees.map((then) => [then, changesSince(changedFiles(then, tree))]));
  const of = (project) => since.get(passed[project]);
  return {
    affected: PROJECTS.filter((project) => of(project)?.affected.has(project) ?? true),
    changed: PROJECTS.filter((project) => of(project)?.changed.has(project) ?? false),
  };
}

/** @param {string[] | null} files null: unknown */
function changesSince(files) {
  const changed = PROJECTS.filter((_, index) =>
    (files ?? []).some((file) => file.startsWith(`${PROJECT_FOLDERS[index]}/`)),
  );
  return { affected: affectedBy(files), changed: new Set(changed) };
}

function changedFiles(from, to) {
  try {
    return git(['diff', '--name-only', '-z', from, to]).split('\0').filter(Boolean);
  } catch {
    return null; // git has removed the old tree
  }
}

/**
 * By Nx's graph, and what `project.json` lists in addition: files and apps that specs read or run without importing
 * them.
 */
export function affectedBy(files) {
  if (files === null || files.length > MAX_FILES) return new Set(PROJECTS);
  if (files.length === 0) return new Set();
  const args = ['show', 'projects', '--affected', `--files=${files.join(',')}`, '--json'];
  const env = { ...process.env, NX_DAEMON: 'false' };
  const output = execFileSync(process.execPath, [program('nx/dist/bin/nx.js'), ...args], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  return new Set(JSON.parse(output));
}
