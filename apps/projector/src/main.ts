import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { ConfigError, EXIT_CONFIG, runApplication } from '@bellwether/runtime';
import { runCommand } from './commands';
import { SECRET_VARIABLES, projectorConfig } from './config';
import { startProjector } from './start';

const args = process.argv.slice(2);
/** Built beside this file. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const environment = process.env;

if (args.length > 0) {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    process.exitCode = await runCommand({ args, environment, print, migrationsFolder });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`projector: ${error.message}\n`);
    process.exitCode = EXIT_CONFIG;
  }
} else {
  await runApplication({
    service: 'projector',
    config: projectorConfig,
    environment,
    secrets: SECRET_VARIABLES,
    start: startProjector,
  });
}
