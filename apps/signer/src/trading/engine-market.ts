import type { EngineClient } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { MarketView } from '@bellwether/exchange';

/** The market as the engine has it now. Throws `MARKET_NOT_FOUND`, `ENGINE_UNAVAILABLE`. */
export async function requireMarket(
  engine: Pick<EngineClient, 'query'>,
  marketId: Uint8Array,
  requestId: string,
): Promise<MarketView> {
  const { view } = await engine.query('market', { marketId }, { requestId });
  if (view === null) throw new CodedError('MARKET_NOT_FOUND', { market_id: toHex(marketId) });
  return view.market;
}
