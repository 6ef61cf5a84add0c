import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Asks again until there is an answer. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await sleep(POLL_MS);
  }
}
