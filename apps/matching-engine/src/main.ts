import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { matchingEngineConfig } from './config';
import { startMatchingEngine } from './start';

/** Built beside this file. */
const signatureWorker = new URL('./signature-worker.js', import.meta.url);

await runApplication({
  service: 'matching-engine',
  config: matchingEngineConfig,
  environment: process.env,
  start: (context) => startMatchingEngine(context, { signatureWorker }),
});
