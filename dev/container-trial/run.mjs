/**
 * `npm run trial:containers`: an exchange of the images and the compose file, on a real engine, with the commands that
 * the pages give operators. Its log is its report; exit code 0 only if every step held. Where no engine can be had, it
 * says why and ends with 0.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePackages, run as runTool } from '../../tools/prepare.mjs';
import { checkOut, currentTree, removeCheckout } from './checkout.mjs';
import { startEngine, whyNone } from './engine.mjs';
import { ENGINES, shell, useEngine } from './operator.mjs';
import { CHECKOUT, ROOT } from './places.mjs';
import { expect, failures, say, timed } from './report.mjs';
import { badDaySteps } from './steps/bad-day.mjs';
import { fundingSteps } from './steps/funding.mjs';
import { installSteps } from './steps/install.mjs';
import { restoreSteps } from './steps/restore.mjs';
import { watchSteps } from './steps/watch.mjs';

/** Steps to go on with, on what the last run left with `KEEP=1`. Default: all, from nothing. */
const chosen = process.argv.slice(2);
/** The exchange, its engine, volumes and secrets stay. */
const isKept = process.env['KEEP'] !== undefined;

/** In the order of a first week. */
const steps = {
  ...installSteps,
  ...watchSteps,
  ...badDaySteps,
  ...restoreSteps,
  ...fundingSteps,
};

const unknown = chosen.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0)
  throw new Error(`no step ${unknown.join()}; there are: ${Object.keys(steps).join(', ')}`);

const why = whyNone();
if (why !== null) {
  console.log(
    `the trial of the containers is left out: no container engine can be had here (${why})`,
  );
  process.exit(0);
}

await preparePackages();
if (chosen.length === 0 || !existsSync(join(ROOT, 'dist/libs/client/index.js')))
  await runTool(process.execPath, ['tools/build.mjs', 'libs/client'], { cwd: ROOT });
if (chosen.length === 0) removeCheckout();
checkOut(currentTree());
const engine = await timed('engine', () => startEngine());
process.on('exit', () => isKept || engine.stop());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** So few requests an address that a step can exceed them; snapshots so often, and on so small a disk, that one can fail. */
writeFileSync(
  join(CHECKOUT, 'docker/trial.yaml'),
  [
    'services:',
    ...['gateway', 'gateway-second'].map(
      (name) => `  ${name}: { environment: { ADDRESS_RATE: '10/s burst 60' } }`,
    ),
    ...ENGINES.map((name) => `  ${name}: { environment: { SNAPSHOT_COMMANDS: '20' } }`),
    'volumes:',
    "  snapshots-standby: { driver_opts: { type: tmpfs, device: tmpfs, o: 'size=32m,uid=65532' } }",
    '',
  ].join('\n'),
);

useEngine(engine);

/** The containers, volumes and networks of a run, finished or not. */
function removeExchange() {
  const project = '--filter label=com.docker.compose.project=bellwether';
  shell(`docker rm --force receiver chains
    docker ps --all --quiet ${project} | xargs --no-run-if-empty docker rm --force --volumes
    for kind in volume network; do docker $kind ls --quiet ${project} | xargs --no-run-if-empty docker $kind rm; done`);
}
if (chosen.length === 0) removeExchange();

/** Nothing can be tried without these. */
const FIRST = ['bases', 'secrets', 'build', 'up to first trade'];
for (const [name, step] of Object.entries(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  say(`-- ${name}`);
  try {
    await timed(name, step);
  } catch (error) {
    expect(false, `${name}: ${String(error).split('\n', 3).join(' ')}`);
    for (const text of [error.stdout, error.stderr])
      if (text) console.log(String(text).slice(-3_000));
    if (FIRST.includes(name)) break;
  }
}
if (!isKept) removeExchange();
say(
  failures.length === 0
    ? 'every step held'
    : `${failures.length} failed:\n  ${failures.join('\n  ')}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
