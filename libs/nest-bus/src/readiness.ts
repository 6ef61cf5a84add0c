/** What readiness checks of an application have in common. They run before it is made, while NATS is waited for. */
import type { INestApplicationContext, Type } from '@nestjs/common';
import { MAX_CLOCK_ERROR_MS } from '@bellwether/bus';
import type { FollowedClock } from '@bellwether/bus';
import type { CodedError } from '@bellwether/errors';
import { watchClock } from '@bellwether/runtime';
import type { HealthCheck, Metrics } from '@bellwether/runtime';

/**
 * Providers of an application that may not be there yet.
 * @param application undefined: it is not made yet
 * @param missing what a check fails with until then
 */
export const providersOf =
  (application: () => INestApplicationContext | undefined, missing: () => CodedError) =>
  <T>(token: Type<T> | symbol): T => {
    const made = application();
    if (made === undefined) throw missing();
    return made.get(token);
  };

/** The host's clock beside the one that the process goes by. @param time undefined: it is not there yet */
export const watchFollowedClock = (
  metrics: Metrics,
  time: () => FollowedClock | undefined,
): HealthCheck =>
  watchClock(metrics, {
    aheadMs: () => time()?.wallAheadMs ?? NaN,
    maxErrorMs: MAX_CLOCK_ERROR_MS,
  });
