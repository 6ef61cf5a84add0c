/**
 * `npm run trial:containers`: an exchange of the images and the compose file, on a real engine, with the commands that
 * the pages give operators. Its log is its report; exit code 0 only if every step held. Where no engine can be had, it
 * says why and ends with 0.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePackages, run as runTool } from '../../tools/prepare.mjs';
import { startEngine, whyNone } from './engine.mjs';
import { dc, shell, useEngine } from './operator.mjs';
import { CHECKOUT, ROOT } from './places.mjs';
import { expect, failures, say, timed } from './report.mjs';
import { badDaySteps } from './steps/bad-day.mjs';
import { installSteps } from './steps/install.mjs';
import { restoreSteps } from './steps/restore.mjs';
import { watchSteps } from './steps/watch.mjs';

/** Steps to go on with, on what the last run left with `KEEP=1`. Default: all, from nothing. */
const chosen = process.argv.slice(2);

/** The files of this checkout, without what was made in it: no secret or setting of its owner is touched. */
function copyCheckout() {
  if (chosen.length === 0) rmSync(CHECKOUT, { recursive: true, force: true });
  mkdirSync(CHECKOUT, { recursive: true });
  execFileSync(
    'bash',
    [
      '-c',
      'git ls-files -co --exclude-standard | while read -r f; do [ -f "$f" ] && echo "$f"; done | tar -c -T - | tar -x -C "$1"',
      'copy',
      CHECKOUT,
    ],
    { cwd: ROOT },
  );
}

const why = whyNone();
if (why !== null) {
  console.log(
    `the trial of the containers is left out: no container engine can be had here (${why})`,
  );
  process.exit(0);
}

await preparePackages();
await runTool(process.execPath, ['tools/build.mjs', 'libs/client'], { cwd: ROOT });
copyCheckout();
const engine = await timed('engine', () => startEngine());
process.on('exit', () => engine.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** So few requests an address that a step can exceed them. */
writeFileSync(
  join(CHECKOUT, 'docker/trial.yaml'),
  [
    'services:',
    ...['gateway', 'gateway-second'].map(
      (name) => `  ${name}: { environment: { ADDRESS_RATE: '10/s burst 60' } }`,
    ),
    '',
  ].join('\n'),
);

useEngine(engine);
/** In the order of a first week. */
const steps = {
  ...installSteps,
  ...watchSteps,
  ...badDaySteps,
  ...restoreSteps,
};

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
if (process.env['KEEP'] === undefined) shell('docker rm --force receiver || true', { quiet: true });
if (process.env['KEEP'] === undefined) dc('down --volumes', { quiet: true });
await engine.stop();
say(
  failures.length === 0
    ? 'every step held'
    : `${failures.length} failed:\n  ${failures.join('\n  ')}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
