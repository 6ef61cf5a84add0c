/**
 * The cost of requests and socket operations in plain reads, by this process's CPU (`GET /v1/time` is one). Every
 * budget of an address and of a connection is charged by these weights, and a test measures all of them (dev/attacks,
 * costs.spec.ts).
 */
import { MAX_BOOK_DEPTH, MAX_TRADES_PAGE, byPath, gatewayEndpoints } from '@bellwether/api';
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

/** The cost of a preview. */
export const previewWeight = (ordersMet: number): number =>
  1 + Math.ceil(ordersMet / ORDERS_PER_READ);

/** The cost of this preview. Each order that the walk met counts, also if it was only cancelled. */
export function weightOfPreview(view: PreviewView): number {
  const order = view.kind === 'order' ? view : view.order;
  return previewWeight(order?.ordersMet ?? 0);
}

/** The cost is unknown beforehand, so the highest possible one is charged and the rest refunded. */
export const PREVIEW_RESERVED = previewWeight(MAX_FILLS_PER_COMMAND);

/** By the pattern of the route: fixed weights above that of a plain read. */
export const ROUTE_WEIGHTS: Readonly<Record<string, number>> = {
  // Hundreds of kilobytes, compressed once.
  '/docs': 3,
  '/openapi.json': 3,
  '/metrics': 20,
  // The bus, the engine and the database are queried.
  '/readyz': 5,
  ...byPath(gatewayEndpoints({ hasAdmin: true }), 'weight'),
};

/** A call to `/admin` without a valid key is checked, refused and audited. */
export const STRANGER_AT_ADMIN_WEIGHT = 10;

/** Bytes of a body that cost as much as one read. Strict parsing is most of a request's cost. */
const BYTES_PER_READ = 4_096;
/** The longest body over HTTP and the WebSocket. It counts for a body without a stated length. */
const MOST_BYTES = 16_384;

export const bytesWeight = (bytes: number): number => Math.floor(bytes / BYTES_PER_READ);

export function bodyWeight({ headers }: Pick<FastifyRequest, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return bytesWeight(MOST_BYTES);
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? bytesWeight(Math.min(length, MOST_BYTES)) : 0;
}

/** Updates that are encoded again or sent to a client that missed them. */
const UPDATES_PER_READ = 20;
export const updatesWeight = (updates: number): number => Math.ceil(updates / UPDATES_PER_READ);

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
    default: {
      const fixed = ROUTE_WEIGHTS[pattern ?? ''];
      if (fixed !== undefined) return fixed;
      return partsOf(limit, {
        most: MAX_TRADES_PAGE,
        atOnce: ROWS_PER_READ,
        unlessStated: ROWS_PER_READ,
      });
    }
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
