/** As how many requests a read counts. One is a price: a question with a short answer. */
import { MAX_BOOK_DEPTH, MAX_TRADES_PAGE } from '@bellwether/api';
import { MAX_FILLS_PER_COMMAND } from '@bellwether/exchange';
import type { FastifyRequest } from 'fastify';

/** Rows of a list that cost as much as a read: the length that lists have unless told. */
const ROWS_PER_READ = 100;
/** Levels a side: a book's text is kept, and mostly sent. */
const LEVELS_PER_READ = 250;
/** Orders that a preview meets: the engine works 5 µs on each, and a fill is 190 bytes. */
const ORDERS_PER_READ = 20;
/** Candles of a time that was asked for: a thousand at most. */
const CANDLES_WEIGHT = 5;

export const PREVIEW_PATH = '/v1/preview';

/** What a preview came to. */
export const previewWeight = (ordersMet: number): number =>
  1 + Math.ceil(ordersMet / ORDERS_PER_READ);
/** Nobody knows before: as much is charged as it may come to, and the rest given back. */
export const PREVIEW_RESERVED = previewWeight(MAX_FILLS_PER_COMMAND);

/** @param query as it came: what is no number is refused later, and costs no more than that */
export function requestWeight(pattern: string | null, query: FastifyRequest['query']): number {
  const { limit, depth, from } = query as Readonly<Record<string, unknown>>;
  switch (pattern) {
    case PREVIEW_PATH:
      return PREVIEW_RESERVED;
    case '/v1/markets/:market_id/book':
      return partsOf(depth, {
        most: MAX_BOOK_DEPTH,
        atOnce: LEVELS_PER_READ,
        unlessTold: MAX_BOOK_DEPTH,
      });
    case '/v1/markets/:market_id/candles':
      return from === undefined ? 1 : CANDLES_WEIGHT;
    default:
      return partsOf(limit, {
        most: MAX_TRADES_PAGE,
        atOnce: ROWS_PER_READ,
        unlessTold: ROWS_PER_READ,
      });
  }
}

function partsOf(
  given: unknown,
  {
    most,
    atOnce,
    unlessTold,
  }: { readonly most: number; readonly atOnce: number; readonly unlessTold: number },
): number {
  const count = given === undefined ? unlessTold : Number(given);
  return count >= 1 ? Math.ceil(Math.min(count, most) / atOnce) : 1;
}
