/** What the Dockerfile's build stage does, after `npm ci`: node docker/build-app.mjs gateway /app */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { assemble } from './assemble.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [app, target] = process.argv.slice(2);
if (app === undefined || target === undefined) {
  process.stderr.write('usage: node docker/build-app.mjs APP FOLDER\n');
  process.exit(64);
}
const node = (...args) => execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
node('node_modules/prisma/build/index.js', 'generate');
node('tools/build.mjs', `apps/${app}`);
const places = await assemble(app, target);
process.stderr.write(`${app}: ${places.length} packages in ${target}\n`);
