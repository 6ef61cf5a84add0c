import type { MarketStatus } from '../../src/command';
import type { Market, State } from './state';

export function setStatus(state: State, market: Market, status: MarketStatus): void {
  market.status = status;
  state.emitted.push({ kind: 'market_status', marketId: market.marketId, status });
}
