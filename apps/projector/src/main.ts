import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { projectorConfig } from './config';
import { startProjector } from './start';

await runApplication({
  service: 'projector',
  config: projectorConfig,
  environment: process.env,
  start: startProjector,
});
