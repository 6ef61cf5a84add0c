import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { EVENT } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import {
  endingOf,
  isResolved,
  isResolvedAs,
  resolve,
  resolvedBefore,
  resolvedMarket,
} from './resolution';

/** Resolves one market. A repeat with the same ending gets the first answer. */
export function resolveMarket(
  state: ExchangeState,
  command: CommandOf<'resolve_market'>,
  events: CommandEvents,
): Answer {
  const { markets, catalogue } = state;
  const market = markets.find(command.marketId);
  if (market === 0) {
    return fresh(state, refused('MARKET_NOT_FOUND', { market_id: toHex(command.marketId) }));
  }
  if (markets.isFrozen(market)) return fresh(state, refused('HALTED'));
  const ending = endingOf(command.resolution, command.price);
  if (isResolvedAs(state, market, ending)) {
    return resolvedBefore(state, [market], marketResolved(state, market));
  }
  if (isResolved(state, market)) {
    return fresh(state, refused('ALREADY_RESOLVED', { resolution: markets.resolution(market)! }));
  }
  const { command: event } = catalogue.entry(markets.int(market, EVENT));
  if (event.mutuallyExclusive === 1 && command.resolution === 'yes') {
    return fresh(state, refused('RESOLVE_BY_EVENT', { event_id: event.eventId }));
  }
  resolve(state, market, ending, events);
  return fresh(state, marketResolved(state, market));
}

const marketResolved = (state: ExchangeState, market: number): ReplyOf<'market_resolved'> => ({
  kind: 'market_resolved',
  market: resolvedMarket(state, market),
});
