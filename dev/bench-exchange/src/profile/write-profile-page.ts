/** Makes the page of the profiles that the processes of an exchange have written. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodePlaces } from './code-place';
import { selfTimes } from './cpu-profile';
import { profilePage } from './profile-page';
import type { ProfiledTime } from './profile-page';
import type { ProfiledLoad } from './profiled-load';

/** `<pid>.<thread>.cpuprofile` */
const FILE = /^(\d+)\.\d+\.cpuprofile$/;

export interface ProfileFiles {
  /** Of the profiles. */
  readonly folder: string;
  /** Of the load, as JSON. */
  readonly loadFile: string;
  readonly pageFile: string;
}

/** @throws Error if no process of the exchange has written a profile */
export function writeProfilePage({ folder, loadFile, pageFile }: ProfileFiles): void {
  const load = JSON.parse(readFileSync(loadFile, 'utf8')) as ProfiledLoad;
  const places = new CodePlaces();
  const times = new Map<string, ProfiledTime[]>();
  for (const file of readdirSync(folder)) {
    const pid = Number(FILE.exec(file)?.[1]);
    const [name] = Object.entries(load.parts).find(([, pids]) => pids.includes(pid)) ?? [];
    if (name === undefined) continue;
    const frames = selfTimes(readFileSync(join(folder, file), 'utf8'));
    const ofFile = [...frames].map(([frame, us]) => ({ ...places.of(frame), us }));
    times.set(name, [...(times.get(name) ?? []), ...ofFile]);
  }
  if (times.size === 0) throw new Error(`no process has written a profile to ${folder}`);
  writeFileSync(pageFile, profilePage(load, times));
}
