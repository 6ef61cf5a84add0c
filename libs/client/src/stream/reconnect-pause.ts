import { backoffMs } from '@bellwether/errors';
import { LONGEST_RECONNECT_PAUSE_MS, RECONNECT_PAUSE_MS } from '../limits';

const GATEWAY_STOPPING = 1001;
const RATE_LIMITED = 4429;
/** Another gateway is available at once: spread the clients just enough that they do not arrive together. */
const SCATTER_MS = 100;
const RATE_PAUSE_MS = 1_000;

/**
 * The pause before reconnecting: a random part of a bound that doubles with each failure.
 *
 * @param failures connections in a row that received no message
 * @param chance from 0 to below 1
 */
export function reconnectPauseMs(code: number, failures: number, chance: number): number {
  if (code === GATEWAY_STOPPING && failures === 0) return chance * SCATTER_MS;
  const bounds = { firstMs: RECONNECT_PAUSE_MS, lastMs: LONGEST_RECONNECT_PAUSE_MS };
  const bound = backoffMs(bounds, failures);
  return (code === RATE_LIMITED ? RATE_PAUSE_MS : 0) + chance * bound;
}
