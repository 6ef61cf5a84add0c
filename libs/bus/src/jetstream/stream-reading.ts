import type { Bus } from '../connection/bus';
import type { Log } from '../connection/log';
import type { Stream } from './stream';

/**
 * How to read: `delivered` through a consumer that the reader creates, or `asked`, one request per message, which needs
 * fewer permissions.
 */
export type ReadingWay = 'delivered' | 'asked';

export interface StreamReading {
  readonly stream: Stream;
  readonly bus: Bus;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly way: ReadingWay;
  /** The subject on which the server announces stored messages; without it, the tail is polled. */
  readonly news?: string;
}
