import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installProgram, programInCache } from '@bellwether/local-services';

const run = promisify(execFile);

/** Newest first; the second is for a mirror that has lost the first. */
const SUITES = ['trixie', 'bookworm'];

/**
 * The path of Prometheus' `promtool`: the one on PATH, else the one in the cache, else one taken from the machine's own
 * Debian mirror into the cache. Nothing outside the cache is changed.
 * @throws Error that says how to get one, when none can be had
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
    () => false, // not there, or not for this machine
  );
}
