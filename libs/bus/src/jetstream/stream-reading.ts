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
  /** How the reader learns of new messages; without it, the tail is polled. */
  readonly live?: LiveSubjects;
}

export interface LiveSubjects {
  /** The subject of the server's notices: headers of each message that it has stored. */
  readonly stored: string;
  /** The subject of appends. A reader that receives them need not request each message. */
  readonly appends?: string;
  /** The kinds of events that the reader needs. It fetches no message whose notice excludes them. */
  readonly kinds?: ReadonlySet<string>;
}
