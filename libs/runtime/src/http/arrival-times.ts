import type { ServerOptions } from 'node:http';

/** How long a request may take to arrive. A server that looks seldom keeps it for as much longer. */
export interface ArrivalTimes {
  readonly headersMs: number;
  /** The whole of it, headers and body. */
  readonly requestMs: number;
  /** Between two looks at what has not arrived. */
  readonly checkMs: number;
  /** A connection with a request in hand on which nothing moves, as its client does not read, ends after this. */
  readonly stillMs: number;
  /** A connection on which a request was answered waits this long for the next one. */
  readonly idleMs: number;
  /** When a server stops, what is in hand gets this; then all connections end, also those on which nothing was ever sent. */
  readonly stopMs: number;
}

/** A request of 16 KiB that takes longer to arrive is an attack or a dead line; its headers come in one packet or three. */
export const ARRIVAL_TIMES: ArrivalTimes = {
  headersMs: 10_000,
  requestMs: 15_000,
  checkMs: 1_000,
  // A withdrawal may take 45 seconds to be answered.
  stillMs: 60_000,
  // Longer than proxies keep theirs, mostly 60 s: one that we end first may be given a request at that very moment.
  idleMs: 75_000,
  stopMs: 4_000,
};

/** As `http.createServer` takes it. Its own default looks every 30 seconds. */
export const arrivalOptions = ({ headersMs, requestMs, checkMs }: ArrivalTimes): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkMs,
});
