import 'reflect-metadata';
import { runApplication, withSecretFiles } from '@bellwether/runtime';
import { SECRET_VARIABLES, signerConfig } from './config';
import { startSigner } from './start';

await runApplication({
  service: 'signer',
  config: signerConfig,
  environment: withSecretFiles(process.env, SECRET_VARIABLES),
  start: startSigner,
});
