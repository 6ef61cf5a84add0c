import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStamp } from '@bellwether/local-services';

/** Where everything of one exchange lies. Folders are ours alone, secrets 0600. */
export interface DataFolder {
  readonly root: string;
  readonly nats: string;
  readonly postgres: string;
  readonly chains: string;
  readonly logs: string;
  /** Records of the processes that run. */
  readonly run: string;
  readonly secretsFile: string;
  readonly exchangeFile: string;
  /** Lets the next start have it. */
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly stamp: string | null;
}

/**
 * Takes the folder for this process; what a killed predecessor left is continued.
 * @throws Error when a live run holds it: two engines over one journal would fence each other for ever
 */
export function openDataFolder(root: string): DataFolder {
  const folders = {
    nats: join(root, 'nats'),
    postgres: join(root, 'postgres'),
    chains: join(root, 'chains'),
    logs: join(root, 'logs'),
    run: join(root, 'run'),
  };
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lockFile = join(root, 'run', 'supervisor.json');
  takeLock(lockFile);
  return {
    root,
    ...folders,
    secretsFile: join(root, 'secrets.json'),
    exchangeFile: join(root, 'exchange.json'),
    release: () => rmSync(lockFile, { force: true }),
  };
}

function takeLock(lockFile: string): void {
  const ours: Holder = { pid: process.pid, stamp: processStamp(process.pid) };
  for (;;) {
    try {
      writeFileSync(lockFile, JSON.stringify(ours), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    const holder = readHolder(lockFile);
    if (holder !== null && processStamp(holder.pid) === holder.stamp) {
      throw new Error(
        `another run (process ${holder.pid}) uses this data folder: stop it, or choose another with --data`,
      );
    }
    discard(lockFile);
  }
}

const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';

/** A rename, as of two that find the same dead holder only one may go on with each file. */
function discard(lockFile: string): void {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    rmSync(aside);
  } catch {
    // the other one was faster: look again
  }
}

function readHolder(lockFile: string): Holder | null {
  try {
    const content: unknown = JSON.parse(readFileSync(lockFile, 'utf8'));
    return isHolder(content) ? content : null;
  } catch {
    return null; // gone, or written half
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const holder: Partial<Record<keyof Holder, unknown>> = value;
  return Number.isSafeInteger(holder.pid) && typeof holder.stamp === 'string';
}
