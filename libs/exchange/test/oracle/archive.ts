/** Events are archived some time after their last market was resolved (docs/adr/0047). */
import { toHex } from '@bellwether/codec';
import { ARCHIVED_EVENTS_PER_COMMAND } from '../../src/limits';
import type { CatalogueEntry, State } from './state';

/** Events that will be archived, in order of resolution. One that is still being paid holds up those behind it. */
export function archivable(
  state: State,
): { readonly atMs: number; readonly event: CatalogueEntry }[] {
  const { archiving, mode, events } = state;
  if (archiving === null || mode === 'halted') return [];
  const resolved = [...events.values()]
    .filter(({ markets }) => markets.every(({ resolvedAt }) => resolvedAt !== null))
    .map((event) => ({ event, at: lastResolved(event) }))
    .toSorted((a, b) => a.at.seq - b.at.seq);
  const waiting = resolved.findIndex(({ event }) =>
    event.markets.some(({ waitsSince }) => waitsSince !== null),
  );
  return resolved
    .slice(0, waiting === -1 ? undefined : waiting)
    .map(({ event, at }) => ({ event, atMs: at.timestampMs + archiving.afterSeconds * 1000 }));
}

const lastResolved = ({ markets }: CatalogueEntry) =>
  markets.map(({ resolvedAt }) => resolvedAt!).toSorted((a, b) => b.seq - a.seq)[0]!;

export function archiveDue(state: State): void {
  const due = archivable(state).filter(({ atMs }) => atMs <= state.timestampMs);
  for (const { event } of due.slice(0, ARCHIVED_EVENTS_PER_COMMAND)) archive(state, event);
}

/** Only its id remains: the outcomes of its orders are forgotten too. */
function archive(state: State, event: CatalogueEntry): void {
  const { eventId } = event.command;
  state.events.delete(eventId);
  state.archived.push(event);
  for (const market of event.markets) {
    state.markets.delete(toHex(market.marketId));
    market.isArchived = true;
  }
  for (const [id, { market }] of state.orders) if (market.isArchived) state.orders.delete(id);
  const markets = event.markets.map(({ marketId }) => marketId);
  state.emitted.push({ kind: 'event_archived', eventId, markets });
}
