import { Controller, Inject } from '@nestjs/common';
import { builderReads } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import { TradeHistory } from '@bellwether/persistence';
import { Endpoint, requestIdOf } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { callerOf } from '../envelope/envelope.guard';
import { requireMarket } from './engine-market';

@Controller()
export class TradesController {
  constructor(
    @Inject(TradeHistory) private readonly history: TradeHistory,
    @Inject(EngineClient) private readonly engine: EngineClient,
  ) {}

  /**
   * Trades of the users linked with the calling key, not of all of its builder's. History does not know markets without
   * trades: the engine distinguishes an empty list from an unknown market.
   */
  @Endpoint(builderReads.listBuilderTrades)
  async list({ body: { filter, page }, request }: In<typeof builderReads.listBuilderTrades>) {
    const trades = await this.history.ofBuilderKey(callerOf(request).keyId, filter, page);
    if (trades.items.length === 0 && filter.marketId !== undefined) {
      await requireMarket(this.engine, filter.marketId, requestIdOf(request));
    }
    return trades;
  }
}
