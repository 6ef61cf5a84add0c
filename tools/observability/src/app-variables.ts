/** The variables that each app's configuration reads, by its sources; and those that docs/OPERATIONS.md tells. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checkout';

/** Schemas that several apps take in, by the function that gives them. */
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

export const apps = (): string[] => readdirSync(join(ROOT, 'apps')).toSorted();

const source = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function keysIn(text: string): string[] {
  const taken = Object.entries(SHARED)
    .filter(([call]) => text.includes(`...${call}`))
    .flatMap(([, path]) => keysIn(source(path)));
  return [...[...text.matchAll(KEY)].map(([, key = '']) => key), ...taken];
}

export const variablesOf = (app: string): Set<string> =>
  new Set([...keysIn(source(`apps/${app}/src/config.ts`)), ...keysIn(source(OF_ALL))]);

/** The rows that name apps; other tables name variables too. */
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
