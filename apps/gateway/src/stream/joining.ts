/** How a connection joins a channel: with the updates it missed, or with a snapshot and the updates after it. */
import { CodedError } from '@bellwether/errors';
import type { Hub } from './hub';
import { SNAPSHOT_ATTEMPTS } from './limits';
import { giveFrames } from './live-channel';
import type { ChargeOfUpdates } from './live-channel';
import type { LiveSource } from './live-source';
import { noMarket } from './snapshots';
import type { Subscription } from './subscription';

export interface JoiningParts {
  readonly hub: Hub;
  readonly source: LiveSource;
  /** Events from before this process are stored again, as far as they will be. */
  readonly remembered: Promise<void>;
}

export interface Beginning {
  /** Sent before any other message. */
  announce(isResumed: boolean): void;
  /** Charges, before missed updates are made and sent. @throws CodedError RATE_LIMITED */
  readonly chargeUpdates: ChargeOfUpdates;
}

/**
 * Sends what exists and lets the rest follow. No update is lost or sent twice, because no event is applied between the
 * last message sent here and the start of the subscription.
 *
 * @param from the seq that the client has; undefined: none
 * @returns true if it was resumed
 * @throws CodedError MARKET_NOT_FOUND, RATE_LIMITED, ENGINE_UNAVAILABLE, OVERLOADED
 */
export async function join(
  { hub, source, remembered }: JoiningParts,
  subscription: Subscription,
  from: number | undefined,
  beginning: Beginning,
): Promise<boolean> {
  await upToDate(source);
  requireSomething(subscription, source);
  if (from !== undefined) await remembered;
  if (subscription.isEnded) return false;
  // A command without events counts too: its seq is in answers and snapshots.
  if (from !== undefined && from <= Math.max(hub.asOf.seq, source.asOf.seq)) {
    if (beginAfter(subscription, from, beginning, () => beginning.announce(true))) return true;
  }
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt++) {
    const { seq, frame } = await subscription.live.snapshot();
    if (subscription.isEnded) return false;
    const giveSnapshot = () => {
      beginning.announce(false);
      subscription.give(frame);
    };
    if (beginAfter(subscription, seq, beginning, giveSnapshot)) return false;
  }
  throw new CodedError('OVERLOADED');
}

/** A channel of a market that does not exist would be silent for ever, also after a resume. */
function requireSomething({ live: { channel } }: Subscription, { catalogue }: LiveSource): void {
  if (channel.kind !== 'book' && channel.kind !== 'trades') return;
  if (catalogue.market(channel.marketId) === undefined) throw noMarket(channel.marketId);
}

/**
 * Balances and orders need the engine in any case. Of markets, known data is better than none, and carries its `seq`.
 */
async function upToDate(source: LiveSource): Promise<void> {
  try {
    await source.current();
  } catch (error) {
    if (!(error instanceof CodedError) || !source.isLoaded) throw error;
  }
}

function beginAfter(
  subscription: Subscription,
  seq: number,
  { chargeUpdates }: Beginning,
  prepare: () => void,
): boolean {
  const missed = subscription.live.after(seq, chargeUpdates);
  if (missed === null) return false;
  prepare();
  subscription.lastSeq = seq;
  giveFrames(subscription, missed);
  subscription.begin();
  return true;
}
