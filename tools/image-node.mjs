/** Installs the images' Node.js (docker/node) into the cache: the full check runs the tests on it. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './prepare.mjs';

const SOURCE = join(ROOT, 'docker/node');
const FILES = ['package.json', 'package-lock.json'];

/** @returns {Promise<string | null>} the path of its program; null if there is no build of it for this platform */
export async function imageNode() {
  const name = `node-${process.platform}-${process.arch}`;
  const lock = readFileSync(join(SOURCE, 'package-lock.json'), 'utf8');
  if (!(`node_modules/${name}` in JSON.parse(lock).packages)) return null;
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(ROOT, '.cache', `image-node-${version}`);
  if (!existsSync(folder)) await install(folder);
  return join(folder, 'node_modules', name, 'bin/node');
}

async function install(folder) {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const file of FILES) copyFileSync(join(SOURCE, file), join(unfinished, file));
  const args = ['ci', '--prefix', unfinished, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { ok, output } = await run('npm', args, { quiet: true });
  if (!ok) throw new Error(`the Node.js of the images cannot be installed\n${output}`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
