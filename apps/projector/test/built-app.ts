/** Apps as processes of their own, as `nx build` made them, that a test may kill and start again. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

const BUNDLES = fileURLToPath(new URL('../../../dist/apps', import.meta.url));

export interface StartOptions {
  readonly env: Readonly<Record<string, string>>;
  /** A line of its log. Default: it is started, ready or not. */
  readonly isReady?: (line: string) => boolean;
}

export interface BuiltApp {
  start(options: StartOptions): Promise<ManagedProcess>;
  /** Runs it with arguments, to its end. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

/** Its processes are recorded in a folder of its own. */
export async function builtApp(app: string): Promise<BuiltApp> {
  const folder = await mkdtemp(join(tmpdir(), `bellwether-${app}-`));
  const main = join(BUNDLES, app, 'main.js');
  let started = 0;
  return {
    start: (options) =>
      startManagedProcess({
        name: app,
        command: process.execPath,
        args: [main],
        recordFile: join(folder, `${++started}.json`),
        ...options,
      }),
    async run(args, env) {
      const options = { env: { ...env, PATH: process.env['PATH'] ?? '' } };
      const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], options);
      return stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
