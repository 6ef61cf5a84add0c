import { startFundingApp } from '@bellwether/funding-app';
import type { RunningFundingApp } from '@bellwether/funding-app';
import type { StartContext } from '@bellwether/runtime';
import { assembleWorker, dutiesOf, handlersOf, readersOf } from './app.module';
import type { WorkerConfig } from './config';
import { POOL_MAX, STATEMENT_PATIENCE_MS } from './limits';

export const startWorker = (starting: StartContext<WorkerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, {
    name: 'withdraw-worker',
    poolMax: POOL_MAX,
    statementPatienceMs: STATEMENT_PATIENCE_MS,
    assemble: (world) => assembleWorker(starting.config, world),
    workOf: (parts) => ({ duties: dutiesOf(parts), readers: readersOf(parts) }),
    handlersOf,
  });
