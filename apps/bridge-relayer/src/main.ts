import 'reflect-metadata';
import { runApplication, withSecretFiles } from '@bellwether/runtime';
import { SECRET_VARIABLES, relayerConfig } from './config';
import { startRelayer } from './start';

await runApplication({
  service: 'bridge-relayer',
  config: relayerConfig,
  environment: withSecretFiles(process.env, SECRET_VARIABLES),
  start: startRelayer,
});
