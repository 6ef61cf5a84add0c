import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { SECRET_VARIABLES, archiverConfig } from './config';
import { startArchiver } from './start';

await runApplication({
  service: 'journal-archiver',
  config: archiverConfig,
  environment: process.env,
  secrets: SECRET_VARIABLES,
  start: startArchiver,
});
