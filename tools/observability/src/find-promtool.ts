import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installProgram, programInCache } from '@bellwether/local-services';

const run = promisify(execFile);

/** Newest first; the second is for a mirror that lacks the first. */
const SUITES = ['trixie', 'bookworm'];

/**
 * The path of Prometheus' `promtool`: from PATH, else from the cache, else downloaded from the machine's own Debian
 * mirror into the cache. Changes nothing outside the cache.
 * @throws Error that says how to get one, if none is available
 */
export async function findPromtool(): Promise<string> {
  for (const candidate of ['promtool', programInCache('promtool')]) {
    if (await isUsable(candidate)) return candidate;
  }
  return installProgram({
    name: 'promtool',
    packageName: 'prometheus',
    pathInPackage: 'usr/bin/promtool',
    suites: SUITES,
    isUsable,
    howToGetOne: (failures) =>
      `No promtool was found, and none could be installed:\n${failures.join('\n')}\n` +
      'Put promtool of github.com/prometheus/prometheus on PATH.',
  });
}

async function isUsable(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false, // missing, or not for this machine
  );
}
