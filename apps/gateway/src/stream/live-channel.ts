import type { Channel } from '@bellwether/api';
import type { AsOf } from '@bellwether/exchange';
import type { UpdateFrame } from './update-frame';

/** One connection's place on a channel. */
export interface Subscriber {
  /** Of the last message it was given. */
  lastSeq: number;
  /** Whole frames; they leave with the others of this turn. */
  give(frames: Buffer): void;
  /** What comes next is too long: it begins again with a snapshot. */
  beginAgain(): void;
}

export interface Snapshot extends AsOf {
  readonly frame: Buffer;
}

/** A channel that somebody subscribes to. */
export interface LiveChannel {
  readonly channel: Channel;
  readonly subscribers: Set<Subscriber>;
  /** Connections that are here or on their way: at 0 the channel is forgotten. */
  users: number;
  /** All there is, the same for all who ask at the same time. @throws CodedError */
  snapshot(): Promise<Snapshot>;
  /** The updates after `seq`, up to the present; null where they are not known any more, or too many. */
  after(seq: number): readonly UpdateFrame[] | null;
  /** Gives subscribers what is new. @returns how many updates that is */
  deliver(): number;
}

/** Gives a subscriber those of the frames that it does not have. */
export function giveFrames(subscriber: Subscriber, frames: readonly UpdateFrame[]): void {
  for (const frame of frames) {
    if (frame.seq <= subscriber.lastSeq) continue;
    subscriber.give(frame.after(subscriber.lastSeq));
    subscriber.lastSeq = frame.seq;
  }
}

/** The same for many: who has the message before the first gets one piece of memory shared by all. */
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
