import 'reflect-metadata';
import { runApplication, withSecretFiles } from '@bellwether/runtime';
import { SECRET_VARIABLES, gatewayConfig } from './config';
import { startGateway } from './start';

await runApplication({
  service: 'gateway',
  config: gatewayConfig,
  environment: withSecretFiles(process.env, SECRET_VARIABLES),
  start: startGateway,
});
