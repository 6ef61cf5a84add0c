import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, matchingEngineConfig } from './config';
import { startMatchingEngine } from './start';

/** Built beside this file. */
const signatureWorker = new URL('./signature-worker.js', import.meta.url);

await runApplication({
  service: 'matching-engine',
  config: matchingEngineConfig,
  environment: process.env,
  secrets: SECRET_VARIABLES,
  start: (context) => startMatchingEngine(context, { signatureWorker }),
});
