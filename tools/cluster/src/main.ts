/** `node tools/cluster/run.mjs secrets FOLDER | permissions FOLDER | nkey FOLDER IDENTITY`: see README.md. */
import { join, resolve } from 'node:path';
import { isIdentity } from './public-keys';
import { addNkey, makeSecrets, writePermissions, writeSecrets } from './secrets';

const USAGE = `usage: node tools/cluster/run.mjs secrets FOLDER
       node tools/cluster/run.mjs permissions FOLDER
       node tools/cluster/run.mjs nkey FOLDER IDENTITY`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns the files written, relative to the folder; nothing if the command is unknown */
async function carryOut(
  command: string,
  folder: string,
  [name, ...rest]: readonly string[],
): Promise<Iterable<string> | undefined> {
  if (rest.length > 0) return undefined;
  if (command === 'nkey') {
    return name !== undefined && isIdentity(name) ? addNkey(folder, name) : undefined;
  }
  if (name !== undefined) return undefined;
  if (command === 'permissions') return writePermissions(folder);
  if (command !== 'secrets') return undefined;
  const files = makeSecrets();
  await writeSecrets(folder, files);
  return files.keys();
}

const [command = '', folder, ...rest] = process.argv.slice(2);
try {
  const paths = folder === undefined ? undefined : await carryOut(command, resolve(folder), rest);
  if (folder === undefined || paths === undefined) {
    print(USAGE);
    process.exitCode = 64;
  } else for (const path of paths) print(join(folder, path));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
