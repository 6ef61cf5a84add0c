import 'reflect-metadata';
import { runApplication } from '@bellwether/runtime';
import { runCommand } from './commands';
import { projectorConfig } from './config';
import { startProjector } from './start';

const args = process.argv.slice(2);

if (args.length > 0) {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exitCode = await runCommand({ args, environment: process.env, print });
} else {
  await runApplication({
    service: 'projector',
    config: projectorConfig,
    environment: process.env,
    start: startProjector,
  });
}
