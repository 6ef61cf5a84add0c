import { toHex } from '@bellwether/codec';
import { MARKET_STATUSES } from '../command';
import type { CommandOf, MarketAction } from '../command';
import type { CommandEvents } from '../command-events';
import { ACTIVE, CLOSED, PAUSED, PENDING, STATUS } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh } from './answers';
import { beginWindDown } from './wind-down';

/** An admin's actions on a market: the states each is allowed from, and the state it leads to. */
const ACTIONS: Readonly<Record<MarketAction, { from: readonly number[]; to: number }>> = {
  pause: { from: [ACTIVE], to: PAUSED },
  resume: { from: [PAUSED], to: ACTIVE },
  close: { from: [PENDING, ACTIVE, PAUSED], to: CLOSED },
};

/** Pauses, resumes or closes a market. A market already in the requested state stays in it. */
export function setMarketStatus(
  state: ExchangeState,
  { marketId, action }: CommandOf<'set_market_status'>,
  events: CommandEvents,
): Answer {
  const { markets } = state;
  const market = markets.find(marketId);
  if (market === 0) {
    return fresh(state, refused('MARKET_NOT_FOUND', { market_id: toHex(marketId) }));
  }
  if (markets.isFrozen(market)) return fresh(state, refused('HALTED'));
  const { from, to } = ACTIONS[action];
  const status = markets.status(market);
  if (status === to) return fresh(state, marketStatus(state, market));
  if (!from.includes(status)) {
    return fresh(state, refused('MARKET_STATE_CONFLICT', { status: MARKET_STATUSES[status]! }));
  }
  changeStatus(state, market, to, events);
  if (to === CLOSED) beginWindDown(state, [market], events);
  return fresh(state, marketStatus(state, market));
}

/** Sets the status and emits the event. Who closes markets cancels their orders then (wind-down.ts). */
export function changeStatus(
  state: ExchangeState,
  market: number,
  status: number,
  events: CommandEvents,
): void {
  state.markets.setInt(market, STATUS, status);
  events.add({
    kind: 'market_status',
    marketId: state.markets.idOf(market),
    status: state.markets.statusName(market),
  });
}

const marketStatus = (state: ExchangeState, market: number): ReplyOf<'market_status'> => ({
  kind: 'market_status',
  marketId: state.markets.idOf(market),
  status: state.markets.statusName(market),
});
