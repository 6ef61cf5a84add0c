/** docs/OPERATIONS.md has every variable of every app; a built app with missing or wrong ones reports all of them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { apps, documentedVariables, variablesOf } from '../src/app-variables';
import { ROOT } from '../src/checkout';

const run = promisify(execFile);
/** sysexits.h: EX_CONFIG */
const EXIT_CONFIG = 78;
const WRONG = { LOG_LEVEL: 'loud', HOST: '', OTEL_TRACES_SAMPLER_ARG: 'everything' };

const documentedFor = (app: string) =>
  documentedVariables().filter((variable) => variable.apps.includes(app));

async function startWith(app: string, env: Record<string, string>) {
  const main = join(ROOT, 'dist/apps', app, 'main.js');
  const ended: { code?: unknown; stderr?: unknown } = await run(process.execPath, [main], {
    env,
  }).catch((error: unknown) => Object(error));
  return { code: ended.code, said: String(ended.stderr) };
}

describe('the variables', () => {
  it('are told once each', () => {
    const names = documentedVariables().map(({ name }) => name);
    expect(names.length).toBe(new Set(names).size);
  });

  it.each(apps())('of %s are those of docs/OPERATIONS.md', (app) => {
    const told = documentedFor(app).map(({ name }) => name);
    expect(told.toSorted()).toEqual([...variablesOf(app)].toSorted());
  });

  it.each(apps())('that are wrong or missing are named at once by %s', async (app) => {
    const { code, said } = await startWith(app, WRONG);
    expect([code, said]).toEqual([EXIT_CONFIG, expect.stringContaining(app)]);
    const required = documentedFor(app).filter(({ isRequired }) => isRequired);
    const wanted = [...required.map(({ name }) => name), 'LOG_LEVEL', 'OTEL_TRACES_SAMPLER_ARG'];
    const named = [...said.matchAll(/^ {2}([A-Z][A-Z0-9_]+)/gm)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual(wanted.toSorted());
    expect(said).not.toContain('loud');
  });
});
