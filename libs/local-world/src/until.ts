import { setTimeout as sleep } from 'node:timers/promises';
import { steadily } from './steadily';

const POLL_MS = 20;

/** Asks again until there is an answer, through faults that pass. What never comes is the test's own time-out. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  for (;;) {
    const answer = await steadily(async () => ask());
    if (answer !== undefined && answer !== false) return answer;
    await sleep(POLL_MS);
  }
}
