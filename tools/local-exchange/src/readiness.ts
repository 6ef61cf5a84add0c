import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess } from '@bellwether/local-services';

/** For an app that has little to read before it serves. */
const PATIENCE_MS = 60_000;
const POLL_MS = 50;
const REQUEST_PATIENCE_MS = 2_000;

/**
 * Waits until `<url>/readyz` says 200.
 * @throws Error when the process ends before, or with the last answer when the patience does
 */
export async function untilReady(
  url: string,
  process: ManagedProcess,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  let hasEnded = false;
  void process.exited.then(() => (hasEnded = true));
  for (let answer = 'no answer'; performance.now() < deadlineMs; await sleep(POLL_MS)) {
    if (hasEnded) throw new Error('it ended while it started');
    const status = await probe(url).catch(() => null);
    if (status === null) continue;
    if (status.isReady) return;
    answer = status.text;
    if (performance.now() + POLL_MS >= deadlineMs) throw new Error(`it is not ready: ${answer}`);
  }
  throw new Error(`it does not answer at ${url}/readyz`);
}

async function probe(url: string): Promise<{ isReady: boolean; text: string }> {
  const response = await fetch(`${url}/readyz`, {
    signal: AbortSignal.timeout(REQUEST_PATIENCE_MS),
  });
  return { isReady: response.status === 200, text: await response.text() };
}
