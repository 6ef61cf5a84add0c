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
const QUICK_FILE = join(ROOT, '.cache/quick-trees.json');
/** More would not fit into a command line; so large a change counts as everything. */
const MAX_FILES = 1_000;

/**
 * @typedef {Record<string, string>} Trees by project, the tree with which its tests last passed
 * @returns {{ whole: Trees, quick: Trees }} `quick`: those that ran without what takes long
 */
export function passedTrees() {
  return { whole: objectIn(FILE), quick: objectIn(QUICK_FILE) };
}

export function savePassedTrees({ whole, quick }) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(whole));
  writeFileSync(QUICK_FILE, JSON.stringify(quick));
}

/**
 * The projects to run since each passed, and those whose own files changed since they passed as a whole.
 * @param {string} tree the present one
 * @param {{ whole: Record<string, string>, quick: Record<string, string> }} passed
 * @returns {{ affected: string[], changed: string[] }} projects that have to run; those of them with changed files
 */
export function projectsToRun(tree, { whole, quick }) {
  const trees = [...new Set([...Object.values(whole), ...Object.values(quick)])];
  const since = new Map(trees.map((then) => [then, changesSince(changedFiles(then, tree))]));
  return {
    affected: PROJECTS.filter(
      (one) => since.get(quick[one] ?? whole[one])?.affected.has(one) ?? true,
    ),
    changed: PROJECTS.filter(
      (one) => since.get(whole[one] ?? quick[one])?.changed.has(one) ?? false,
    ),
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

/** By Nx's graph, and the list of `project.json`: files and apps that specs read or run without an import. */
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
