import { Controller, Inject } from '@nestjs/common';
import { marketData } from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { CandleHistory, TradeHistory } from '@bellwether/persistence';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
import { Catalogue } from './catalogue';
import { CatalogueTexts } from './catalogue-texts';

/** One market: the book from memory, trades and candles from history. */
@Controller()
export class MarketController {
  constructor(
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(CatalogueTexts) private readonly texts: CatalogueTexts,
    @Inject(TradeHistory) private readonly trades: TradeHistory,
    @Inject(CandleHistory) private readonly candles: CandleHistory,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  @Endpoint(marketData.getBook)
  book({
    path: { market_id: id },
    query: { depth },
  }: In<typeof marketData.getBook>): Promise<string> {
    return this.texts.book(id, depth);
  }

  @Endpoint(marketData.listMarketTrades)
  async tradesOf({ path: { market_id: id }, query }: In<typeof marketData.listMarketTrades>) {
    const page = await this.trades.ofMarket(id, query);
    if (page.items.length === 0) await this.requireMarket(id);
    return page;
  }

  @Endpoint(marketData.listCandles)
  async candlesOf({ path: { market_id: id }, query }: In<typeof marketData.listCandles>) {
    const nowSeconds = Math.floor(this.clock.nowMs() / 1_000);
    const candles = await this.candles.ofMarket(id, { ...query, nowSeconds });
    if (candles.length === 0) await this.requireMarket(id);
    return { candles };
  }

  /** History does not know markets without trades. The catalogue distinguishes an empty list from an unknown market. */
  private async requireMarket(id: Uint8Array): Promise<void> {
    await this.catalogue.market(id);
  }
}
