/**
 * Where an order spends its microseconds. The apps of an exchange profile themselves while orders arrive over HTTP, and
 * write their profiles beside self-profile.cjs, for the developer tools of any browser.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TradingPairs } from '../exchange/trading-pairs';
import { measured } from '../exchange/measured';
import { measuringOn } from '../exchange/measuring';
import { gatewayOrders } from '../exchange/order-ways';
import type { Parts } from '../harness/processes';
import { voidUnless } from '../harness/scenario';
import type { Result, Run } from '../harness/scenario';
import { CYCLE_ORDERS } from '../load/trading-pair';
import { CodePlaces } from './code-place';
import { selfTimes } from './cpu-profile';
import { profilePage } from './profile-page';
import type { ProfiledTime } from './profile-page';

/** tools/bench.mjs has put self-profile.cjs here. */
const FOLDER = 'dist/bench/profile';
const LANES = 64;
const NOT_NODE = ['nats-server', 'PostgreSQL'];
const WARM_UP_EACH = 16 * CYCLE_ORDERS;
/** About 20,000 orders: 5 to 10 s of samples in each process. */
const EACH = 40 * CYCLE_ORDERS;
const QUICK_EACH = 8 * CYCLE_ORDERS;
/** A process needs some seconds to write a profile. */
const MAX_LOOKS = 20;
const LOOK_MS = 1_000;
/** `<pid>.<thread>.cpuprofile` */
const FILE = /^(\d+)\.\d+\.cpuprofile$/;

export async function profile(run: Run): Promise<Result> {
  const { exchange, placed } = await measuringOn(run, 'gateway');
  const way = gatewayOrders(exchange, await TradingPairs.open(exchange, 'the gateway', LANES));
  const parts = { ...exchange.parts(), 'funding apps': exchange.fundingApps() };
  const on = { exchange, parts };
  await measured(on, placed, () => way.run(LANES, WARM_UP_EACH));
  toggleProfiles(parts);
  const each = run.isQuick ? QUICK_EACH : EACH;
  const figures = await measured(on, placed, () => way.run(LANES, each));
  toggleProfiles(parts);
  const times = await profiledTimes(parts);
  const { 'load generator': _, ...cpuUsPerRequest } = figures.cpuUsPerRequest;
  return { figures, tables: profilePage({ ...figures, cpuUsPerRequest }, times) };
}

/** Only processes with self-profile.cjs know this signal. */
function toggleProfiles(parts: Parts): void {
  for (const [name, pids] of Object.entries(parts)) {
    if (NOT_NODE.includes(name)) continue;
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
  }
}

/** The threads of a process together. */
async function profiledTimes(parts: Parts): Promise<Map<string, ProfiledTime[]>> {
  const node = Object.keys(parts).filter((name) => !NOT_NODE.includes(name));
  const nameOf = (file: string) =>
    node.find((name) => parts[name]!.includes(Number(FILE.exec(file)?.[1])));
  const missing = () => {
    const there = new Set(readdirSync(FOLDER).map(nameOf));
    return node.filter((name) => !there.has(name));
  };
  // Each thread writes its own, a moment after the others.
  for (let last = 0, look = 0; look < MAX_LOOKS; look++) {
    const { length } = readdirSync(FOLDER);
    if (missing().length === 0 && length === last) break;
    last = length;
    await sleep(LOOK_MS);
  }
  voidUnless(missing().length === 0, `no profile of ${missing().join(', ')} in ${FOLDER}`);
  const places = new CodePlaces();
  const times = new Map<string, ProfiledTime[]>();
  for (const file of readdirSync(FOLDER)) {
    const name = nameOf(file);
    if (name === undefined) continue;
    const frames = selfTimes(readFileSync(join(FOLDER, file), 'utf8'));
    const ofFile = [...frames].map(([frame, us]) => ({ ...places.of(frame), us }));
    times.set(name, [...(times.get(name) ?? []), ...ofFile]);
  }
  return times;
}
