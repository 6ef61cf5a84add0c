import { eventHashOf } from '@bellwether/canonical-message';
import type { CommandEvents } from '../command-events';
import { ARCHIVED_EVENTS_PER_COMMAND } from '../limits';
import { NO, YES } from '../orders/order-word';
import { NO_ASK, NO_BID } from '../markets/price-ladder';
import type { ExchangeState } from '../state';

/**
 * Archives events whose markets were all resolved long enough ago. It frees their records and forgets their orders.
 * It archives a bounded number of events a call; events still due are archived before the next command.
 */
export function archiveDue(state: ExchangeState, events: CommandEvents): void {
  const { resolvedEvents, lastTimestampMs } = state;
  for (let archived = 0; archived < ARCHIVED_EVENTS_PER_COMMAND; archived++) {
    const dueMs = nextArchivingMs(state);
    if (dueMs === null || dueMs > lastTimestampMs) return;
    const { event } = resolvedEvents.next!;
    resolvedEvents.take();
    archive(state, event, events);
  }
}

/**
 * When the next event is archived, in Unix ms; null if none is, or holders of the next one are still to be paid. An event that still has something open, which an
 * invariant violation can leave, is dropped from the queue and stays. A halted exchange archives nothing.
 */
export function nextArchivingMs(state: ExchangeState): number | null {
  const { resolvedEvents, archivedEvents, mode } = state;
  const { terms } = archivedEvents;
  if (terms === null || mode === 'halted' || archivedEvents.full) return null;
  for (let next = resolvedEvents.next; next !== undefined; next = resolvedEvents.next) {
    if (isWindingDown(state, next.event)) return null;
    if (isEmpty(state, next.event)) return next.resolvedMs + terms.afterSeconds * 1000;
    resolvedEvents.take();
  }
  return null;
}

const isWindingDown = ({ catalogue, windingDown }: ExchangeState, event: number): boolean =>
  catalogue.marketsOf(event).some((market) => windingDown.has(market));

/** Nothing rests, nothing is held, nothing is owed, and no market of the event is frozen. */
const isEmpty = ({ catalogue, markets, holdings, ladder }: ExchangeState, event: number): boolean =>
  catalogue
    .marketsOf(event)
    .every(
      (market) =>
        !markets.isFrozen(market) &&
        ladder.bestBid(market) === NO_BID &&
        ladder.bestAsk(market) === NO_ASK &&
        holdings.firstPosition(market) === 0 &&
        holdings.collateral(market) === 0 &&
        holdings.outstanding(market, YES) === 0 &&
        holdings.outstanding(market, NO) === 0,
    );

/** The hash by which its source names it is nobody's from now on. */
function forgetSource({ catalogue, sources, network }: ExchangeState, event: number): void {
  const { source, eventId } = catalogue.entry(event).command;
  if (source !== undefined) sources.forget(event, eventHashOf({ network, eventId }));
}

function archive(state: ExchangeState, event: number, events: CommandEvents): void {
  const { catalogue, markets, money, dueTimes, archivedEvents } = state;
  const { command, markets: numbers } = catalogue.entry(event);
  const { eventId, opensAt } = command;
  forgetSource(state, event);
  const ids = numbers.map((market) => markets.idOf(market));
  for (const market of numbers) {
    markets.archive(market);
    money.forgetMarket(market);
  }
  archivedEvents.add(eventId);
  dueTimes.forget(event, { opensAt, expiry: catalogue.expiryOf(event) });
  catalogue.remove(event);
  events.add({ kind: 'event_archived', eventId, markets: ids });
}
