/** `npm start`: makes what a fresh clone lacks, then runs the local exchange in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, prepareBundles, preparePackages } from './prepare.mjs';

const PARENT_CHECK_MS = 500;

/**
 * npm hands a SIGTERM to the shell it starts, which `exec` in the script makes us; an npm that is killed tells nobody.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

try {
  stopWithNpm();
  await preparePackages();
  await prepareBundles();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(pathToFileURL(join(ROOT, 'dist/tools/local-exchange/main.js')).href);
