import type { CodedError } from '@bellwether/errors';
import { Health } from '../health/health';
import { startHealthServer } from '../health/health-server';
import type { Logger } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';

/**
 * Answers on an app's public port while it waits for a part that it cannot serve without. It reports itself as alive,
 * so that it is not restarted for another part's fault, and as not ready, with that part's name. It refuses everything
 * else.
 */
export async function whileStarting<T>(
  place: { readonly host: string; readonly port: number },
  parts: {
    readonly metrics: Metrics;
    readonly log: Logger;
    /** The health check that fails meanwhile. */
    readonly waitsFor: string;
    /** The code of the refusals, of status 503. */
    readonly refusal: CodedError;
  },
  work: () => Promise<T>,
): Promise<T> {
  const { waitsFor, refusal, metrics, log } = parts;
  const check = () => Promise.reject(refusal);
  const health = new Health({ checks: [{ name: waitsFor, required: true, check }] });
  const server = await startHealthServer(place, { health, metrics, log, refusal });
  try {
    return await work();
  } finally {
    await server.close();
  }
}
