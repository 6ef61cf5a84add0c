import { growingPauses } from '@bellwether/local-services';
import { steadily } from './steadily';

/** Asks again until there is an answer, through faults that pass. What never comes is the test's own time-out. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  for (const pause = growingPauses(); ; await pause()) {
    const answer = await steadily(async () => ask());
    if (answer !== undefined && answer !== false) return answer;
  }
}
