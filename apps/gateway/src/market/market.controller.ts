import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import {
  bookQuery,
  candlesQuery,
  marketId,
  presentBook,
  presentCandle,
  presentTrades,
  tradesQuery,
} from '@bellwether/api';
import type { BookQuery, CandlesQuery, TradesQuery } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { CandleHistory, TradeHistory } from '@bellwether/persistence';
import { SharedQueries } from '../engine/shared-queries';
import { Catalogue } from '../catalogue/catalogue';

/** One market: the book from the engine, trades and candles from history. */
@Controller('/v1/markets/:market_id')
export class MarketController {
  constructor(
    @Inject(SharedQueries) private readonly engine: SharedQueries,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(TradeHistory) private readonly trades: TradeHistory,
    @Inject(CandleHistory) private readonly candles: CandleHistory,
  ) {}

  @Get('/book')
  async book(
    @Param('market_id', { schema: marketId }) id: Uint8Array,
    @Query({ schema: bookQuery }) { depth }: BookQuery,
  ) {
    const { view, ...asOf } = await this.engine.query('book', { marketId: id, depth });
    if (view === null) throw new CodedError('MARKET_NOT_FOUND', { market_id: toHex(id) });
    return presentBook(id, view, asOf);
  }

  @Get('/trades')
  async tradesOf(
    @Param('market_id', { schema: marketId }) id: Uint8Array,
    @Query({ schema: tradesQuery }) query: TradesQuery,
  ) {
    const page = await this.trades.ofMarket(id, query);
    if (page.items.length === 0) await this.requireMarket(id);
    return presentTrades(page);
  }

  @Get('/candles')
  async candlesOf(
    @Param('market_id', { schema: marketId }) id: Uint8Array,
    @Query({ schema: candlesQuery }) query: CandlesQuery,
  ) {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const candles = await this.candles.ofMarket(id, { ...query, nowSeconds });
    if (candles.length === 0) await this.requireMarket(id);
    return { candles: candles.map(presentCandle) };
  }

  /** History knows no markets without trades: the engine tells an empty list from an unknown market. */
  private async requireMarket(id: Uint8Array): Promise<void> {
    await this.catalogue.market(id);
  }
}
