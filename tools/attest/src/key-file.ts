import { readFile, writeFile } from 'node:fs/promises';
import { KeyPair } from '@bellwether/client';

/** Its owner alone reads it. */
const OWN = 0o600;

/** A file with the 64 characters of hex of a seed. */
export async function readKey(file: string): Promise<KeyPair> {
  return KeyPair.fromSeed((await readFile(file, 'utf8')).trim());
}

/** Makes a key, in a file that is not there yet. @returns its public half */
export async function makeKey(file: string): Promise<string> {
  const key = KeyPair.random();
  await writeFile(file, `${key.exportSeed()}\n`, { mode: OWN, flag: 'wx' });
  return key.publicKey;
}
