/** Swaps of the local network's service: its offers are checked before anything is signed. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  buildSwap,
  checkSwapTransaction,
  createAssociatedToken,
  NATIVE_MINT,
  newSigner,
  parseTokenAccount,
  quoteSwap,
} from '../src';
import type { Address, OfferedTransaction, Signer, SwapExpectation, SwapQuote } from '../src';
import { settled } from './chain-under-test';
import { given, networkUnderTest, sent } from './network-under-test';
import type { NetworkUnderTest } from './network-under-test';

let under: NetworkUnderTest;
let token: Address;
let user: Signer;
let destination: Address;

beforeAll(async () => {
  under = await networkUnderTest();
  token = under.network.description.ext.tokens[1]!.mint;
  user = await newSigner();
  destination = await associatedTokenAddress(user.address, under.usdc.ext);
  await given(under, 'ext', { to: user.address, mint: token, amount: 10n ** 9n });
  await given(under, 'ext', { to: user.address, amount: 3_000_000_000n });
  const owner = { payer: under.operator.address, owner: user.address, mint: under.usdc.ext };
  await sent(under.ext, {
    instructions: [await createAssociatedToken(owner)],
    feePayer: under.operator,
  });
});
afterAll(async () => under.close());
afterEach(() => under.network.swap.setFaults({}));

const service = () => ({ url: under.network.description.swapUrl });

const usdcHeld = async (): Promise<bigint> => {
  const account = await under.ext.readAccount(destination);
  return account === null ? 0n : (parseTokenAccount(account)?.amount ?? 0n);
};

async function expectationOf(quote: SwapQuote, inputMint: Address): Promise<SwapExpectation> {
  const isNative = inputMint === NATIVE_MINT;
  return {
    feePayer: under.operator.address,
    user: user.address,
    source: isNative ? null : await associatedTokenAddress(user.address, inputMint),
    wrappedNative: isNative ? await associatedTokenAddress(user.address, NATIVE_MINT) : null,
    amountIn: quote.amountIn,
    destination,
    minimumOut: quote.minimumOut,
    maxPriorityFeeLamports: 10_000n,
  };
}

const offer = async (
  inputMint: Address,
  amountIn: bigint,
): Promise<{ quote: SwapQuote; offered: OfferedTransaction; expected: SwapExpectation }> => {
  const terms = { inputMint, outputMint: under.usdc.ext, amountIn, slippageBps: 100 };
  const quote = await quoteSwap(service(), terms);
  const payer = under.operator.address;
  const offered = await buildSwap(service(), { quote, user: user.address, payer, destination });
  return { quote, offered, expected: await expectationOf(quote, inputMint) };
};

describe('a swap', () => {
  it.each<[string, () => Address, bigint]>([
    ['a token', () => token, 500_000n],
    ['lamports', () => NATIVE_MINT, 1_000_000_000n],
  ])(
    'of %s is quoted, built, checked, signed, kept, sent, and pays what was promised',
    async (_, mint, amountIn) => {
      const before = await usdcHeld();
      const { quote, offered, expected } = await offer(mint(), amountIn);
      expect(quote.minimumOut).toBeGreaterThanOrEqual((quote.quotedOut * 99n) / 100n);
      expect(checkSwapTransaction(offered.wireBytes, expected)).toEqual({});
      const kept = await under.ext.signOffered({ ...offered, signers: [under.operator, user] });
      expect(await settled(under.ext, kept)).toMatchObject({ state: 'final', error: null });
      expect((await usdcHeld()) - before).toBeGreaterThanOrEqual(quote.minimumOut);
    },
  );

  it('is refused or not to be had in coded words', async () => {
    const terms = {
      inputMint: token,
      outputMint: under.usdc.ext,
      amountIn: 500_000n,
      slippageBps: 100,
    };
    const unknown = (await newSigner()).address;
    await expect(quoteSwap(service(), { ...terms, inputMint: unknown })).rejects.toMatchObject({
      code: 'SWAP_REFUSED',
      details: { service_code: 'TOKEN_NOT_TRADABLE' },
    });
    await expect(
      quoteSwap({ url: 'http://127.0.0.1:9', apiKey: '5ecret' }, terms),
    ).rejects.toMatchObject({
      code: 'SWAP_UNAVAILABLE',
      retryable: true,
    });
    under.network.swap.setFaults({ error: { status: 503, body: { error: 'busy' } } });
    await expect(quoteSwap(service(), terms)).rejects.toMatchObject({ code: 'SWAP_UNAVAILABLE' });
  });
});

describe('an offered transaction is not signed where', () => {
  it.each<[string, (expected: SwapExpectation, other: Address) => SwapExpectation, string]>([
    ['another pays the fee', (e, other) => ({ ...e, feePayer: other }), 'another_fee_payer'],
    ['another gives', (e, other) => ({ ...e, user: other }), 'user_does_not_sign'],
    [
      'it takes from another account',
      (e, other) => ({ ...e, source: other }),
      'takes_from_another_account',
    ],
    ['it takes more', (e) => ({ ...e, amountIn: e.amountIn - 1n }), 'takes_another_amount'],
    ['it takes less', (e) => ({ ...e, amountIn: e.amountIn + 1n }), 'takes_another_amount'],
    [
      'it pays to another account',
      (e, other) => ({ ...e, destination: other }),
      'pays_less_than_the_minimum',
    ],
    [
      'it pays less',
      (e) => ({ ...e, minimumOut: e.minimumOut * 2n }),
      'pays_less_than_the_minimum',
    ],
    ['it takes tokens for lamports', (e) => ({ ...e, source: null }), 'takes_from_another_account'],
  ])('%s', async (_, changed, mismatch) => {
    const { offered, expected } = await offer(token, 500_000n);
    expect(checkSwapTransaction(offered.wireBytes, expected)).toEqual({});
    const other = (await newSigner()).address;
    expect(checkSwapTransaction(offered.wireBytes, changed(expected, other))).toMatchObject({
      mismatch,
    });
  });

  it('the service pays less, or to somebody else, than it quoted', async () => {
    const other = await associatedTokenAddress(under.operator.address, under.usdc.ext);
    for (const fault of [{ shortPaymentBps: 200 }, { destination: other }]) {
      under.network.swap.setFaults(fault);
      const { offered, expected } = await offer(token, 500_000n);
      expect(checkSwapTransaction(offered.wireBytes, expected)).toMatchObject({
        mismatch: 'pays_less_than_the_minimum',
      });
    }
  });

  it('there is no transaction in it', async () => {
    const { offered, expected } = await offer(token, 500_000n);
    for (const wireBytes of [
      new Uint8Array(),
      offered.wireBytes.slice(0, 100),
      new Uint8Array(600),
    ]) {
      expect(checkSwapTransaction(wireBytes, expected)).toHaveProperty('mismatch');
    }
  });
});
