import type { Invariant } from '../invariants/breach';
import type { ExchangeState } from '../state';
import type { CommandEvents } from '../command-events';

/** Breaches that concern one market alone. */
const OF_A_MARKET: readonly Invariant[] = ['I4', 'I6', 'I7'];

/**
 * Audits what the command did, before its answer leaves (decisions 7). A breach of I4, I6 or I7 freezes its market:
 * no order, cancel or resolution of it is carried out any more. Any other halts the exchange. What the command
 * seemed to do is told to nobody; a repaired engine replays the journal and tells it right.
 * A command that remembers its answer asks before it does; a command is audited once.
 *
 * @returns whether there was a breach: the answer is then `HALTED`
 */
export function haltOnBreach(state: ExchangeState, events: CommandEvents): boolean {
  if (events.audited) return false;
  events.audited = true;
  const breaches = state.audit.conclude();
  if (breaches.length === 0) return false;
  events.dropOwn();
  events.breaches = breaches;
  for (const { invariant, marketId } of breaches) {
    if (marketId !== null && OF_A_MARKET.includes(invariant)) {
      state.markets.freeze(state.markets.find(marketId));
    } else if (state.mode !== 'halted') {
      state.mode = 'halted';
      events.add({ kind: 'mode', mode: 'halted' });
    }
  }
  return true;
}
