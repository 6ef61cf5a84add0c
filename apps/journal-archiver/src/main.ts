import 'reflect-metadata';
import { runApplication, withSecretFiles } from '@bellwether/runtime';
import { SECRET_VARIABLES, archiverConfig } from './config';
import { startArchiver } from './start';

await runApplication({
  service: 'journal-archiver',
  config: archiverConfig,
  environment: withSecretFiles(process.env, SECRET_VARIABLES),
  start: startArchiver,
});
