/** `node tools/cluster/run.mjs permissions | secrets FOLDER`: see README.md. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PERMISSION_FILES } from './permission-files';
import { makeSecrets, writeSecrets } from './secrets';

const [what, folder, ...rest] = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (what === 'permissions' && folder === undefined) {
  for (const { path, make } of PERMISSION_FILES) {
    await writeFile(join(process.cwd(), path), await make());
    print(path);
  }
} else if (what === 'secrets' && folder !== undefined && rest.length === 0) {
  const files = makeSecrets();
  await writeSecrets(resolve(folder), files);
  for (const path of files.keys()) print(join(folder, path));
} else {
  print('usage: node tools/cluster/run.mjs permissions | secrets FOLDER');
  process.exitCode = 64;
}
