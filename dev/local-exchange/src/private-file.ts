import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const OWNER_ALONE = 0o600;

/** Replaces a file in one step, readable by its owner alone from its first byte on, and on disk when this returns. */
export function writePrivateJson(file: string, content: unknown): void {
  const unfinished = `${file}.new`;
  const descriptor = openSync(unfinished, 'w', OWNER_ALONE);
  try {
    writeFileSync(descriptor, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
}

/** null when there is no such file. */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error; // one that may not be read is there: nothing is made in its place
  }
  return JSON.parse(text);
}
