/** On a slow machine a database or a node may time out: the worker runner retries such a tick, and so do tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { verdictOf } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';

/** At three seconds and more per attempt: longer than any outage, shorter than a test's time-out. */
const MAX_FAILURES = 20;
const PAUSE_MS = 100;

/**
 * Runs work, and retries while it fails temporarily.
 * @param expected the code that the test itself causes: rethrown at once
 */
export async function steadily<T>(work: () => Promise<T>, expected?: Code): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const isExpected = error instanceof CodedError && error.code === expected;
      if (isExpected || verdictOf(error) !== 'retry' || failures === MAX_FAILURES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** One tick of a worker, as the worker runner makes it. @returns the number of things done */
export const tickOf = (worker: Worker, expected?: Code): Promise<number> =>
  steadily(() => worker.tick(), expected);
