import { execFileSync } from 'node:child_process';
import { chmodSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. No account is made for it: one of these is on every system. */
const ACCOUNTS = ['postgres', 'nobody'];
const SEARCH_BY_OTHERS = 0o001;

/** The account PostgreSQL must run as; null: our own does. */
export function postgresAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ACCOUNTS) {
    const [uid, gid] = ['-u', '-g'].map((flag) => idOf(flag, name));
    if (uid !== undefined && gid !== undefined) return { name, uid, gid };
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no account ${ACCOUNTS.join(' or ')}`,
  );
}

function idOf(flag: string, name: string): number | undefined {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined; // no such account
  }
}

/**
 * Lets other accounts pass through a folder and those above it: they may walk to what they own, not list or read.
 * @returns the folders that were changed
 */
export function makeTraversable(folder: string): readonly string[] {
  const changed: string[] = [];
  let path = realpathSync(folder);
  for (;;) {
    const { mode } = statSync(path);
    if ((mode & SEARCH_BY_OTHERS) === 0) {
      chmodSync(path, mode | SEARCH_BY_OTHERS);
      changed.push(path);
    }
    if (path === dirname(path)) return changed;
    path = dirname(path);
  }
}
