/**
 * One name for the checkout that changes with any file in it. Plain Node, as it runs before any package is installed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The git tree of the present checkout, including uncommitted changes; git's own index stays unchanged.
 * @throws Error if this is no checkout, or there is no git
 */
export function checkoutTree() {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-tree-'));
  try {
    const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
    git(['read-tree', 'HEAD'], env);
    git(['add', '--all'], env);
    return git(['write-tree'], env).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** null if this is no checkout: a tarball, or a machine without git. */
export function checkoutTreeOrNull() {
  try {
    return checkoutTree();
  } catch {
    return null;
  }
}

const git = (args, env = process.env) =>
  execFileSync('git', args, {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
