/** `npm start`: a whole exchange on this machine, until SIGINT or SIGTERM. */
import { checkoutRoot } from './checkout';
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
    report: (line) => console.log(line),
  });
  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number) => {
    // A terminal's Ctrl-C comes twice, from the terminal and from npm: the first one counts.
    stopping ??= exchange.stop().finally(() => {
      data.release();
      process.exit(exitCode);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => fail(error));
  }
  const fail = (error: unknown) => {
    if (stopping === undefined) console.error(error instanceof Error ? error.message : error);
    stop(EXIT_FAILED);
  };
  try {
    await exchange.start();
    console.log(`data, logs and exchange.json: ${flags.dataDir}`);
    console.log(`ready: gateway ${exchange.gatewayUrl} signer ${exchange.signerUrl}`);
  } catch (error) {
    fail(error);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(EXIT_FAILED);
});
