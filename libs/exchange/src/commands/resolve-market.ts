import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { endingOf } from '../markets/ending';
import { EVENT } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import {
  isResolved,
  isResolvedAs,
  refuseByCase,
  resolve,
  resolvedBefore,
  resolvedMarket,
} from './resolution';

export type MarketResolution = Omit<CommandOf<'resolve_market'>, 'kind'>;

/** Resolves one market. A repeat with the same ending gets the first answer. */
export function resolveMarket(
  state: ExchangeState,
  command: CommandOf<'resolve_market'>,
  events: CommandEvents,
): Answer {
  const no = refuseMarketResolution(state, command);
  if (no !== null) return fresh(state, no);
  const market = state.markets.find(command.marketId);
  const ending = endingOf(command.resolution, command.price);
  if (isResolvedAs(state, market, ending)) {
    return resolvedBefore(state, [market], marketResolved(state, market));
  }
  resolve(state, [{ market, ending }], events);
  return fresh(state, marketResolved(state, market));
}

/** Null: it can be resolved so, or it is already. */
export function refuseMarketResolution(
  state: ExchangeState,
  { marketId, resolution, price }: MarketResolution,
): ReplyOf<'refused'> | null {
  const { markets, catalogue } = state;
  const market = markets.find(marketId);
  if (market === 0) return refused('MARKET_NOT_FOUND', { market_id: toHex(marketId) });
  if (markets.isFrozen(market)) return refused('HALTED');
  if (isResolvedAs(state, market, endingOf(resolution, price))) return null;
  if (isResolved(state, market)) {
    return refused('ALREADY_RESOLVED', { resolution: markets.resolution(market)! });
  }
  const no = refuseByCase(state, [market]);
  if (no !== null) return no;
  const { command: event } = catalogue.entry(markets.int(market, EVENT));
  const isByEvent = event.mutuallyExclusive && resolution === 'yes';
  return isByEvent ? refused('RESOLVE_BY_EVENT', { event_id: event.eventId }) : null;
}

const marketResolved = (state: ExchangeState, market: number): ReplyOf<'market_resolved'> => ({
  kind: 'market_resolved',
  market: resolvedMarket(state, market),
});
