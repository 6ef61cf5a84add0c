import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { endingOf } from '../markets/ending';
import type { Ending } from '../markets/ending';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { isResolved, refuseByCase, resolve, resolvedBefore, resolvedMarket } from './resolution';

export type EventResolution = Omit<CommandOf<'resolve_event'>, 'kind'>;

/**
 * Resolves every unresolved market of an event: the winner to `yes` and the others to `no`, or all to `void` at 5000.
 * A repeat finds nothing left and gets the first answer.
 */
export function resolveEvent(
  state: ExchangeState,
  { eventId, winner }: CommandOf<'resolve_event'>,
  events: CommandEvents,
): Answer {
  const no = refuseEventResolution(state, { eventId, winner });
  if (no !== null) return fresh(state, no);
  const markets = state.catalogue.marketsOf(state.catalogue.find(eventId));
  const winning = winner === null ? 0 : state.markets.find(winner);
  const open = markets.filter((market) => !isResolved(state, market));
  const endings = open.map((market) => ({ market, ending: endingUnder(winning, market) }));
  resolve(state, endings, events);

  const resolved = markets.map((market) => resolvedMarket(state, market));
  const body = { kind: 'event_resolved', eventId, markets: resolved } as const;
  return open.length === 0 ? resolvedBefore(state, markets, body) : fresh(state, body);
}

/** Null: it can be resolved so, or it is already. */
export function refuseEventResolution(
  state: ExchangeState,
  { eventId, winner }: EventResolution,
): ReplyOf<'refused'> | null {
  const event = state.catalogue.find(eventId);
  if (event === 0) return refused('EVENT_NOT_FOUND', { event_id: eventId });
  const markets = state.catalogue.marketsOf(event);
  const winning = winner === null ? 0 : state.markets.find(winner);
  if (winner !== null && !markets.includes(winning)) {
    return refused('MARKET_NOT_FOUND', { market_id: toHex(winner) });
  }
  const conflicting = markets.find((market) => conflicts(state, market, winning));
  if (conflicting !== undefined) {
    const resolution = state.markets.resolution(conflicting)!;
    const market_id = toHex(state.markets.idOf(conflicting));
    return refused('ALREADY_RESOLVED', { resolution, market_id });
  }
  const open = markets.filter((market) => !isResolved(state, market));
  const no = refuseByCase(state, open);
  if (no !== null) return no;
  return open.some((market) => state.markets.isFrozen(market)) ? refused('HALTED') : null;
}

/** Whether a market other than the winner is `yes` already, or the winner is resolved to something else. */
function conflicts(state: ExchangeState, market: number, winning: number): boolean {
  const resolution = state.markets.resolution(market);
  if (resolution === null) return false;
  return market === winning ? resolution !== 'yes' : resolution === 'yes';
}

/** @param winning the winner's number, 0: the event is void */
export const endingUnder = (winning: number, market: number): Ending => {
  if (winning === 0) return endingOf('void', null);
  return endingOf(market === winning ? 'yes' : 'no', null);
};
