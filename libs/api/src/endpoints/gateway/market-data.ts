import { bookAnswer } from '../../answer/book';
import { candlesAnswer } from '../../answer/candle';
import { eventAnswer, eventsAnswer, marketAnswer, marketsAnswer } from '../../answer/catalogue';
import { categoriesAnswer } from '../../answer/categories';
import { tradesAnswer } from '../../answer/fill';
import { ENGINE_READ, MARKET_HISTORY_READ } from '../../endpoint-codes';
import { marketId } from '../../request/fields';
import {
  bookQuery,
  candlesQuery,
  catalogueQuery,
  eventIdParameter,
  tradesQuery,
} from '../../request/query';
import { endpoints } from '../endpoint';

export const marketData = endpoints(
  { tag: 'Market data', caller: null },
  {
    listMarkets: {
      route: 'GET /v1/markets',
      query: catalogueQuery,
      summary: 'List markets',
      description:
        'One entry a question; filters go together, in any `sort`. A search through very many events may end a page early: go on while `has_more`.',
      answer: marketsAnswer,
      codes: ENGINE_READ,
      isFromMemory: true,
    },
    listEvents: {
      route: 'GET /v1/events',
      query: catalogueQuery,
      summary: 'List events',
      description: 'The same entries as `/v1/markets`, by their other name.',
      answer: eventsAnswer,
      codes: ENGINE_READ,
      isFromMemory: true,
    },
    listCategories: {
      route: 'GET /v1/categories',
      summary: 'List the categories of the catalogue',
      answer: categoriesAnswer,
      codes: ENGINE_READ,
      isFromMemory: true,
    },
    getMarket: {
      route: 'GET /v1/markets/:market_id',
      parameters: { market_id: marketId },
      summary: 'Read a market',
      answer: marketAnswer,
      codes: MARKET_HISTORY_READ,
      isFromMemory: true,
    },
    getEvent: {
      route: 'GET /v1/events/:event_id',
      parameters: { event_id: eventIdParameter },
      summary: 'Read an event',
      answer: eventAnswer,
      codes: [...ENGINE_READ, 'EVENT_NOT_FOUND', 'HISTORY_UNAVAILABLE'],
      isFromMemory: true,
    },
    getBook: {
      route: 'GET /v1/markets/:market_id/book',
      parameters: { market_id: marketId },
      query: bookQuery,
      summary: 'Read the order book of a market',
      answer: bookAnswer,
      codes: MARKET_HISTORY_READ,
      isFromMemory: true,
    },
    listMarketTrades: {
      route: 'GET /v1/markets/:market_id/trades',
      parameters: { market_id: marketId },
      query: tradesQuery,
      summary: 'List the trades of a market',
      description: 'Newest first. `before` may also be a bare `trade_id`.',
      answer: tradesAnswer,
      codes: MARKET_HISTORY_READ,
    },
    listCandles: {
      route: 'GET /v1/markets/:market_id/candles',
      parameters: { market_id: marketId },
      query: candlesQuery,
      summary: 'Read the price history of a market',
      description: 'Oldest first. At most 1,500 buckets; without `from` the last 200.',
      answer: candlesAnswer,
      codes: MARKET_HISTORY_READ,
    },
  },
);
