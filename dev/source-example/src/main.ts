/** See README.md beside this folder. */
import { PublicClient } from '@bellwether/client';
import type { Network } from '@bellwether/client';
import { NETWORKS } from '@bellwether/exchange';
import { Command, Option } from 'commander';
import { readKey } from '../../../tools/attest/src/key-file';
import { attestMarket } from './adapter';

const PAUSE_MS = 5_000;

interface Options {
  readonly key: string;
  readonly gateway: string;
  readonly network: Network;
  readonly url: string;
  readonly valueAt: string;
  readonly timeAt: string;
}

async function run(marketIds: readonly string[], options: Options): Promise<void> {
  const { gateway: url, network, valueAt: value, timeAt: time } = options;
  const parts = {
    gateway: new PublicClient({ url }),
    key: await readKey(options.key),
    network,
    address: { url: options.url, value, time },
    retrying: {
      pauseMs: PAUSE_MS,
      onFailure: (error: unknown) =>
        console.error(`again in ${PAUSE_MS / 1_000} s: ${said(error)}`),
    },
    nowMs: Date.now,
  };
  const done = await Promise.allSettled(marketIds.map((id) => attestMarket(id, parts)));
  for (const [at, one] of done.entries()) {
    if (one.status === 'fulfilled') console.log(`${marketIds[at]}: case ${one.value.case_id}`);
    else {
      console.error(`${marketIds[at]}: ${said(one.reason)}`);
      process.exitCode = 1;
    }
  }
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const program = new Command('source-example')
  .description('Attests the number of a JSON address to markets, each at the time of its rule.')
  .argument('<market_ids...>')
  .requiredOption('--key <file>', 'the key of the source')
  .requiredOption('--url <address>', 'the JSON; {at} stands for the time')
  .option('--value-at <way>', 'where the number is', 'value')
  .option('--time-at <way>', 'where the time of the number is', 'time')
  .option('--gateway <url>', 'of the exchange', 'http://127.0.0.1:3000')
  .addOption(new Option('--network <name>').choices([...NETWORKS]).default('test'))
  .action(run);

program.parseAsync().catch((error: unknown) => {
  console.error(`source-example: ${said(error)}`);
  process.exitCode = 1;
});
