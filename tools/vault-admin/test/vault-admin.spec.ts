/**
 * The vault as an operator sets it up: the committed program on an otherwise empty chain, with this tool's requests.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectChain, connectLocalFaucet, newSigner, vaultAt } from '@bellwether/chain';
import type { Address, Chain, Signer, Vault } from '@bellwether/chain';
import { VAULT_PROGRAM, startLocalChain } from '@bellwether/local-chain';
import type { RunningChain } from '@bellwether/local-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../src/command-line';
import { send, unsigned } from '../src/send';
import { showVault } from '../src/show-vault';
import { initialization, newLimit, pause } from '../src/vault-requests';

const ELF = readFileSync(
  fileURLToPath(new URL('../../../libs/vault-program/vault.so', import.meta.url)),
);
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address;
const LAMPORTS = 10n ** 10n;
const LIMIT = 5_000_000_000n;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let local: RunningChain;
let chain: Chain;
let vault: Vault;
let admin: Signer;
let operator: Signer;
let registrar: Signer;

async function funded(): Promise<Signer> {
  const signer = await newSigner();
  const signature = await connectLocalFaucet(local.url).lamports(signer.address, LAMPORTS);
  while ((await chain.findTransaction(signature)) === undefined)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return signer;
}

beforeAll(async () => {
  local = await startLocalChain({
    slotMs: 20,
    confirmAfterBlocks: 1,
    finalizeAfterBlocks: 8,
    genesis: {
      programs: [{ address: VAULT_PROGRAM, elf: ELF }],
      mints: [{ address: MINT, decimals: 6, mintAuthority: null }],
    },
  });
  chain = connectChain({ name: 'main', rpcUrls: [local.url], log: silent });
  vault = await vaultAt(VAULT_PROGRAM, MINT);
  [admin, operator, registrar] = [await funded(), await funded(), await newSigner()];
});
afterAll(() => local.stop());

const terms = () => ({
  admin: admin.address,
  operator: operator.address,
  registrar: registrar.address,
  dailyLimit: LIMIT,
});
const shown = () => showVault(chain, vault, Date.now());

describe('a vault that is not there yet', () => {
  it('is shown as such, with the places it will have', async () => {
    expect(await shown()).toEqual({
      program: VAULT_PROGRAM,
      state: vault.state,
      mint: MINT,
      token_account: vault.token,
      initialized: false,
    });
  });

  it('is refused where roles share a key, or program or mint are not there', async () => {
    const shared = { ...terms(), operator: admin.address };
    await expect(initialization(chain, vault, shared)).rejects.toThrow('three keys');
    const nowhere = await vaultAt((await newSigner()).address, MINT);
    await expect(initialization(chain, nowhere, terms())).rejects.toThrow('no program');
    const dry = await vaultAt(VAULT_PROGRAM, (await newSigner()).address);
    await expect(initialization(chain, dry, terms())).rejects.toThrow('no mint');
  });

  it('can be printed for somebody else to sign', async () => {
    const printed = unsigned(await initialization(chain, vault, terms()));
    const signers = printed.flatMap(({ accounts }) =>
      accounts.filter(({ signer }) => signer).map((one) => one.address),
    );
    expect(new Set(signers)).toEqual(new Set([admin.address]));
    expect(printed.at(-1)).toMatchObject({ program: VAULT_PROGRAM });
  });
});

describe('the vault', () => {
  it('is made, once', async () => {
    await send(chain, await initialization(chain, vault, terms()), admin);
    expect(await shown()).toMatchObject({
      initialized: true,
      paused: false,
      daily_limit: Number(LIMIT),
      left_today: 0,
      held: 0,
      admin: admin.address,
      operator: operator.address,
      registrar: registrar.address,
    });
    await expect(initialization(chain, vault, terms())).rejects.toThrow('there already');
  });

  it('gets another limit by its admin, and by nobody else', async () => {
    await send(chain, newLimit(vault, admin.address, 7n), admin);
    expect(await shown()).toMatchObject({ daily_limit: 7 });
    const stranger = newLimit(vault, operator.address, 9n);
    await expect(send(chain, stranger, operator)).rejects.toThrow('it would fail');
  });

  it('is paused by its operator, and goes on by its admin alone', async () => {
    await send(chain, pause(vault, operator.address, true), operator);
    expect(await shown()).toMatchObject({ paused: true });
    await expect(send(chain, pause(vault, operator.address, false), operator)).rejects.toThrow(
      'it would fail',
    );
    await send(chain, pause(vault, admin.address, false), admin);
    expect(await shown()).toMatchObject({ paused: false, daily_limit: 7 });
  });
});

describe('the command line', () => {
  const SEED = new Uint8Array(32).fill(3);
  let folder: string;
  let chains: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-vault-'));
    chains = join(folder, 'chains.json');
    const place = {
      rpcUrls: [local.url],
      wormholeChainId: 51,
      coreBridge: MINT,
      tokenBridge: MINT,
      usdc: MINT,
    };
    const file = {
      network: 'test',
      ext: place,
      main: place,
      vaultProgram: VAULT_PROGRAM,
      splitProgram: VAULT_PROGRAM,
      relayer: MINT,
      guardiansUrl: 'http://guardians.example',
      swapUrl: 'http://swap.example',
      faucet: false,
    };
    await writeFile(chains, JSON.stringify(file));
    await writeFile(join(folder, 'key'), Buffer.from(SEED).toString('hex'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Its output, or its error. */
  async function said(...args: readonly string[]): Promise<unknown> {
    const printed: unknown[] = [];
    const program = commandLine((value) => printed.push(value));
    for (const one of [program, ...program.commands])
      one.exitOverride().configureOutput({ writeErr: () => undefined });
    try {
      await program.parseAsync([...args], { from: 'user' });
      return printed[0];
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  }

  it('shows the vault of a chains file', async () => {
    expect(await said('show', '--chains', chains)).toMatchObject({ initialized: true });
    expect(await said('show')).toContain('--chains <file>');
    expect(await said('show', '--chains', join(folder, 'none'))).toContain('ENOENT');
  });

  it('prints for an address, and sends by a key alone', async () => {
    const limit = ['limit', '--chains', chains, '--daily-limit', '9'];
    expect(await said(...limit, '--for', admin.address)).toMatchObject([
      { program: VAULT_PROGRAM },
    ]);
    expect(await said(...limit)).toContain('one of --key FILE and --for ADDRESS');
    expect(await said(...limit, '--key', chains)).toContain('no key file');
    // The key of an account that is not the admin and has no lamports.
    expect(await said(...limit, '--key', join(folder, 'key'))).toContain('it would fail');
    expect(await shown()).toMatchObject({ daily_limit: 7 });
  });

  it('refuses what is no address and no amount', async () => {
    const limit = ['limit', '--chains', chains];
    expect(await said(...limit, '--daily-limit', '1.5')).toContain('micro-USDC');
    expect(await said(...limit, '--daily-limit', '1', '--for', 'me')).toContain('base58');
  });
});
