/**
 * A file that is either complete or absent: written under a temporary name, synced, renamed, and ended by the SHA-256
 * of its content, so that a reader can verify every byte.
 *
 *   magic 8 bytes | content | SHA-256 of magic and content, 32 bytes
 */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sameBytes } from '@bellwether/codec';
import { hashByTurns } from './hash-by-turns';
import { assertFits, readWhole } from './read-whole';

const HASH_BYTES = 32;

/** The bytes on disk are not those that were written. */
export class FileDamaged extends Error {
  constructor(path: string, why: string) {
    super(`${path}: ${why}`);
    this.name = 'FileDamaged';
  }
}

/**
 * Durable under `path` when the promise resolves; the content is that of the parts, one after the other. Yields to the
 * event loop in between. Where it rejects, nothing new is there.
 * @throws the file system's error, as of a full disk; Error if it is too large to be read
 */
export async function writeSealed(
  path: string,
  magic: string,
  content: readonly Uint8Array[],
): Promise<void> {
  const hashed = [magicBytes(magic), ...content];
  assertFits(
    path,
    hashed.reduce((sum, { length }) => sum + length, HASH_BYTES),
  );
  const parts = [...hashed, await hashByTurns(hashed)];
  const unfinished = `${path}.unfinished`;
  try {
    await writeSynced(unfinished, parts);
    await rename(unfinished, path);
  } catch (error) {
    await removeFile(unfinished).catch(() => undefined); // else the next start does
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeSynced(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // A single `write` or `writev` may take less than it was given, without an error. `writeFile` goes on.
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @returns the content. @throws FileDamaged; the file system's error if it cannot be read; Error if it is too large */
export async function readSealed(path: string, magic: string): Promise<Uint8Array> {
  const bytes = await readWhole(path);
  const head = magicBytes(magic);
  if (bytes.length < head.length + HASH_BYTES) throw new FileDamaged(path, 'too short');
  const content = bytes.subarray(head.length, -HASH_BYTES);
  const hash = await hashByTurns([bytes.subarray(0, -HASH_BYTES)]);
  if (!sameBytes(hash, bytes.subarray(-HASH_BYTES)))
    throw new FileDamaged(path, 'its hash differs');
  if (!head.equals(bytes.subarray(0, head.length))) throw new FileDamaged(path, 'of another kind');
  return content;
}

/** True for a file left unfinished by a crash. */
export const isUnfinished = (name: string): boolean => name.endsWith('.unfinished');

export const removeFile = (path: string): Promise<void> => rm(path, { force: true });

/** A new name is durable only when its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function magicBytes(magic: string): Buffer {
  return Buffer.from(magic.padEnd(8, '\0').slice(0, 8), 'latin1');
}
