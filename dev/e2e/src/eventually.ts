import { growingPauses } from '@bellwether/local-services';

/** On a machine that is busy with something else a restarted process takes its time. */
const TIMEOUT_MS = 90_000;

/** Asks until the answer satisfies, as history and restarted processes follow behind. @throws the last reason */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfies: (answer: T) => boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (const pause = growingPauses(); ; await pause()) {
    let reason: unknown;
    try {
      const answer = await ask();
      if (satisfies(answer)) return answer;
      reason = new Error(`never satisfied; the last answer: ${JSON.stringify(answer)}`);
    } catch (error) {
      reason = error;
    }
    if (performance.now() > deadlineMs) throw reason;
  }
}

/** Asks until there is an answer. @throws if there is none in time */
export async function whenThere<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const found = await eventually(
    async () => ask(),
    (answer) => answer !== undefined,
  );
  if (found === undefined) throw new Error('what is there is not undefined');
  return found;
}
