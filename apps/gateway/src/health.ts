/** The gateway's health at `/readyz`. */
import type { INestApplicationContext } from '@nestjs/common';
import { Bus, EngineClient, FollowedClock } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import { providersOf, watchFollowedClock } from '@bellwether/nest-bus';
import { Database } from '@bellwether/persistence';
import { Health } from '@bellwether/runtime';
import type { Metrics } from '@bellwether/runtime';
import { ENGINE_CHECK_TIMEOUT_MS } from './limits';
import { LiveViews } from './live/live-views';

/**
 * Required checks are those that another gateway may pass while this one fails. What all gateways would fail together
 * is only shown: if all were out of service, none could refuse with 503 and Retry-After, or serve markets from memory.
 *
 * @param application undefined while the application is being created
 */
export function healthOf(
  application: () => INestApplicationContext | undefined,
  metrics: Metrics,
): Health {
  const timeoutMs = ENGINE_CHECK_TIMEOUT_MS;
  const part = providersOf(application, () => new CodedError('ENGINE_UNAVAILABLE'));
  const hold = (is: () => boolean) => async (): Promise<void> => {
    if (!is()) throw new CodedError('ENGINE_UNAVAILABLE');
  };
  return new Health({
    checks: [
      { name: 'nats', required: true, check: hold(() => part(Bus).connected) },
      { name: 'views', required: true, check: hold(() => part(LiveViews).isLoaded) },
      {
        name: 'engine',
        required: false,
        check: async () =>
          part(EngineClient).query('status', {}, { requestId: 'readyz', timeoutMs }),
      },
      // The views contain what the engine has published.
      { name: 'events', required: false, check: async () => part(LiveViews).current() },
      { name: 'postgres', required: false, check: async () => part(Database).ping() },
      // The gateway uses the engine's clock.
      watchFollowedClock(metrics, () => application()?.get(FollowedClock)),
    ],
  });
}
