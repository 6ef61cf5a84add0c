/** `npm start`: a whole exchange on this machine, until SIGINT or SIGTERM. */
import { explainFault } from '../../../tools/system-faults.mjs';
import { checkoutRoot } from './checkout';
import { whatIsThere } from './closing-words';
import { openDataFolder } from './data-folder';
import { parseFlags } from './flags';
import { LocalExchange } from './local-exchange';

const EXIT_FAILED = 1;

async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  const data = openDataFolder(flags.dataDir);
  const exchange = new LocalExchange({
    ...flags,
    data,
    root: checkoutRoot(),
    path: process.env['PATH'],
    nodeOptions: process.env['APP_NODE_OPTIONS'],
    report: (line) => console.log(line),
  });
  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number) => {
    // A terminal's Ctrl-C comes twice, from the terminal and from npm: the first one counts.
    if (stopping !== undefined) return;
    console.log('stopping');
    stopping = exchange.stop().finally(() => {
      try {
        data.release();
      } catch (error) {
        console.error(wordsFor(error)); // the next start sees that its holder has ended
      }
      console.log('stopped');
      process.exit(exitCode);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => fail(error));
  }
  const fail = (error: unknown) => {
    if (stopping === undefined) console.error(wordsFor(error));
    stop(EXIT_FAILED);
  };
  try {
    await exchange.start();
    console.log(whatIsThere(exchange, flags));
  } catch (error) {
    fail(error);
  }
}

/** One line where the file system says no; else the error's own. */
const wordsFor = (error: unknown): unknown =>
  explainFault(error, 'give it to yourself (chown), or choose another with --data DIR') ??
  (error instanceof Error ? error.message : error);

main().catch((error: unknown) => {
  console.error(wordsFor(error));
  process.exit(EXIT_FAILED);
});
