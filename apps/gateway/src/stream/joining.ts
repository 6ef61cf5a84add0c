/** How a connection comes onto a channel: by the updates it has missed, or by a snapshot and those after it. */
import { CodedError } from '@bellwether/errors';
import type { Hub } from './hub';
import { SNAPSHOT_ATTEMPTS } from './limits';
import { giveFrames } from './live-channel';
import type { LiveSource } from './live-source';
import type { Subscription } from './subscription';

export interface JoiningParts {
  readonly hub: Hub;
  readonly source: LiveSource;
  /** What was before this process is known again, as far as it will be. */
  readonly remembered: Promise<void>;
}

export interface Beginning {
  /** Said before anything comes. */
  announce(isResumed: boolean): void;
}

/**
 * Gives what there is and lets the rest follow: none is left out and none comes twice, as no event is taken in between
 * the last message given here and the subscription's beginning.
 * @param from the seq that the client has; undefined: nothing
 * @returns whether it was resumed
 * @throws CodedError MARKET_NOT_FOUND, ENGINE_UNAVAILABLE, OVERLOADED
 */
export async function join(
  { hub, source, remembered }: JoiningParts,
  subscription: Subscription,
  from: number | undefined,
  beginning: Beginning,
): Promise<boolean> {
  await upToDate(source);
  if (from !== undefined) await remembered;
  if (subscription.isEnded) return false;
  // A command that made no event counts too: its seq is in answers and snapshots.
  if (from !== undefined && from <= Math.max(hub.asOf.seq, source.asOf.seq)) {
    if (beginAfter(subscription, from, () => beginning.announce(true))) return true;
  }
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt++) {
    const { seq, frame } = await subscription.live.snapshot();
    if (subscription.isEnded) return false;
    const giveSnapshot = () => {
      beginning.announce(false);
      subscription.give(frame);
    };
    if (beginAfter(subscription, seq, giveSnapshot)) return false;
  }
  throw new CodedError('OVERLOADED');
}

/** Balances and orders need the engine anyway; of markets what is known is better than nothing, and has its `seq`. */
async function upToDate(source: LiveSource): Promise<void> {
  try {
    await source.current();
  } catch (error) {
    if (!(error instanceof CodedError) || !source.isLoaded) throw error;
  }
}

function beginAfter(subscription: Subscription, seq: number, prepare: () => void): boolean {
  const missed = subscription.live.after(seq);
  if (missed === null) return false;
  prepare();
  subscription.lastSeq = seq;
  giveFrames(subscription, missed);
  subscription.begin();
  return true;
}
