/** Retention in a folder of backups: the newest complete ones stay, and so does everything that is not a backup. */
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UNFINISHED_MS } from './limits';
import { manifestIn } from './manifest';

/** The names that `takeBackup` gives, which sort by time. */
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

/** Names, oldest first. */
export interface RemovedBackups {
  readonly removed: readonly string[];
  /** Neither removed nor counted: their manifest exists and is unreadable, so their content is unknown. */
  readonly unreadable: readonly string[];
}

/**
 * Removes complete backups older than the newest `keep`, and backups cut off long ago. Call it after a new one is
 * complete, so that a failed backup never costs an old one.
 * @param keep at least 1
 */
export async function removeOldBackups(
  folder: string,
  { keep, nowMs }: { readonly keep: number; readonly nowMs: number },
): Promise<RemovedBackups> {
  const whole: string[] = [];
  const cutOff: string[] = [];
  const unreadable: string[] = [];
  for (const name of await namesIn(folder)) {
    const isThere = await isWhole(join(folder, name)).catch(() => null);
    if (isThere === null) unreadable.push(name);
    else if (isThere) whole.push(name);
    else if (nowMs - takenMs(name) > UNFINISHED_MS) cutOff.push(name);
  }
  const removed = [...whole.slice(0, -keep), ...cutOff].toSorted();
  for (const name of removed) await rm(join(folder, name), { recursive: true });
  return { removed, unreadable };
}

/** The folder of the newest complete backup. @throws Error if there is none, or a newer one is unreadable */
export async function newestBackup(folder: string): Promise<string> {
  for (const name of (await namesIn(folder)).toReversed()) {
    if (await isWhole(join(folder, name))) return join(folder, name);
  }
  throw new Error(`${folder} holds no whole backup`);
}

/** When the newest complete backup was begun, in Unix milliseconds. Null: there is none that can be read. */
export async function newestBackupMs(folder: string): Promise<number | null> {
  return newestBackup(folder).then(
    (path) => takenMs(basename(path)),
    () => null,
  );
}

/** Oldest first. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();

/** @throws Error if its manifest is unreadable */
const isWhole = async (folder: string): Promise<boolean> => (await manifestIn(folder)) !== null;

const takenMs = (name: string): number => Date.parse(name.replace(NAME, '$1:$2:$3'));
