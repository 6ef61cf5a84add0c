/** Signs what a source saw, and hands it in: see README.md beside this folder. */
import { PublicClient, attestationBytes } from '@bellwether/client';
import type { Network, SignedAttestation } from '@bellwether/client';
import { toHex } from '@bellwether/codec';
import { NETWORKS } from '@bellwether/exchange';
import { Command, InvalidArgumentError, Option } from 'commander';
import { handIn, valueAttested, winnerAttested } from './attested';
import { makeKey, readKey } from './key-file';

interface Options {
  readonly newKey?: string;
  readonly key?: string;
  readonly gateway: string;
  readonly network: Network;
  readonly market?: string;
  readonly value?: string;
  readonly event?: string;
  readonly winner?: string;
  readonly observedAt?: number;
  readonly statement?: string;
  readonly dryRun?: boolean;
}

async function attest(options: Options): Promise<void> {
  if (options.newKey !== undefined) return print({ public_key: await makeKey(options.newKey) });
  const gateway = new PublicClient({ url: options.gateway });
  const attested = await attestedBy(options, gateway);
  if (options.dryRun !== true) return print(await handIn(gateway, attested));
  const message = toHex(attestationBytes(attested, options.network));
  return print({ ...attested, message });
}

async function attestedBy(options: Options, gateway: PublicClient): Promise<SignedAttestation> {
  const { market, value, event, winner, statement, network, observedAt = now() } = options;
  if (options.key === undefined) throw new Error('--key FILE: whose word is it?');
  if (statement === undefined) throw new Error('--statement TEXT: what was seen?');
  const by = { key: await readKey(options.key), network };
  if (market !== undefined && value !== undefined)
    return valueAttested(await gateway.market(market), { value, statement }, by);
  if (event === undefined || winner === undefined)
    throw new Error('--market ID --value NUMBER, or --event ID --winner OUTCOME');
  return winnerAttested(await gateway.event(event), { winner, statement, observedAt }, by);
}

const now = (): number => Math.floor(Date.now() / 1_000);
const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

function seconds(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('a time in Unix seconds');
  return value;
}

const program = new Command('attest')
  .description('Signs what the source of a result saw, and hands it in.')
  .option('--new-key <file>', 'makes a key there, and prints its public half')
  .option('--key <file>', 'the key of the source')
  .option('--gateway <url>', 'where it is handed in', 'http://127.0.0.1:3000')
  .addOption(new Option('--network <name>').choices([...NETWORKS]).default('test'))
  .option('--market <id>', 'the market, by a rule of a value')
  .option('--value <number>', 'what was seen, such as 1.4')
  .option('--event <id>', 'the event, by a rule of a winner')
  .option('--winner <outcome>', 'the outcome that won: its market id or its label')
  .option('--observed-at <seconds>', 'when the winner was seen; by default now', seconds)
  .option('--statement <text>', 'what was seen, in words that everybody reads')
  .option('--dry-run', 'prints the message and its signature, and sends nothing')
  .action(attest);

program.parseAsync().catch((error: unknown) => {
  console.error(`attest: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
