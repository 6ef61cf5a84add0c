/** The log of a run, and what did not hold. */
import { setTimeout as sleep } from 'node:timers/promises';

export const failures = [];
const startedMs = Date.now();

export const say = (line) =>
  console.log(`${((Date.now() - startedMs) / 1_000).toFixed(1).padStart(7)} s  ${line}`);

export function expect(holds, line) {
  say(`${holds ? 'ok    ' : 'FAILED'} ${line}`);
  if (!holds) failures.push(line);
}

export async function timed(what, work) {
  const fromMs = Date.now();
  const result = await work();
  say(`${what}: ${((Date.now() - fromMs) / 1_000).toFixed(1)} s`);
  return result;
}

/** @param {() => boolean | Promise<boolean>} holds */
export async function until(holds, timeoutMs) {
  for (const endMs = Date.now() + timeoutMs; Date.now() < endMs; await sleep(1_000))
    if (await Promise.resolve(holds()).catch(() => false)) return true;
  return false;
}

/** A trade of ten contracts that the solvency holds with. */
export const isGood = (trade) =>
  trade.status === 'filled' && trade.yes_contracts === 10 && trade.difference === 0;
