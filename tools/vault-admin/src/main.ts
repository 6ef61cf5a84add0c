/** `node tools/vault-admin/run.mjs show | initialize | limit | pause | resume`: see README.md. */
import { commandLine } from './command-line';

const print = (value: unknown): void =>
  void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

try {
  await commandLine(print).parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
