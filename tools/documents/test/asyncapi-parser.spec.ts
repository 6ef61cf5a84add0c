/**
 * Checks the AsyncAPI documents with AsyncAPI's own parser, a separate package because its dependency tree is large.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackages } from '@bellwether/local-services';

const SOURCE = fileURLToPath(new URL('../asyncapi-parser', import.meta.url));
const documentPath = (name: string) =>
  fileURLToPath(new URL(`../../../docs/api/${name}.asyncapi.json`, import.meta.url));

let packages = '';
let folder = '';
beforeAll(async () => {
  packages = await installPackages(SOURCE, 'document-tools');
  folder = await mkdtemp(join(tmpdir(), 'bellwether-asyncapi-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function faultsOf(file: string): Promise<unknown> {
  const args = [join(SOURCE, 'validate.mjs'), packages, file];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

describe("AsyncAPI's parser", () => {
  it.each(['streams', 'bus'])('finds nothing wrong with the document of the %s', async (name) => {
    expect(await faultsOf(documentPath(name))).toEqual([]);
  });

  it('finds an operation of a channel that is not there', async () => {
    const text = await readFile(documentPath('bus'), 'utf8');
    const wrong = join(folder, 'wrong.json');
    await writeFile(wrong, text.replaceAll('"#/channels/journal"', '"#/channels/diary"'));
    expect(await faultsOf(wrong)).not.toEqual([]);
  });
});
