import { growingPauses } from '@bellwether/local-services';
import { steadily } from './steadily';

/** Retries until there is an answer, through temporary faults. A missing answer ends in the test's own time-out. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  for (const pause = growingPauses(); ; await pause()) {
    const answer = await steadily(async () => ask());
    if (answer !== undefined && answer !== false) return answer;
  }
}
