import 'reflect-metadata';
import { FUNDING_FILES } from '@bellwether/funding-runtime';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, listenerConfig } from './config';
import { startListener } from './start';

await runApplication({
  service: 'deposit-listener',
  config: listenerConfig,
  environment: process.env,
  secrets: SECRET_VARIABLES,
  files: FUNDING_FILES,
  start: startListener,
});
