import type { Invariant } from '../invariants/breach';
import type { ExchangeState } from '../state';
import type { CommandEvents } from '../command-events';

/** Invariants whose violation affects one market only. */
const OF_A_MARKET: readonly Invariant[] = ['I4', 'I6', 'I7'];

/**
 * Audits a command's changes before its answer is sent (docs/ARCHITECTURE.md, Invariants). A violation of I4, I6 or I7
 * freezes its market: orders, cancels and resolutions there are refused from then on. Any other violation halts the
 * exchange. The command's own events are not published; a repaired engine replays the journal and publishes the right
 * ones.
 *
 * A command that stores its outcome calls this first. Each command is audited once.
 *
 * @returns whether an invariant was violated: the answer is then `HALTED`
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
