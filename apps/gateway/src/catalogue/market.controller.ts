import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  MARKET_HISTORY_READ,
  bookAnswer,
  bookQuery,
  candlesAnswer,
  candlesQuery,
  marketId,
  presentCandles,
  presentTrades,
  tradesAnswer,
  tradesQuery,
} from '@bellwether/api';
import type { BookQuery, CandlesQuery, TradesQuery } from '@bellwether/api';
import { FollowedClock } from '@bellwether/bus';
import { CandleHistory, TradeHistory } from '@bellwether/persistence';
import { Answers, Direct, PathParam, QueryParams } from '@bellwether/runtime';
import { Catalogue } from './catalogue';
import { CatalogueTexts } from './catalogue-texts';
import { JSON_TEXT } from './json-text';

/** One market: the book from memory, trades and candles from history. */
@ApiTags('Market data')
@Controller('/v1/markets/:market_id')
export class MarketController {
  constructor(
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(CatalogueTexts) private readonly texts: CatalogueTexts,
    @Inject(TradeHistory) private readonly trades: TradeHistory,
    @Inject(CandleHistory) private readonly candles: CandleHistory,
    @Inject(FollowedClock) private readonly clock: FollowedClock,
  ) {}

  @Answers('getBook', {
    summary: 'Read the order book of a market',
    answer: bookAnswer,
    codes: MARKET_HISTORY_READ,
  })
  @Direct(JSON_TEXT)
  @Get('/book')
  book(
    @PathParam('market_id', marketId) id: Uint8Array,
    @QueryParams(bookQuery) { depth }: BookQuery,
  ): Promise<string> {
    return this.texts.book(id, depth);
  }

  @Answers('listMarketTrades', {
    summary: 'List the trades of a market',
    description: '`before` may also be a bare `trade_id`.',
    answer: tradesAnswer,
    codes: MARKET_HISTORY_READ,
  })
  @Get('/trades')
  async tradesOf(
    @PathParam('market_id', marketId) id: Uint8Array,
    @QueryParams(tradesQuery) query: TradesQuery,
  ) {
    const page = await this.trades.ofMarket(id, query);
    if (page.items.length === 0) await this.requireMarket(id);
    return presentTrades(page);
  }

  @Answers('listCandles', {
    summary: 'Read the price history of a market',
    description: 'At most 1,500 buckets; without `from` the last 200.',
    answer: candlesAnswer,
    codes: MARKET_HISTORY_READ,
  })
  @Get('/candles')
  async candlesOf(
    @PathParam('market_id', marketId) id: Uint8Array,
    @QueryParams(candlesQuery) query: CandlesQuery,
  ) {
    const nowSeconds = Math.floor(this.clock.nowMs() / 1_000);
    const candles = await this.candles.ofMarket(id, { ...query, nowSeconds });
    if (candles.length === 0) await this.requireMarket(id);
    return presentCandles(candles);
  }

  /** History does not know markets without trades. The catalogue distinguishes an empty list from an unknown market. */
  private async requireMarket(id: Uint8Array): Promise<void> {
    await this.catalogue.market(id);
  }
}
