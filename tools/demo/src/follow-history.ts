import { listOf, textOf } from '../../local-exchange/src/json-client';
import type { JsonObject } from '../../local-exchange/src/json-client';
import type { DemoExchange } from './demo-exchange';
import type { Narration } from './narration';

/** A record that goes through states: a deposit or a withdrawal. */
export interface Followed {
  readonly what: string;
  /** null while there is none yet. */
  readonly look: () => Promise<JsonObject | null>;
  readonly stateField: 'phase' | 'status';
  readonly last: string;
  /** Where it would stay, without reaching the last one. */
  readonly deadEnds: readonly string[];
}

/** Tells each state of the record when it comes. @returns the record in its last state */
export async function followHistory(
  { what, look, stateField, last, deadEnds }: Followed,
  exchange: DemoExchange,
  narration: Narration,
): Promise<JsonObject> {
  let told = 0;
  const record = await exchange.until(`${what} is ${last}`, look, (found) => {
    if (found === null) return false;
    const history = listOf(found, 'history');
    for (const entry of history.slice(told)) {
      const signature = entry['tx_signature'];
      narration.tell(
        `${what}: ${textOf(entry, 'state')}`,
        typeof signature === 'string' ? signature : null,
      );
    }
    told = history.length;
    const state = textOf(found, stateField);
    if (deadEnds.includes(state)) throw new Error(`${what} is ${state}: ${JSON.stringify(found)}`);
    return state === last;
  });
  if (record === null) throw new Error(`${what} is gone`);
  return record;
}
