import { startFundingApp } from '@bellwether/funding-runtime';
import type { RunningFundingApp } from '@bellwether/funding-runtime';
import type { StartContext } from '@bellwether/runtime';
import { assembleRelayer, workersOf, readersOf } from './app.module';
import type { RelayerConfig } from './config';
import { POOL_MAX, STATEMENT_PATIENCE_MS } from './limits';

export const startRelayer = (starting: StartContext<RelayerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, {
    name: 'bridge-relayer',
    poolMax: POOL_MAX,
    statementPatienceMs: STATEMENT_PATIENCE_MS,
    assemble: (world) => assembleRelayer(starting.config, world),
    workOf: (parts) => ({ workers: workersOf(parts), readers: readersOf(parts) }),
  });
