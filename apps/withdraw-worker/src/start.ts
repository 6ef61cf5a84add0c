import { startFundingApp } from '@bellwether/funding-runtime';
import type { RunningFundingApp } from '@bellwether/funding-runtime';
import type { StartContext } from '@bellwether/runtime';
import { workerApp } from './app.module';
import type { WorkerConfig } from './config';

export const startWorker = (starting: StartContext<WorkerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, workerApp(starting.config));
