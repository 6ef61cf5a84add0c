import type { HistoryEntry } from '@bellwether/client';
import type { DemoExchange } from './demo-exchange';
import type { Narration } from './narration';

/** A record that goes through states: a deposit or a withdrawal. */
interface Recorded {
  readonly history: readonly HistoryEntry[];
}

export interface Followed<R extends Recorded> {
  readonly what: string;
  /** null while there is none yet. */
  readonly look: () => Promise<R | null>;
  readonly stateOf: (record: R) => string;
  readonly last: string;
  /** Where it would stay, without reaching the last one. */
  readonly deadEnds: readonly string[];
}

/** Reports each state of the record when it comes. @returns the record in its last state */
export async function followHistory<R extends Recorded>(
  { what, look, stateOf, last, deadEnds }: Followed<R>,
  exchange: DemoExchange,
  narration: Narration,
): Promise<R> {
  let reported = 0;
  const record = await exchange.until(`${what} is ${last}`, look, (found) => {
    if (found === null) return false;
    for (const entry of found.history.slice(reported)) {
      narration.report(`${what}: ${entry.state}`, entry.tx_signature);
    }
    reported = found.history.length;
    const state = stateOf(found);
    if (deadEnds.includes(state)) throw new Error(`${what} is ${state}: ${JSON.stringify(found)}`);
    return state === last;
  });
  if (record === null) throw new Error(`${what} is gone`);
  return record;
}
