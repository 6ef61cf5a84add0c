import type { ServerOptions } from 'node:http';

/** How long a request may take to arrive. The limit is exceeded by up to one check interval. */
export interface ArrivalTimes {
  readonly headersMs: number;
  /** For the whole request, headers and body. */
  readonly requestMs: number;
  /** The interval of the checks for requests that have not arrived. */
  readonly checkMs: number;
  /**
   * A connection with a request under way on which no bytes move, as its client does not read, is closed after this.
   */
  readonly stillMs: number;
  /** A connection without a request under way is closed after this. */
  readonly idleMs: number;
  /** When a server stops, requests under way get this long. Then all connections are closed, also unused ones. */
  readonly stopMs: number;
}

/**
 * A request of 16 KiB that takes longer to arrive is an attack or a dead line. Its headers come in one to three
 * packets.
 */
export const ARRIVAL_TIMES: ArrivalTimes = {
  headersMs: 10_000,
  requestMs: 15_000,
  checkMs: 1_000,
  // The answer to a withdrawal may take 45 seconds.
  stillMs: 60_000,
  // Longer than proxies keep theirs open, mostly 60 s: a proxy may send a request on a connection that we close
  // first.
  idleMs: 75_000,
  stopMs: 4_000,
};

/** Options of `http.createServer`. Its own default checks every 30 seconds. */
export const arrivalOptions = ({ headersMs, requestMs, checkMs }: ArrivalTimes): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkMs,
});
