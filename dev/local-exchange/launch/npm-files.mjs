import { spawnSync } from 'node:child_process';
import { NPM_FLAGS, forgetNpmFlags } from './npm-flags.mjs';

/**
 * What npm's own files (.npmrc of the project, the user, the system) say about names that are flags of ours: only what they
 * do not say came from the command line. Asked only where such a name was given at all, as npm takes half a second.
 * @returns {Record<string, string>} a value a name that is there
 */
export function npmFiles() {
  const env = { ...process.env };
  forgetNpmFlags(env);
  const npm = process.env.npm_execpath;
  const command = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const args = [...command.slice(1), 'config', 'get', ...Object.keys(NPM_FLAGS)];
  const { stdout } = spawnSync(command[0], args, { env, encoding: 'utf8' });
  return Object.fromEntries(
    String(stdout ?? '')
      .split('\n')
      .map((line) => line.split(/=(.*)/s))
      .filter(([name, value]) => name in NPM_FLAGS && value !== undefined && value !== 'undefined'),
  );
}
