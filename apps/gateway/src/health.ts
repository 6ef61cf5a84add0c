/** What the gateway says of itself at `/readyz`. */
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
 * Required is what another gateway may have where this one lacks it. What all of them would lack at once is shown alone:
 * out of service together they could neither refuse with 503 and Retry-After, nor read markets from memory.
 * @param application undefined: it is not there yet
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
      // What the engine has published is in the views.
      { name: 'events', required: false, check: async () => part(LiveViews).current() },
      { name: 'postgres', required: false, check: async () => part(Database).ping() },
      // It goes by the engine's.
      watchFollowedClock(metrics, () => application()?.get(FollowedClock)),
    ],
  });
}
