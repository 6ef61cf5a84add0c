import { startFundingApp } from '@bellwether/funding-app';
import type { RunningFundingApp } from '@bellwether/funding-app';
import type { StartContext } from '@bellwether/runtime';
import { workerApp } from './app.module';
import type { WorkerConfig } from './config';

export const startWorker = (starting: StartContext<WorkerConfig>): Promise<RunningFundingApp> =>
  startFundingApp(starting, workerApp(starting.config));
