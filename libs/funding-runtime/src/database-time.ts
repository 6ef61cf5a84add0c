/**
 * The time of the funding apps: PostgreSQL's. Due times, leases and caps are in its tables, and several processes must
 * agree about them, whatever their hosts' clocks show.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCK_READ_INTERVAL_MS, CLOCK_RETRY_MS } from '@bellwether/bus';
import type { FollowedClock } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Database } from '@bellwether/persistence';

/** Asks once a second, until `signal` is aborted. Never rejects for what the world does. */
export async function followDatabaseTime(
  database: Pick<Database, 'timeMs'>,
  time: FollowedClock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const begun = time.begin();
    try {
      time.learn(begun, await database.timeMs());
    } catch (error) {
      // It is away: so is all that would be judged by its time.
      if (!(error instanceof CodedError) && !signal.aborted) throw error;
    }
    await sleep(CLOCK_READ_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Resolves once the time was read. @throws AbortError */
export async function whenTimeIsKnown(time: FollowedClock, signal: AbortSignal): Promise<void> {
  while (!time.isKnown) await sleep(CLOCK_RETRY_MS, undefined, { signal });
}
