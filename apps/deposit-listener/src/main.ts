import 'reflect-metadata';
import { runApplication, withSecretFiles } from '@bellwether/runtime';
import { SECRET_VARIABLES, listenerConfig } from './config';
import { startListener } from './start';

await runApplication({
  service: 'deposit-listener',
  config: listenerConfig,
  environment: withSecretFiles(process.env, SECRET_VARIABLES),
  start: startListener,
});
