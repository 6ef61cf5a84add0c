import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, gatewayConfig } from './config';
import { startGateway } from './start';

await runApplication({
  service: 'gateway',
  config: gatewayConfig,
  environment: process.env,
  secrets: SECRET_VARIABLES,
  start: startGateway,
});
