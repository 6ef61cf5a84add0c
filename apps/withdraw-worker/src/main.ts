import 'reflect-metadata';
import { runApplication, withSecretFiles } from '@bellwether/runtime';
import { SECRET_VARIABLES, workerConfig } from './config';
import { startWorker } from './start';

await runApplication({
  service: 'withdraw-worker',
  config: workerConfig,
  environment: withSecretFiles(process.env, SECRET_VARIABLES),
  start: startWorker,
});
