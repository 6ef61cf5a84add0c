import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const SEED_BYTES = 32;
const SEED_FILE = 'seed.hex';

/**
 * The seed that every key of a network follows from, made at its first start and kept (0600).
 * @throws Error when the file is damaged: a new seed would be another network beside old chains
 */
export function loadNetworkSeed(dataDir: string): Uint8Array {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, SEED_FILE);
  const text = (read(file) ?? make(file)).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${file} is damaged: restore it, or begin with another folder`);
  }
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

/** A link, as of two that come at once only one may make it, and nobody may see it half written. */
function make(file: string): string {
  const unfinished = `${file}.${process.pid}`;
  const descriptor = openSync(unfinished, 'w', 0o600);
  try {
    writeFileSync(descriptor, `${randomBytes(SEED_BYTES).toString('hex')}\n`);
    fsyncSync(descriptor);
    linkSync(unfinished, file);
  } catch (error) {
    if (read(file) === null) throw error; // else another one was faster
  } finally {
    closeSync(descriptor);
    rmSync(unfinished, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // the first start
  }
}
