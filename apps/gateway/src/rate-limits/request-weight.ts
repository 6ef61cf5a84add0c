/** How many requests a read counts as. One is the price of a query with a short answer. */
import { MAX_BOOK_DEPTH, MAX_TRADES_PAGE } from '@bellwether/api';
import { MAX_FILLS_PER_COMMAND } from '@bellwether/exchange';
import type { PreviewView } from '@bellwether/exchange';
import type { FastifyRequest } from 'fastify';

/** Rows of a list that cost as much as one read: the default length of lists. */
const ROWS_PER_READ = 100;
/** Levels per side. A book's text is cached, so it is mostly sending. */
const LEVELS_PER_READ = 250;
/** Orders that a preview meets: each costs the engine 5 µs, and a fill is 190 bytes. */
const ORDERS_PER_READ = 20;
/** Candles of a requested time range: at most a thousand. */
const CANDLES_WEIGHT = 5;

export const PREVIEW_PATH = '/v1/preview';

/** What a preview cost. */
export const previewWeight = (ordersMet: number): number =>
  1 + Math.ceil(ordersMet / ORDERS_PER_READ);

/**
 * What this preview cost. Each order that the walk met counts, also if it was only cancelled. An engine of the previous
 * release does not say how many; fills and own orders are then what is known.
 */
export function weightOfPreview(view: PreviewView): number {
  const order = view.kind === 'order' ? view : (view.order ?? null);
  if (order === null) return previewWeight(0);
  return previewWeight(order.ordersMet ?? order.fills.length + order.selfTradeCancelled.length);
}

/** The cost is unknown beforehand, so the most possible is charged and the rest refunded. */
export const PREVIEW_RESERVED = previewWeight(MAX_FILLS_PER_COMMAND);

/** @param query as received. Anything that is not a number is refused later and costs no more */
export function requestWeight(pattern: string | null, query: FastifyRequest['query']): number {
  const { limit, depth, from } = query as Readonly<Record<string, unknown>>;
  switch (pattern) {
    case PREVIEW_PATH:
      return PREVIEW_RESERVED;
    case '/v1/markets/:market_id/book':
      return partsOf(depth, {
        most: MAX_BOOK_DEPTH,
        atOnce: LEVELS_PER_READ,
        unlessStated: MAX_BOOK_DEPTH,
      });
    case '/v1/markets/:market_id/candles':
      return from === undefined ? 1 : CANDLES_WEIGHT;
    default:
      return partsOf(limit, {
        most: MAX_TRADES_PAGE,
        atOnce: ROWS_PER_READ,
        unlessStated: ROWS_PER_READ,
      });
  }
}

function partsOf(
  given: unknown,
  {
    most,
    atOnce,
    unlessStated,
  }: { readonly most: number; readonly atOnce: number; readonly unlessStated: number },
): number {
  const count = given === undefined ? unlessStated : Number(given);
  return count >= 1 ? Math.ceil(Math.min(count, most) / atOnce) : 1;
}
