import type { Channel } from '@bellwether/api';
import type { AsOf } from '@bellwether/exchange';
import type { UpdateFrame } from './update-frame';

/** A connection's subscription to a channel. */
export interface Subscriber {
  /** Seq of the last message it got. */
  lastSeq: number;
  /** Whole frames. They are sent at the end of this turn, with the others. */
  give(frames: Buffer): void;
  /** The next update is too long: the channel restarts with a snapshot. */
  beginAgain(): void;
}

export interface Snapshot extends AsOf {
  readonly frame: Buffer;
}

/** Called before updates are made again or sent to a subscriber that missed them. @throws CodedError RATE_LIMITED */
export type ChargeOfUpdates = (updates: number) => void;

/** A channel with subscribers. */
export interface LiveChannel {
  readonly channel: Channel;
  readonly subscribers: Set<Subscriber>;
  /** Connections that are subscribed or joining. At 0 the channel is dropped. */
  users: number;
  /**
   * The channel's content, shared by all concurrent readers.
   *
   * @throws CodedError
   */
  snapshot(): Promise<Snapshot>;
  /** The updates after `seq` up to the present. Null if they are no longer known, or too many. */
  after(seq: number, charge: ChargeOfUpdates): readonly UpdateFrame[] | null;
  /**
   * Sends new updates to subscribers.
   * @returns the number of updates
   */
  deliver(): number;
}

/** Sends a subscriber the frames that it does not have. */
export function giveFrames(subscriber: Subscriber, frames: readonly UpdateFrame[]): void {
  for (const frame of frames) {
    if (frame.seq <= subscriber.lastSeq) continue;
    subscriber.give(frame.after(subscriber.lastSeq));
    subscriber.lastSeq = frame.seq;
  }
}

/** Shares one buffer among all subscribers that have the message before the first. */
export function giveToAll(subscribers: Iterable<Subscriber>, frames: readonly UpdateFrame[]): void {
  const first = frames[0];
  const last = frames.at(-1);
  if (first === undefined || last === undefined) return;
  let together: Buffer | undefined;
  for (const subscriber of subscribers) {
    if (subscriber.lastSeq !== first.prevSeq) {
      giveFrames(subscriber, frames);
      continue;
    }
    together ??= frames.length === 1 ? first.bytes : Buffer.concat(frames.map((one) => one.bytes));
    subscriber.give(together);
    subscriber.lastSeq = last.seq;
  }
}
