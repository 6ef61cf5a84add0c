/** The variables that each app's configuration reads, from its sources; and those documented in docs/OPERATIONS.md. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checkout';

/** Schemas that several apps include, by the function that returns them. */
const SHARED: Readonly<Record<string, string>> = {
  'natsVariables()': 'libs/runtime/src/config/nats-variables.ts',
  'gasVariables()': 'libs/runtime/src/config/gas-variables.ts',
  'fundingVariables(': 'libs/funding-runtime/src/funding-variables.ts',
};
const OF_ALL = 'libs/runtime/src/tracing/tracing-variables.ts';

const KEY = /^ +([A-Z][A-Z0-9_]+):/gm;
const ROW = /^\| `([A-Z][A-Z0-9_]+)` +\| ([a-z, -]+?) +\| ([^|]*?) *\|/gm;

export interface DocumentedVariable {
  readonly name: string;
  readonly apps: readonly string[];
  readonly isRequired: boolean;
}

/** Processes: the web pages are an app too, but the gateway serves them. */
export const apps = (): string[] =>
  readdirSync(join(ROOT, 'apps'))
    .filter((app) => existsSync(join(ROOT, 'apps', app, 'src/main.ts')))
    .toSorted();

const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function keysIn(text: string): string[] {
  const taken = Object.entries(SHARED)
    .filter(([call]) => text.includes(`...${call}`))
    .flatMap(([, path]) => keysIn(source(path)));
  return [...[...text.matchAll(KEY)].map(([, key = '']) => key), ...taken];
}

export const variablesOf = (app: string): Set<string> =>
  new Set([...keysIn(source(`apps/${app}/src/config.ts`)), ...keysIn(source(OF_ALL))]);

/** The rows that name apps; other tables list variables too. */
export function documentedVariables(): DocumentedVariable[] {
  const all = apps();
  return [...source('docs/OPERATIONS.md').matchAll(ROW)]
    .map(([, name = '', whose = '', value = '']) => ({
      name,
      apps: whose === 'all' ? all : whose.split(', '),
      isRequired: value === 'required',
    }))
    .filter((row) => row.apps.every((app) => all.includes(app)));
}
