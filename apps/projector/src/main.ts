import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { runApplication, withSecretFiles } from '@bellwether/runtime';
import { runCommand } from './commands';
import { SECRET_VARIABLES, projectorConfig } from './config';
import { startProjector } from './start';

const args = process.argv.slice(2);
/** Built beside this file. */
const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const environment = withSecretFiles(process.env, SECRET_VARIABLES);

if (args.length > 0) {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exitCode = await runCommand({ args, environment, print, migrationsFolder });
} else {
  await runApplication({
    service: 'projector',
    config: projectorConfig,
    environment,
    start: startProjector,
  });
}
