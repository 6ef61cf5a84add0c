/**
 * Prepares a fresh clone, in order: the packages, the generated client, the bundles. Plain Node, as it runs before any
 * package is installed. Each step checks first that it is needed, so a second run costs seconds.
 */
import './node-version.mjs'; // first: an older Node stops here
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt, saveBuilt } from './built.mjs';
import { checkoutTreeOrNull } from './checkout-tree.mjs';
import { npmSays, tasksDone } from './prepare-progress.mjs';
import { Progress } from './progress.mjs';
import { mustBeWritable } from './system-faults.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REMEDY = 'give it to yourself (chown), or clone into a folder of your own';
/** npm's installation steps change often: where lines stay on screen, this limits them. */
const INSTALL_LINE_MS = 5_000;

/** A program of an installed package, to be started by Node itself: no shell, no search. */
export const program = (path) => join(ROOT, 'node_modules', path);

/**
 * Runs a command in the checkout. A signal that stops this process stops the command too: npm forwards SIGTERM only to
 * its script.
 * @param {{ signal?: AbortSignal }} options `signal`: aborts the command instead; its owner ends this process
 * @returns {Promise<{ ok: boolean, output: string }>} `output` is empty if it went to our own streams
 */
export function run(
  command,
  args,
  { env = process.env, quiet = false, onText, signal: stop } = {},
) {
  const isPiped = quiet || onText !== undefined;
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    signal: stop,
    stdio: isPiped ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  let isStopping = false;
  const forward = (signal) => {
    child.kill(signal);
    if (isStopping) return; // a terminal's Ctrl-C comes twice, from the terminal and from npm
    isStopping = true;
    console.error('stopping');
    child.once('close', () => {
      console.error('stopped');
      process.exit(1);
    });
  };
  const signals = stop === undefined ? ['SIGINT', 'SIGTERM'] : [];
  for (const signal of signals) process.on(signal, forward);
  const chunks = [];
  for (const name of isPiped ? ['stdout', 'stderr'] : []) {
    child[name].on('data', (chunk) => {
      chunks.push(chunk);
      onText?.(String(chunk), name);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() });
    });
  });
}

export async function preparePackages() {
  if (packagesAreInstalled()) return;
  console.error('installing packages (once, and again when package-lock.json changes)');
  const npm = process.env.npm_execpath; // npm itself, if it started this process: the one on PATH may be another
  mustBeWritable(join(ROOT, 'node_modules'), REMEDY);
  const args = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=info'];
  const progress = new Progress({ everyMs: INSTALL_LINE_MS });
  const said = npmSays((line) => progress.say(`installing packages: ${line}`));
  const timer = setInterval(said.again, INSTALL_LINE_MS);
  const { ok } = await (npm?.endsWith('.js')
    ? run(process.execPath, [npm, ...args], { onText: said.receive })
    : run('npm', args, { onText: said.receive }));
  clearInterval(timer);
  progress.end();
  if (!ok) throw new Error(`npm ci failed\n${said.complaints().join('\n')}`);
}

/** Generates the Prisma client, without which the sources cannot be compiled; repeated when its schema changed. */
export const prepareClient = () => runTargets('generate');

/**
 * The Prisma client and the applications' bundles, as far as their inputs changed since the last time.
 * @param projects by name or folder; default: all
 */
export const prepareBundles = (projects) => runTargets('generate,build', projects);

/** Only what `npm start` and `npm run demo` need, so that starting an exchange waits for nothing else. */
export const prepareExchange = () =>
  prepareBundles(['apps/*', 'local-exchange', 'demo', 'persistence']);

async function runTargets(targets, projects) {
  const tree = checkoutTreeOrNull();
  if (isBuilt({ targets, projects }, tree)) return;
  for (const folder of ['.nx', 'dist']) mustBeWritable(join(ROOT, folder), REMEDY);
  const args = ['run-many', `--targets=${targets}`, '--output-style=static'];
  if (projects !== undefined) args.push(`--projects=${projects.join(',')}`);
  const env = { ...process.env, NX_DAEMON: 'false' }; // no process stays behind
  const progress = new Progress();
  progress.say('looking what changed since the last build');
  const { ok, output } = await run(process.execPath, [program('nx/dist/bin/nx.js'), ...args], {
    env,
    onText: tasksDone((done, all) => progress.say(`building ${done} of ${all}`)),
  });
  progress.end();
  if (!ok) throw new Error(`the build failed\n${output}`);
  saveBuilt({ targets, projects }, tree);
}

/** npm records in node_modules what it installed: this compares it with the lock file's packages for this platform. */
function packagesAreInstalled() {
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  if (wanted === null || installed === null) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional = false }]) =>
      path === '' || (installed[path]?.version ?? (optional ? version : null)) === version,
  );
}

function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages;
  } catch {
    return null; // not installed
  }
}
