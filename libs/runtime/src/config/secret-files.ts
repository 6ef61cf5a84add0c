import { readFileSync } from 'node:fs';
import type { Environment } from './config';

export interface ReadSecrets {
  /** With each file's content in the place of its variable. */
  readonly environment: Environment;
  /** By variable: why its file was not read. Names variable and path, never the content. */
  readonly problems: ReadonlyMap<string, string>;
}

/**
 * The environment with each `<NAME>_FILE` read into `<NAME>`: a mounted file is in no process list and in no crash
 * report. One line end at the end of a file is not part of the secret.
 */
export function withSecretFiles(environment: Environment, names: readonly string[]): ReadSecrets {
  const merged: Record<string, string | undefined> = { ...environment };
  const problems = new Map<string, string>();
  for (const name of names) {
    const path = environment[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (environment[name]) problems.set(name, `${name} and ${name}_FILE are both given`);
    else {
      const { text, problem } = fileNamedBy(`${name}_FILE`, path);
      if (problem === undefined) merged[name] = text.replace(/\r?\n$/, '');
      else problems.set(name, problem);
    }
  }
  return { environment: merged, problems };
}

/** Why an app could not use the files that these variables name; `parse` throws if the content is wrong. */
export function problemsOfFiles(
  environment: Environment,
  files: Readonly<Record<string, (text: string) => unknown>>,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const [variable, parse] of Object.entries(files)) {
    const path = environment[variable];
    if (path === undefined || path === '') continue;
    const { text, problem } = fileNamedBy(variable, path);
    if (problem !== undefined) {
      problems.set(variable, problem);
      continue;
    }
    try {
      parse(text);
    } catch (error) {
      problems.set(variable, `${variable}: ${path}: ${String(error)}`);
    }
  }
  return problems;
}

function fileNamedBy(variable: string, path: string): { text: string; problem?: string } {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const reason =
      code === 'EISDIR' ? 'a folder, where a file should be' : `cannot be read (${code})`;
    return { text: '', problem: `${variable}: ${path}: ${reason}` };
  }
}
