/** Apps as processes of their own, built as they are shipped, that a test may kill and start again. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BUNDLE = join(ROOT, 'apps/projector/test/bundle.mjs');

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

/**
 * Bundles an app, a file for each of its sources, into a folder of its own below `node_modules`, where its packages are
 * found.
 */
export async function buildApp(app: string, sources: readonly string[]): Promise<BuiltApp> {
  const folder = await mkdtemp(join(ROOT, `node_modules/.bellwether-${app}-`));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const source of sources) {
    const args = [BUNDLE, `${app}/src/${source}.ts`, join(folder, `${source}.js`)];
    await promisify(execFile)(process.execPath, args);
  }
  const main = join(folder, 'main.js');
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
