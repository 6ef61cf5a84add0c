import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { gatewayConfig } from './config';
import { startGateway } from './start';

await runApplication({
  service: 'gateway',
  config: gatewayConfig,
  environment: process.env,
  start: startGateway,
});
