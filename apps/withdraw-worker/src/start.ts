import { startFundingApp } from '@bellwether/funding-runtime';
import type { RunningFundingApp } from '@bellwether/funding-runtime';
import type { StartContext } from '@bellwether/runtime';
import { assembleWorker, workersOf, handlersOf, readersOf } from './app.module';
import type { WorkerConfig } from './config';
import { POOL_MAX, STATEMENT_PATIENCE_MS } from './limits';

export const startWorker = (starting: StartContext<WorkerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, {
    name: 'withdraw-worker',
    poolMax: POOL_MAX,
    statementPatienceMs: STATEMENT_PATIENCE_MS,
    assemble: (world) => assembleWorker(starting.config, world),
    workOf: (parts) => ({ workers: workersOf(parts), readers: readersOf(parts) }),
    handlersOf,
  });
