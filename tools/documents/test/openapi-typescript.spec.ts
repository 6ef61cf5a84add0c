/**
 * Types that others make of the documents, with `openapi-typescript` as it comes: a separate package, as nothing else
 * needs it. A program of a user of those types is checked by the compiler.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackages } from '@bellwether/local-services';

const SOURCE = fileURLToPath(new URL('../type-generator', import.meta.url));
const APPS = ['gateway', 'signer'];
const documentPath = (app: string) =>
  fileURLToPath(new URL(`../../../docs/api/${app}.openapi.json`, import.meta.url));

let packages = '';
let folder = '';
beforeAll(async () => {
  packages = await installPackages(SOURCE, 'document-tools');
  folder = await mkdtemp(join(tmpdir(), 'bellwether-types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (program: string, ...args: string[]) =>
  // In the folder of the program: the compiler would otherwise take the types of this tree.
  promisify(execFile)(process.execPath, [join(packages, 'node_modules', program), ...args], {
    cwd: folder,
  });

describe('the types of openapi-typescript', () => {
  it('leave optional what may be left out, and have what is always there', async () => {
    for (const app of APPS) {
      const types = join(folder, `${app}.ts`);
      await run('openapi-typescript/bin/cli.js', documentPath(app), '-o', types);
    }
    const program = join(folder, 'program.ts');
    await copyFile(join(SOURCE, 'program.ts.txt'), program);
    const compiler = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022'];
    const { stdout } = await run('typescript/bin/tsc', ...compiler, program).catch(
      (error: unknown) => ({ stdout: String(Object(error).stdout) }),
    );
    expect(stdout).toBe('');
  });
});
