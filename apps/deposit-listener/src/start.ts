import { CodedError } from '@bellwether/errors';
import { startFundingApp } from '@bellwether/funding-runtime';
import type { RunningFundingApp } from '@bellwether/funding-runtime';
import type { StartContext } from '@bellwether/runtime';
import { assembleListener } from './app.module';
import type { ListenerConfig } from './config';
import { workersOf, handlersOf, readersOf } from './workers';
import { MAX_READY_LAG_SECONDS, POOL_MAX, STATEMENT_PATIENCE_MS } from './limits';
import type { ListenerParts } from './parts';

export const startListener = (starting: StartContext<ListenerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, {
    name: 'deposit-listener',
    poolMax: POOL_MAX,
    statementPatienceMs: STATEMENT_PATIENCE_MS,
    assemble: (world) => assembleListener(starting.config, world),
    workOf: (parts) => ({ workers: workersOf(parts), readers: readersOf(parts) }),
    handlersOf,
    check: { name: 'scans', of: requireScans },
  });

/** A process that only stands by for the scans is well: another has them. */
function requireScans(
  { scanPlaces, now }: ListenerParts,
  failing: ReadonlyMap<string, unknown>,
): void {
  for (const [chain, place] of Object.entries(scanPlaces)) {
    const lagSeconds = place.lagSeconds(now());
    const isBehind = lagSeconds !== null && lagSeconds > MAX_READY_LAG_SECONDS;
    if (!isBehind && !failing.has(`scan-${chain}`)) continue;
    throw new CodedError('FUNDING_UNAVAILABLE', { chain, lag_seconds: lagSeconds });
  }
}
