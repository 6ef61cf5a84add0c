/** `npm start`: makes what a fresh clone lacks, then runs the local exchange in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, prepareBundles, preparePackages } from './prepare.mjs';

const PARENT_CHECK_MS = 500;

/** npm may have put a shell between itself and us that dies of a SIGTERM without passing it on. */
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
