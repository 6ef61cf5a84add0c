import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, signerConfig } from './config';
import { startSigner } from './start';

await runApplication({
  service: 'signer',
  config: signerConfig,
  environment: process.env,
  secrets: SECRET_VARIABLES,
  start: startSigner,
});
