/** Readiness checks that applications share. They run before the application is made, while it waits for NATS. */
import type { INestApplicationContext, Type } from '@nestjs/common';
import { MAX_CLOCK_ERROR_MS } from '@bellwether/bus';
import type { FollowedClock } from '@bellwether/bus';
import type { CodedError } from '@bellwether/errors';
import { watchClock } from '@bellwether/runtime';
import type { HealthCheck, Metrics } from '@bellwether/runtime';

/**
 * Providers of an application that may not exist yet. @param application undefined: not made yet @param missing the
 * error of a check until then
 */
export const providersOf =
  (application: () => INestApplicationContext | undefined, missing: () => CodedError) =>
  <T>(token: Type<T> | symbol): T => {
    const made = application();
    if (made === undefined) throw missing();
    return made.get(token);
  };

/** Compares the host's clock with the one that the process follows. @param time undefined: not known yet */
export const watchFollowedClock = (
  metrics: Metrics,
  time: () => FollowedClock | undefined,
): HealthCheck =>
  watchClock(metrics, {
    aheadMs: () => time()?.wallAheadMs ?? NaN,
    maxErrorMs: MAX_CLOCK_ERROR_MS,
  });
