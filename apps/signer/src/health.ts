/** The signer's health at `/readyz`. */
import type { INestApplicationContext } from '@nestjs/common';
import { Bus, EngineClient, FollowedClock } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import { providersOf, watchFollowedClock } from '@bellwether/nest-bus';
import { Database } from '@bellwether/persistence';
import { Health } from '@bellwether/runtime';
import type { Metrics } from '@bellwether/runtime';

/** Less than the second that a health check may take. */
const ENGINE_CHECK_TIMEOUT_MS = 700;

/**
 * Without an engine no signer could do more than this one. If all were out of service, none could refuse with 503 and
 * Retry-After. An engine of another network would accept no order of this signer, because a market id contains its
 * network. Then this signer's configuration is wrong.
 *
 * @param application undefined while the application is being created
 */
export function healthOf(
  application: () => INestApplicationContext | undefined,
  { metrics, network }: { readonly metrics: Metrics; readonly network: Network },
): Health {
  const timeoutMs = ENGINE_CHECK_TIMEOUT_MS;
  const part = providersOf(application, () => new CodedError('SIGNER_UNAVAILABLE'));
  const networkNow = async (): Promise<Network> => {
    const { view } = await part(EngineClient).query(
      'status',
      {},
      { requestId: 'readyz', timeoutMs },
    );
    return view.network;
  };
  return new Health({
    checks: [
      {
        name: 'nats',
        required: true,
        async check() {
          if (!part(Bus).connected) throw new CodedError('ENGINE_UNAVAILABLE');
        },
      },
      { name: 'engine', required: false, check: networkNow },
      {
        name: 'network',
        required: true,
        async check() {
          const found = await networkNow().catch(() => network);
          if (found !== network) {
            throw new CodedError('ENGINE_UNAVAILABLE', { network: found, expected: network });
          }
        },
      },
      // Trading continues for a while with the keys and links in memory. New users and the trades list need PostgreSQL.
      { name: 'postgres', required: false, check: async () => part(Database).ping() },
      // The signer uses the engine's clock.
      watchFollowedClock(metrics, () => application()?.get(FollowedClock)),
    ],
  });
}
