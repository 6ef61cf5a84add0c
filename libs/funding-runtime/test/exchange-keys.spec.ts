/** Each key that an app signs with, as the apps' configurations name them: none is a wallet that a user is paid to. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const APPS = new URL('../../../apps/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, APPS), 'utf8');

/** By variable, what notes its key. A new one has to say it here. */
const NOTED: Readonly<Record<string, readonly [file: string, key: string]>> = {
  LISTENER_KEY: ['deposit-listener/src/workers.ts', 'parts.listener'],
  TREASURY_KEY: ['deposit-listener/src/workers.ts', 'parts.treasury'],
  RELAYER_KEY: ['bridge-relayer/src/app.module.ts', 'parts.relayer'],
  OPERATOR_KEY: ['withdraw-worker/src/app.module.ts', 'parts.operator'],
};

it('every signing key of an app is noted by it', () => {
  const variables = readdirSync(APPS).flatMap((app) => {
    const files = readdirSync(new URL(`${app}/src/`, APPS));
    if (!files.includes('config.ts')) return [];
    return [...read(`${app}/src/config.ts`).matchAll(/(\w+): signingKey\(\)/g)].map(
      ([, name]) => name!,
    );
  });
  expect(variables.toSorted()).toEqual(Object.keys(NOTED).toSorted());
  for (const [file, key] of Object.values(NOTED)) {
    const [, list] = /noteKeys\(parts\.stores, \[([^\]]*)\]\)/.exec(read(file)) ?? [];
    expect(list?.split(', ')).toContain(key);
  }
});
