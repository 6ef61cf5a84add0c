/** Retention in a folder of backups: the newest complete ones stay, and so does everything that is not a backup. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED_MS } from './limits';
import { readManifest } from './manifest';

/** The names that `takeBackup` gives, which sort by time. */
const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

/**
 * Removes complete backups older than the newest `keep`, and backups cut off long ago. Call it after a new one is
 * complete, so that a failed backup never costs an old one.
 * @param keep at least 1
 * @returns the names removed, oldest first
 */
export async function removeOldBackups(
  folder: string,
  { keep, nowMs }: { readonly keep: number; readonly nowMs: number },
): Promise<string[]> {
  const names = await namesIn(folder);
  const whole: string[] = [];
  const cutOff: string[] = [];
  for (const name of names) {
    if (await isWhole(join(folder, name))) whole.push(name);
    else if (nowMs - takenMs(name) > UNFINISHED_MS) cutOff.push(name);
  }
  const removed = [...whole.slice(0, -keep), ...cutOff].toSorted();
  for (const name of removed) await rm(join(folder, name), { recursive: true });
  return removed;
}

/** The folder of the newest complete backup. @throws Error if there is none */
export async function newestBackup(folder: string): Promise<string> {
  for (const name of (await namesIn(folder)).toReversed()) {
    if (await isWhole(join(folder, name))) return join(folder, name);
  }
  throw new Error(`${folder} holds no whole backup`);
}

/** Oldest first. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();

const isWhole = (folder: string): Promise<boolean> =>
  readManifest(folder).then(
    () => true,
    () => false,
  );

const takenMs = (name: string): number => Date.parse(name.replace(NAME, '$1:$2:$3'));
