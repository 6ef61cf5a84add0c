/** `npm start`: makes what a fresh clone lacks, then runs the local exchange in this process. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { heldBy, holderOf } from '../../local-services/src/folder-holder.mjs';
import { ROOT, prepareExchange, preparePackages } from '../../../tools/prepare.mjs';
import { mustBeWritable } from '../../../tools/system-faults.mjs';
import { dataFolderOf, flagsFromNpm, forgetNpmFlags, isHelp, mustBeFlags } from './npm-flags.mjs';
import { npmFiles } from './npm-files.mjs';

const PARENT_CHECK_MS = 500;

/**
 * npm hands a SIGTERM to the shell it starts, which `exec` in the script makes us; an npm that is killed sends nothing.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

/** Before anything is installed or built: that takes minutes, and the answer would be the same. */
function mustBeOurs(dataDir) {
  const anotherOne = 'choose another with --data';
  mustBeWritable(dataDir, `${anotherOne} DIR`);
  const holder = holderOf(join(dataDir, 'run', 'supervisor.json'));
  if (holder !== null) throw new Error(heldBy(holder, anotherOne));
}

try {
  stopWithNpm();
  const { argv, notes } = flagsFromNpm(process.argv.slice(2), process.env, npmFiles);
  for (const note of notes) console.error(note);
  forgetNpmFlags(process.env);
  mustBeFlags(argv);
  if (!isHelp(argv)) mustBeOurs(resolve(dataFolderOf(argv)));
  await preparePackages();
  await prepareExchange();
  process.argv = [...process.argv.slice(0, 2), ...argv];
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(pathToFileURL(join(ROOT, 'dist/dev/local-exchange/main.js')).href);
