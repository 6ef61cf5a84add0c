import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { archiverConfig } from './config';
import { startArchiver } from './start';

await runApplication({
  service: 'journal-archiver',
  config: archiverConfig,
  environment: process.env,
  start: startArchiver,
});
