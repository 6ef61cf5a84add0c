/** On a busy machine a database or a node may not answer in time: the duty runner makes such a round again, and so do tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { verdictOf } from '@bellwether/runtime';
import type { Worker } from '@bellwether/runtime';

/** At three seconds and more an attempt, longer than any machine is away and shorter than a test may take. */
const MAX_FAILURES = 20;
const PAUSE_MS = 100;

/**
 * Work, made again while it fails in a way that passes.
 * @param expected the code that the test itself brings about: thrown as it comes
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

/** A duty's round, as the duty runner makes it. @returns how many things were done */
export const tickOf = (worker: Worker, expected?: Code): Promise<number> =>
  steadily(() => worker.round(), expected);
