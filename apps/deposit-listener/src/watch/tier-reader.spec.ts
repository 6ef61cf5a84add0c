/** How long a tier is trusted, by a clock of the test's own. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, vaultAt } from '@bellwether/chain';
import type { Address, ChainAccount, Vault } from '@bellwether/chain';
import { encode } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { proxyAccount } from '@bellwether/vault-program';
import { TierReader } from './tier-reader';

const user = new Uint8Array(32).fill(7);
const keyOf = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte));

let vault: Vault;
let nowMs: number;
/** The chain's answer: a tier, no wallet, or no node that answers. */
let onChain: number | 'no wallet' | 'no node';
let questions: number;
let tiers: TierReader;

beforeAll(async () => {
  vault = await vaultAt(keyOf(1), keyOf(2));
});
beforeEach(() => {
  nowMs = 1_000_000;
  onChain = 0;
  questions = 0;
  tiers = new TierReader({ main: { readAccount }, vault, now: () => nowMs });
});

async function readAccount(address: Address): Promise<ChainAccount | null> {
  questions += 1;
  if (onChain === 'no node') throw new CodedError('CHAIN_UNAVAILABLE');
  if (onChain === 'no wallet') return null;
  const counts = { creditSeq: 0n, creditedTotal: 0n, nativeSeq: 0n, nativeTotal: 0n };
  const paid = { paidWatermark: 0n, paidWindow: new Uint8Array(24) };
  const wallet = { version: 1, bump: 255, tier: onChain, ...counts, user, ...paid };
  const data = encode(proxyAccount.layout, wallet);
  return { address, program: vault.program, lamports: 1n, data };
}

describe('a tier', () => {
  it('is believed for 60 s, and read again then', async () => {
    expect(await tiers.tierOf(user)).toBe(0);
    onChain = 2;
    nowMs += 59_999;
    expect(await tiers.tierOf(user)).toBe(0);
    expect(questions).toBe(1);
    nowMs += 1;
    expect(await tiers.tierOf(user)).toBe(2);
    expect(questions).toBe(2);
  });

  it('is read at once where somebody says so, and that is believed from then on', async () => {
    await tiers.tierOf(user);
    onChain = 1;
    nowMs += 30_000;
    expect(await tiers.refresh(user)).toEqual({ tier: 1, isOnChain: true, readMs: nowMs });
    onChain = 2;
    nowMs += 59_999;
    expect(await tiers.tierOf(user)).toBe(1);
  });

  it('is the default without a wallet, which is remembered as any other', async () => {
    onChain = 'no wallet';
    expect(await tiers.tierOf(user)).toBe(0);
    expect(await tiers.tierOf(user)).toBe(0);
    expect(questions).toBe(1);
  });

  it('of which there is none is no tier', async () => {
    onChain = 3;
    await expect(tiers.tierOf(user)).rejects.toThrow('tier 3');
  });
});

describe('a wallet', () => {
  it('that was not there is looked for again, one that was is not', async () => {
    onChain = 'no wallet';
    expect(await tiers.walletOf(user)).toMatchObject({ tier: 0, isOnChain: false });
    onChain = 1;
    expect(await tiers.walletOf(user)).toMatchObject({ tier: 1, isOnChain: true });
    expect(await tiers.walletOf(user)).toMatchObject({ tier: 1, isOnChain: true });
    expect(questions).toBe(2);
  });

  it('is told as it was for 60 s while no node answers', async () => {
    onChain = 'no wallet';
    await tiers.walletOf(user);
    onChain = 'no node';
    nowMs += 59_999;
    expect(await tiers.walletOf(user)).toMatchObject({ tier: 0, isOnChain: false });
    nowMs += 1;
    await expect(tiers.walletOf(user)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' });
  });
});
