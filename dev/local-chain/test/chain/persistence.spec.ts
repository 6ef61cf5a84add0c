import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSolanaRpc, generateKeyPairSigner, lamports } from '@solana/kit';
import type { Address, Signature } from '@solana/kit';
import { LocalChain } from '@bellwether/local-chain';
import type { LocalChainOptions } from '@bellwether/local-chain';
import { bundleChain, kill, startChainProcess } from './chain-process';

const AIRDROP = 1_000_000_000n;
let folder: string;
let dataDir: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-chain-'));
  await bundleChain(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = join(folder, `data-${++count}`);
});

const open = (options: LocalChainOptions = {}) =>
  LocalChain.open({ dataDir, finalizeAfterBlocks: 4, ...options });
const wallet = async (): Promise<Address> => (await generateKeyPairSigner()).address;

describe('a chain killed with -9', () => {
  it('has everything it acknowledged, and goes on', async () => {
    const options = { dataDir, slotMs: 10, finalizeAfterBlocks: 4, logSegmentBytes: 60_000 };
    const acknowledged = new Map<Signature, bigint>();
    const recipient = await wallet();
    let genesis: string | undefined;
    for (let life = 0; life < 4; life++) {
      const running = await startChainProcess(folder, options);
      const rpc = createSolanaRpc(running.url);
      genesis ??= await rpc.getGenesisHash().send();
      expect(await rpc.getGenesisHash().send()).toBe(genesis);
      for (const [signature, slot] of acknowledged) {
        const { value } = await rpc.getSignatureStatuses([signature]).send();
        expect(value[0]).toMatchObject({ slot, err: null });
      }
      const config = { commitment: 'processed' } as const;
      const { value: balance } = await rpc.getBalance(recipient, config).send();
      expect(balance).toBe(AIRDROP * BigInt(acknowledged.size));
      for (let airdrop = 0; airdrop < 12; airdrop++) {
        const signature = await rpc.requestAirdrop(recipient, lamports(AIRDROP)).send();
        const { value } = await rpc.getSignatureStatuses([signature]).send();
        acknowledged.set(signature, value[0]!.slot);
      }
      await kill(running);
    }
    expect((await readdir(dataDir)).length).toBeGreaterThan(1);
  });
});

describe('a chain that starts again', () => {
  it('has its blocks, history, clock and blockhashes', async () => {
    const first = await open();
    const recipient = await wallet();
    first.setClock(1_900_000_000);
    const signature = await first.airdrop(recipient, AIRDROP);
    first.advance(3);
    const lifetime = first.latestBlockhash('finalized');
    const { slot } = first.transaction(signature)!;
    const blockhash = first.blockInSlot(slot)!.blockhash;
    first.close();

    const second = await open();
    expect(second.transaction(signature)).toEqual(first.transaction(signature));
    expect(second.blockInSlot(slot)!.blockhash).toBe(blockhash);
    expect(second.isBlockhashValid(lifetime.blockhash)).toBe(true);
    expect(second.slot).toBe(first.slot + 1);
    expect(second.heightAt('finalized')).toBeGreaterThanOrEqual(first.heightAt('finalized'));
    expect(second.blockAt('processed').timeSeconds).toBeGreaterThanOrEqual(1_900_000_000);
    expect(second.transactionCount).toBe(first.transactionCount);
    second.close();
  });

  it('can still fork what is not final, and reads as of a commitment', async () => {
    const first = await open();
    const recipient = await wallet();
    const kept = await first.airdrop(recipient, AIRDROP);
    first.advance(5);
    const dropped = await first.airdrop(recipient, AIRDROP);
    first.close();

    const second = await open();
    expect(second.account(recipient)!.lamports).toBe(2n * AIRDROP);
    expect(second.account(recipient, 'finalized')!.lamports).toBe(AIRDROP);
    expect(second.fork(2)).toEqual([dropped]);
    expect(second.account(recipient)!.lamports).toBe(AIRDROP);
    second.close();

    const third = await open();
    expect(third.account(recipient)!.lamports).toBe(AIRDROP);
    expect(third.transaction(dropped)).toBeUndefined();
    expect(third.transaction(kept)).toBeDefined();
    await third.airdrop(recipient, AIRDROP);
    expect(third.account(recipient)!.lamports).toBe(2n * AIRDROP);
    third.close();
  });

  it.each([
    ['bytes', { logSegmentBytes: 20_000 }],
    ['records', { logSegmentRecords: 200 }],
  ])('keeps no more files than it is told, by %s, and knows its history', async (_, limit) => {
    const options = { ...limit, logSegmentsRetained: 2 };
    const first = await open(options);
    const recipient = await wallet();
    for (let index = 0; index < 40; index++) {
      await first.airdrop(recipient, AIRDROP);
      first.advance(20);
    }
    first.close();
    expect(await readdir(dataDir)).toHaveLength(2);
    const second = await open(options);
    expect(second.account(recipient)!.lamports).toBe(40n * AIRDROP);
    expect(second.firstAvailableSlot).toBeGreaterThan(first.firstAvailableSlot);
    expect(second.transactionCount).toBe(first.transactionCount);
    second.close();
  });
});

describe('a data folder', () => {
  it('is one chain only, and free again when that has ended', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(/another run \(process \d+\) uses this data folder/);
    await first.airdrop(await wallet(), AIRDROP);
    first.close();
    const second = await open();
    second.close();
    expect(await readdir(dataDir)).not.toContain('chain.lock');
  });
});

describe('a log with a torn end', () => {
  it.each([1, 7, 8, 100])('loses the record that misses %i bytes, and no other', async (bytes) => {
    const { path, whole, first, last, recipient } = await twoAirdrops();
    await truncate(path, whole.length - bytes);
    const chain = await open();
    expect(chain.transaction(first)).toBeDefined();
    expect(chain.transaction(last)).toBeUndefined();
    expect(chain.account(recipient)!.lamports).toBe(AIRDROP);
    const again = await chain.airdrop(recipient, AIRDROP);
    chain.close();
    const next = await open();
    expect(next.transaction(again)).toBeDefined();
    next.close();
  });

  it('is not taken for one that is damaged in the middle: that stops the start', async () => {
    const { path, whole } = await twoAirdrops();
    whole[whole.length - 5_000]! ^= 1;
    await writeFile(path, whole);
    await expect(open()).rejects.toThrow(/damaged at byte \d+/);
  });

  it('loses a record whose bytes changed', async () => {
    const { path, whole, first, last } = await twoAirdrops();
    whole[whole.length - 50]! ^= 1;
    await writeFile(path, whole);
    const chain = await open();
    expect(chain.transaction(first)).toBeDefined();
    expect(chain.transaction(last)).toBeUndefined();
    chain.close();
  });
});

async function twoAirdrops() {
  const chain = await open();
  const recipient = await wallet();
  const first = await chain.airdrop(recipient, AIRDROP);
  chain.advance();
  const last = await chain.airdrop(recipient, AIRDROP);
  chain.close();
  const path = join(dataDir, (await readdir(dataDir))[0]!);
  return { path, whole: await readFile(path), first, last, recipient };
}
