import 'reflect-metadata';
import { FUNDING_FILES } from '@bellwether/funding-runtime';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, workerConfig } from './config';
import { startWorker } from './start';

await runApplication({
  service: 'withdraw-worker',
  config: workerConfig,
  environment: process.env,
  secrets: SECRET_VARIABLES,
  files: FUNDING_FILES,
  start: startWorker,
});
