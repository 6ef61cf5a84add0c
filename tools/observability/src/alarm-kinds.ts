/** The kinds of alarms that the sources raise: each list of them ends `_ALARM_KINDS`. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checkout';

const LIST = /_ALARM_KINDS = \[\n([\s\S]*?)\n\] as const/g;
const KIND = /^ {2}'([a-z_]+)',$/gm;

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes('src/') && file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'));

export function alarmKinds(): Set<string> {
  const lists = ['apps', 'libs/funding-runtime']
    .flatMap(sourcesIn)
    .flatMap((text) => [...text.matchAll(LIST)].map(([, list = '']) => list));
  return new Set(lists.flatMap((list) => [...list.matchAll(KIND)].map(([, kind = '']) => kind)));
}
