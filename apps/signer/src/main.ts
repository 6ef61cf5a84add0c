import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, signerConfig } from './config';
import { withSecretFiles } from './secret-files';
import { startSigner } from './start';

await runApplication({
  service: 'signer',
  config: signerConfig,
  environment: withSecretFiles(process.env, SECRET_VARIABLES),
  start: startSigner,
});
