import { readFileSync } from 'node:fs';
import type { Environment } from './config';

/**
 * The environment with each `<NAME>_FILE` read into `<NAME>`: a mounted file is in no process list and in no crash
 * report. One line end at the end of a file is not part of the secret. Throws if both are given, or the file cannot be
 * read. The message names variable and path, never the content.
 */
export function withSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const merged: Record<string, string | undefined> = { ...environment };
  for (const name of names) {
    const path = environment[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (environment[name]) throw new Error(`${name} and ${name}_FILE are both given`);
    merged[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  }
  return merged;
}
