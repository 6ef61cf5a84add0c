import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cacheDir, installProgram, programInCache } from '@bellwether/local-services';

const run = promisify(execFile);

/** Newest first; the later one is for an older libc than sid's build needs. */
const SUITES = ['sid', 'forky'];

export interface Kustomize {
  readonly command: string;
  /** Arguments before the folder. */
  readonly args: readonly string[];
}

/**
 * The real kustomize: from PATH, else kubectl's, else from the cache, else downloaded from the machine's own Debian
 * mirror into the cache.
 * @throws Error that says how to get one, if none is available
 */
export async function findKustomize(): Promise<Kustomize> {
  const candidates: readonly (readonly [Kustomize, readonly string[]])[] = [
    [{ command: 'kustomize', args: ['build'] }, ['version']],
    [{ command: programInCache('kustomize'), args: ['build'] }, ['version']],
    [{ command: 'kubectl', args: ['kustomize'] }, ['version', '--client']],
  ];
  for (const [kustomize, asks] of candidates) {
    if (await runs(kustomize.command, asks)) return kustomize;
  }
  const command = await installProgram({
    name: 'kustomize',
    packageName: 'kustomize',
    pathInPackage: 'usr/bin/kustomize',
    suites: SUITES,
    isUsable: (binary) => runs(binary, ['version']),
    howToGetOne: (failures) =>
      `No kustomize was found on PATH or in ${cacheDir()}, no kubectl either, and none could be installed:\n` +
      `${failures.join('\n')}\nPut kustomize 5 or kubectl on PATH.`,
  });
  return { command, args: ['build'] };
}

const runs = (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, [...args]).then(
    () => true,
    () => false,
  );
