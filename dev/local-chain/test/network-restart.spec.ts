/** A network with a data folder: what it was, it is again, with the same keys at the same addresses. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyPairSignerFromBytes, generateKeyPairSigner } from '@solana/kit';
import { readVault, vaultAt, connectChain } from '@bellwether/chain';
import { startLocalNetwork } from '@bellwether/local-chain';
import type { LocalNetwork, NetworkDescription } from '@bellwether/local-chain';
import { balanceOf, confirmed } from './network-hands';

const FAST = { slotMs: 20, finalizeAfterBlocks: 2 };
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bellwether-network-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function vaultOf({ main, vaultProgram }: NetworkDescription) {
  const chain = connectChain({ name: 'main', rpcUrls: [main.rpcUrl], log: silent });
  return readVault(chain, await vaultAt(vaultProgram, main.usdc));
}

async function withNetwork<T>(look: (network: LocalNetwork) => Promise<T>): Promise<T> {
  const network = await startLocalNetwork({ dataDir, ...FAST });
  try {
    return await look(network);
  } finally {
    await network.stop();
  }
}

describe('a network with a data folder', () => {
  it('gives test money on both chains, and has it after a restart', async () => {
    const { address: owner } = await generateKeyPairSigner();
    const give = async (network: LocalNetwork) => {
      for (const name of ['ext', 'main'] as const) {
        for (const { mint } of network.description[name].tokens) {
          const signature = await network[name].chain.mint({ mint, owner, amount: 5n });
          await confirmed(network[name], signature, 'finalized');
        }
      }
      return { description: network.description, vault: await vaultOf(network.description) };
    };
    const first = await withNetwork(give);
    expect(first.vault).toMatchObject({ paused: false });
    const second = await withNetwork(async (network) => {
      for (const name of ['ext', 'main'] as const) {
        for (const { mint } of network.description[name].tokens) {
          expect(await balanceOf(network[name], { mint, owner })).toBe(5n);
        }
      }
      return { description: network.description, vault: await vaultOf(network.description) };
    });
    expect(second.vault).toEqual(first.vault);
    expect(second.description.addresses).toEqual(first.description.addresses);
    expect(second.description.ext.tokens).toEqual(first.description.ext.tokens);
  });

  it('says in one file all that a program needs, and keeps keys to itself', async () => {
    const description = await withNetwork((network) => Promise.resolve(network.description));
    const file = join(dataDir, 'network.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(description);
    const { operator = '' } = { ...description.keyFiles };
    const bytes: unknown = JSON.parse(await readFile(operator, 'utf8'));
    const signer = await createKeyPairSignerFromBytes(
      Uint8Array.from(Object.values(Object(bytes))),
    );
    expect(signer.address).toBe(description.addresses.operator);
    const secrets = [join(dataDir, 'seed.hex'), ...Object.values({ ...description.keyFiles })];
    for (const secret of [file, ...secrets]) expect(await modeOf(secret)).toBe(0o600);
  });

  it('does not start over a damaged seed: its keys would be others than those on its chains', async () => {
    await writeFile(join(dataDir, 'seed.hex'), 'abc');
    await expect(startLocalNetwork({ dataDir })).rejects.toThrow(/seed\.hex is damaged/);
  });
});
