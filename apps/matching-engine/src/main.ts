import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { matchingEngineConfig } from './config';
import { startMatchingEngine } from './start';

await runApplication({
  service: 'matching-engine',
  config: matchingEngineConfig,
  environment: process.env,
  start: startMatchingEngine,
});
