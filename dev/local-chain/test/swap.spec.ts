/**
 * The fake swap aggregator, through its published client: quotes are executed exactly, both transfers or none, and
 * refusals have the aggregator's form.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateKeyPairSigner } from '@solana/kit';
import type { Address, KeyPairSigner } from '@solana/kit';
import { NATIVE_MINT, startLocalNetwork } from '@bellwether/local-chain';
import type { LocalNetwork } from '@bellwether/local-chain';
import { balanceOf, confirmed, rpcOf, send } from './network-hands';
import { jupiterClient, signedBy } from './swap-client';
import type { JupiterClient } from './swap-client';

const SOL = 1_000_000_000n;
const USDC = 1_000_000n;
const UNKNOWN_MINT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

let network: LocalNetwork;
let jupiter: JupiterClient;
let user: KeyPairSigner;
let usdc: Address;
let token: Address;

beforeAll(async () => {
  network = await startLocalNetwork();
  jupiter = await jupiterClient(network.swap.url);
  usdc = network.description.ext.usdc;
  token = network.keys.tokenMint;
});
afterAll(() => network.stop());
beforeEach(async () => {
  network.swap.setFaults({});
  user = await generateKeyPairSigner();
});

const held = (mint: Address, owner = user.address) => balanceOf(network.ext, { mint, owner });
const lamportsOf = async (owner: Address) =>
  (await rpcOf(network.ext).getBalance(owner, { commitment: 'confirmed' }).send()).value;

async function giveNative(amount: bigint) {
  await confirmed(network.ext, await network.ext.chain.airdrop(user.address, amount));
}
async function giveTokens(amount: bigint) {
  const signature = await network.ext.chain.mint({ mint: token, owner: user.address, amount });
  await confirmed(network.ext, signature);
}

const nativeQuote = (amount: number, slippageBps = 100) =>
  jupiter.quoteGet({ inputMint: NATIVE_MINT, outputMint: usdc, amount, slippageBps });

/** A refusal's status and body, as the client reports it. */
async function refusalOf(call: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  const error: unknown = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || !('response' in error)) throw error;
  const response = error.response as Response;
  return { status: response.status, body: await response.json() };
}

describe('a swap, by @jup-ag/api', () => {
  it('pays 150 USDC for a native unit, with fees and rent paid by another', async () => {
    await giveNative(2n * SOL);
    const payer = network.keys.signers.operator;
    const quote = await nativeQuote(Number(2n * SOL));
    expect(quote).toMatchObject({
      inAmount: '2000000000',
      outAmount: '300000000',
      otherAmountThreshold: '297000000',
      swapMode: 'ExactIn',
      slippageBps: 100,
    });
    const swap = await jupiter.swapPost({
      swapRequest: {
        userPublicKey: user.address,
        payer: payer.address,
        quoteResponse: quote,
      },
    });
    await send(network.ext, await signedBy(swap.swapTransaction, user, payer));
    expect(await held(usdc)).toBe(300n * USDC);
    expect(await lamportsOf(user.address)).toBe(0n);
  });

  it('pays for another token at its rate, rounded down', async () => {
    await giveNative(SOL);
    await giveTokens(123_456_789n);
    const quote = await jupiter.quoteGet({
      inputMint: token,
      outputMint: usdc,
      amount: 123_456_789,
    });
    expect(quote.outAmount).toBe('24691357'); // 1,234.56789 pieces at 0.02 USDC
    expect(quote.slippageBps).toBe(50);
    const swap = await jupiter.swapPost({
      swapRequest: { userPublicKey: user.address, quoteResponse: quote },
    });
    await send(network.ext, await signedBy(swap.swapTransaction, user));
    expect([await held(token), await held(usdc)]).toEqual([0n, 24_691_357n]);
  });

  it('gives native units for USDC', async () => {
    await giveNative(SOL);
    const signature = await network.ext.chain.mint({
      mint: usdc,
      owner: user.address,
      amount: 300n * USDC,
    });
    await confirmed(network.ext, signature);
    const before = await lamportsOf(user.address);
    const quote = await jupiter.quoteGet({
      inputMint: usdc,
      outputMint: NATIVE_MINT,
      amount: Number(300n * USDC),
    });
    const swap = await jupiter.swapPost({
      swapRequest: {
        userPublicKey: user.address,
        payer: network.keys.signers.operator.address,
        quoteResponse: quote,
      },
    });
    await send(
      network.ext,
      await signedBy(swap.swapTransaction, user, network.keys.signers.operator),
    );
    expect((await lamportsOf(user.address)) - before).toBe(2n * SOL);
  });

  it.each([
    ['an unknown token', { inputMint: UNKNOWN_MINT }, 'TOKEN_NOT_TRADABLE'],
    ['a token against itself', { outputMint: NATIVE_MINT }, 'CIRCULAR_ARBITRAGE_IS_DISABLED'],
    ['a fraction', { amount: 0.1 }, 'INVALID_PARAMETER'],
    ['an amount of 0', { amount: 0 }, 'INVALID_PARAMETER'],
    ['so little that nothing comes out', { amount: 1 }, 'COULD_NOT_FIND_ANY_ROUTE'],
    ['more than its stock', { amount: 9_007_199_254_740_991 }, 'COULD_NOT_FIND_ANY_ROUTE'],
    ['a swap by what comes out', { swapMode: 'ExactOut' as const }, 'NOT_SUPPORTED'],
    ['no address', { inputMint: 'gold' }, 'INVALID_PARAMETER'],
    ['more slippage than all', { slippageBps: 10_001 }, 'INVALID_PARAMETER'],
  ])('refuses %s', async (_title, changes, errorCode) => {
    const request = { inputMint: NATIVE_MINT, outputMint: usdc, amount: 1_000_000, ...changes };
    const { status, body } = await refusalOf(jupiter.quoteGet(request));
    expect([status, body]).toEqual([400, { error: expect.any(String), errorCode }]);
  });

  it('builds at the price of now, and not under the bound of the quote', async () => {
    await giveNative(SOL);
    const quoteResponse = await nativeQuote(Number(SOL / 2n));
    const build = () =>
      jupiter.swapPost({ swapRequest: { userPublicKey: user.address, quoteResponse } });
    network.swap.setFaults({ worsePriceBps: 101 });
    expect((await refusalOf(build())).body).toMatchObject({
      errorCode: 'SLIPPAGE_TOLERANCE_EXCEEDED',
    });
    network.swap.setFaults({ worsePriceBps: 100 });
    const { swapTransaction } = await build();
    await send(network.ext, await signedBy(swapTransaction, user));
    expect(await held(usdc)).toBe(BigInt(quoteResponse.otherAmountThreshold));
  });
});
