/** The commands: show, initialize, limit, pause, resume. Each prints one JSON value. */
import { readFileSync } from 'node:fs';
import {
  connectPlace,
  parseAddress,
  parseSecretKey,
  readChainsFile,
  signerFromSeed,
  vaultAt,
} from '@bellwether/chain';
import type { Address, Chain, Instruction, Signer, Vault } from '@bellwether/chain';
import { Command, InvalidArgumentError } from 'commander';
import { send, unsigned } from './send';
import { showVault } from './show-vault';
import { initialization, newLimit, pause } from './vault-requests';
import type { NewVault } from './vault-requests';

interface ChainsOption {
  readonly chains: string;
}
/** The signer: a key file here, or an address whose owner signs elsewhere. */
interface SignerOptions extends ChainsOption {
  readonly key?: string;
  readonly for?: Address;
}

type Print = (value: unknown) => void;

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new InvalidArgumentError('an address: base58 of 32 bytes');
  return parsed;
}

function microUsdc(text: string): bigint {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number of micro-USDC');
  return BigInt(text);
}

async function open({ chains }: ChainsOption): Promise<{ chain: Chain; vault: Vault }> {
  const { main, vaultProgram } = readChainsFile(chains);
  const log = {
    info: () => undefined,
    warn: (...words: unknown[]) => console.error(...words),
    error: (...words: unknown[]) => console.error(...words),
  };
  return {
    chain: connectPlace('main', main, { log }),
    vault: await vaultAt(vaultProgram, main.usdc),
  };
}

async function signerOf(path: string): Promise<Signer> {
  const seed = parseSecretKey(readFileSync(path, 'utf8'));
  if (seed === undefined) throw new Error(`${path} is no key file`);
  return signerFromSeed(seed);
}

/** Sends what a key file signs; prints what another signer has to sign. */
async function carryOut(
  print: Print,
  options: SignerOptions,
  make: (chain: Chain, vault: Vault, by: Address) => Instruction[] | Promise<Instruction[]>,
): Promise<void> {
  const { chain, vault } = await open(options);
  if ((options.key === undefined) === (options.for === undefined)) {
    throw new Error('give one of --key FILE and --for ADDRESS');
  }
  if (options.for !== undefined) {
    print(unsigned(await make(chain, vault, options.for)));
    return;
  }
  const signer = await signerOf(options.key ?? '');
  const signature = await send(chain, await make(chain, vault, signer.address), signer);
  print({ signature, vault: await showVault(chain, vault, Date.now()) });
}

/** @throws Error, CommanderError: the fault, in one line for the operator */
export function commandLine(print: Print): Command {
  const program = new Command('vault-admin').description('The vault on main, by its admin.');
  const command = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .requiredOption('--chains <file>', 'the chains file (CHAINS_FILE of the funding apps)');
  const signed = (name: string, description: string): Command =>
    command(name, description)
      .option('--key <file>', 'who signs and pays: a Solana key file, or 64 characters of hex')
      .option('--for <address>', 'sends nothing: prints what this address has to sign', address);

  command('show', 'the vault as it is, finalized').action(async (options: ChainsOption) => {
    const { chain, vault } = await open(options);
    print(await showVault(chain, vault, Date.now()));
  });
  signed('initialize', 'makes the vault, once; by who may upgrade the program')
    .requiredOption('--operator <address>', "the withdraw-worker's key", address)
    .requiredOption('--registrar <address>', "the deposit-listener's key", address)
    .requiredOption('--daily-limit <micro-usdc>', 'the most that may leave in a UTC day', microUsdc)
    .action((options: SignerOptions & Omit<NewVault, 'admin'>) =>
      carryOut(print, options, (chain, vault, admin) =>
        initialization(chain, vault, { ...options, admin }),
      ),
    );
  signed('limit', 'another daily limit; by the admin')
    .requiredOption('--daily-limit <micro-usdc>', '0 lets nothing out', microUsdc)
    .action((options: SignerOptions & Pick<NewVault, 'dailyLimit'>) =>
      carryOut(print, options, (_, vault, admin) => newLimit(vault, admin, options.dailyLimit)),
    );
  signed('pause', 'nothing comes in or goes out; by the admin or the operator').action(
    (options: SignerOptions) => carryOut(print, options, (_, vault, by) => pause(vault, by, true)),
  );
  signed('resume', 'ends a pause; by the admin').action((options: SignerOptions) =>
    carryOut(print, options, (_, vault, by) => pause(vault, by, false)),
  );
  return program;
}
