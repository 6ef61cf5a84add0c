/** The checkout as one name that changes with any file in it. Plain Node, as it runs before there is a package. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The git tree of the checkout as it is, what is not committed with it; git's own index stays as it is.
 * @throws Error where this is no checkout, or there is no git
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

/** null where this is no checkout: a tarball, or a machine without git. */
export function checkoutTreeOrNull() {
  try {
    return checkoutTree();
  } catch {
    return null;
  }
}

export const git = (args, env = process.env) =>
  execFileSync('git', args, {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
