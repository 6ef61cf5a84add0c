/**
 * Which projects a change can have broken, by Nx's graph: those whose files, or whose dependencies' files, are not as they
 * were when the project's tests last passed here. Files are compared as git trees, so what is not committed counts too.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git } from '../checkout-tree.mjs';
import { ROOT, program } from '../prepare.mjs';
import { PROJECTS } from './projects.mjs';

const FILE = join(ROOT, '.cache/passed-trees.json');
/** More would not fit into a command line; so large a change is everything. */
const MAX_FILES = 1_000;

/** @returns {Record<string, string>} by project the tree with which its tests last passed */
export function passedTrees() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {}; // a fresh clone
  }
}

export function savePassedTrees(trees) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(trees));
}

/**
 * @param {string} tree of now
 * @param {Record<string, string>} passed
 * @returns {string[]} projects that have to run
 */
export function projectsToRun(tree, passed) {
  const trees = [...new Set(Object.values(passed))];
  const affectedSince = new Map(trees.map((then) => [then, affected(changedFiles(then, tree))]));
  return PROJECTS.filter((project) => affectedSince.get(passed[project])?.has(project) ?? true);
}

function changedFiles(from, to) {
  try {
    return git(['diff', '--name-only', '-z', from, to]).split('\0').filter(Boolean);
  } catch {
    return null; // git has thrown the old tree away
  }
}

function affected(files) {
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
