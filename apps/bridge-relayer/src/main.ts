import 'reflect-metadata';
import { FUNDING_FILES } from '@bellwether/funding-runtime';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, relayerConfig } from './config';
import { startRelayer } from './start';

await runApplication({
  service: 'bridge-relayer',
  config: relayerConfig,
  environment: process.env,
  secrets: SECRET_VARIABLES,
  files: FUNDING_FILES,
  start: startRelayer,
});
