import type { Bus } from '../connection/bus';
import type { Log } from '../connection/log';
import type { Stream } from './stream';

/** How it is read: delivered by a consumer that the reader makes, or asked for, for which less of a right is needed. */
export type ReadingWay = 'delivered' | 'asked';

export interface StreamReading {
  readonly stream: Stream;
  readonly bus: Bus;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly way: ReadingWay;
  /** Where the server tells of a message that it has stored, for who asks; without, the tail is looked at. */
  readonly news?: string;
}
