/** Swaps that are not what was asked for: nothing is signed, the tokens stay, and the deposit says why. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { associatedTokenAddress, bytesOfAddress } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import type { SwapFaults } from '@bellwether/local-chain';
import type { Deposit } from '@bellwether/funding';
import { tickOf, userOf } from '@bellwether/funding-testbed';
import { leastOf, slippageLeft } from '../../src/ext/swap/swap-bound';
import { SwapDeposits } from '../../src/ext/swap/swap-deposits';
import { DecideDeposits } from '../../src/ext/decide/decide-deposits';
import { DepositValue } from '../../src/ext/decide/deposit-value';
import { swapPurpose } from '../../src/ext/purposes';
import { freeBalance, holdingOf } from '../../src/ext/recovery/free-balance';
import { World } from '../world';
import { ExtByHand } from './ext-by-hand';

const AMOUNT = 10_000_000n; // of the second token: 100 tokens, 2 USDC

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => world.stop());

let by: ExtByHand;
let nextUser = 0;
let user: Uint8Array;
let deposit: Deposit;
beforeEach(async () => {
  world.network.swap.setFaults({});
  by = await ExtByHand.begin(world);
  user = userOf(++nextUser);
  const found = await by.given(user, { mint: token(), amount: AMOUNT });
  const { swap, usdc, now } = by.parts;
  const value = new DepositValue({ swap, usdcExt: usdc.ext, now });
  const decide = new DecideDeposits('decide-tokens', ['ext_token'], { ...by.parts, value });
  deposit = await by.workUntil(found, { step: 'swapping' }, [decide]);
});

const token = (): Address => world.network.description.ext.tokens[1]!.mint;
const held = async (): Promise<bigint> => {
  const { depositAddress } = await by.watch(user);
  return by.tokens(await associatedTokenAddress(depositAddress, token()));
};
const kept = (attempt: number) =>
  by.parts.stores.transactions.byPurpose(swapPurpose({ ...deposit, attempt }));

describe('nothing is signed, and the tokens stay, where', () => {
  it.each<[string, () => Promise<SwapFaults>, Partial<Deposit>]>([
    [
      'another is to pay the fee',
      async () => ({ payer: by.parts.treasury!.address }),
      { reason: 'transaction_refused' },
    ],
    [
      'it is paid to somebody else',
      async () => ({
        destination: await associatedTokenAddress(by.parts.listener.address, by.parts.usdc.ext),
      }),
      { reason: 'transaction_refused' },
    ],
    [
      'less is paid than was quoted',
      async () => ({ shortPaymentBps: 150 }),
      { reason: 'transaction_refused' },
    ],
    [
      'the price is worse than it was judged at, by more than 1 %',
      async () => ({ worsePriceBps: 101 }),
      { reason: 'quote_out_of_bounds' },
    ],
    [
      'it is not traded any more',
      async () => ({ error: { status: 400, body: { error: 'no', errorCode: 'NO_ROUTES_FOUND' } } }),
      { reason: 'no_route' },
    ],
  ])('%s', async (_, faults, expected) => {
    world.network.swap.setFaults(await faults());
    const failed = await by.workUntil(deposit, { phase: 'failed' });
    const about = { step: 'deciding', stage: 'swap', retryable: true, attempt: 2, ...expected };
    expect(failed).toMatchObject(about);
    expect(failed.retryAtMs).toBeGreaterThan(failed.updatedMs);
    expect(failed.reservation).toBeNull();
    expect(await kept(1)).toBeNull();
    expect(await held()).toBe(AMOUNT);

    // The market comes back, and the deposit with it, when its time has come.
    world.network.swap.setFaults({});
    by.clock.aheadMs += 10_000;
    await by.workUntil(deposit, { step: 'sending' });
    expect(await held()).toBe(0n);
  });
});

it('a price that is worse by less than 1 % is taken, and the least of it counts from the decision', async () => {
  world.network.swap.setFaults({ worsePriceBps: 60 });
  const sent = await by.workUntil(deposit, { step: 'sending' });
  expect(sent.amountMicroUsdc).toBe(1_988_000);
  expect(leastOf(2_000_000)).toBe(1_980_000n);
  expect(leastOf(101)).toBe(100n);
  expect(slippageLeft(2_000_000n, 1_980_000n)).toBe(100);
  expect(slippageLeft(1_988_000n, 1_980_000n)).toBe(40);
  expect(slippageLeft(1_980_000n, 1_980_000n)).toBe(0);
  expect(slippageLeft(1_979_999n, 1_980_000n)).toBeNull();
});

it('what a swap brought waits at its address where the day has no room for it, and nobody recovers it', async () => {
  const { settings, dailyCap } = by.parts.stores;
  await settings.setDailyCap(1_999_999, by.parts.now());
  const queued = await by.workUntil(deposit, { phase: 'queued' });
  expect(queued).toMatchObject({ step: 'waiting', amountMicroUsdc: 2_000_000, reservation: null });
  expect((await dailyCap.status(by.parts.now())).usedMicroUsdc).toBe(0);
  const { depositAddress } = await by.watch(user);
  by.clock.aheadMs += 60_000;
  const stopScanning = by.run([]);
  const free = async (mint: Address) => {
    const holding = await holdingOf(by.parts, depositAddress, bytesOfAddress(mint));
    return freeBalance(by.parts, user, depositAddress, holding!);
  };
  expect(await free(by.parts.usdc.ext)).toEqual({ kind: 'nothing' });
  expect(await free(token())).toEqual({ kind: 'nothing' });
  await stopScanning();

  await settings.setDailyCap(2_000_000, by.parts.now());
  await by.workUntil(deposit, { step: 'sending', phase: 'swapped' });
  expect((await dailyCap.status(by.parts.now())).usedMicroUsdc).toBe(2_000_000);
});

it('a service that is away costs no attempt', async () => {
  world.network.swap.setFaults({ error: { status: 503, body: {} } });
  const worker = new SwapDeposits(by.parts);
  const asked = async (): Promise<unknown> => {
    for (;;) {
      const error = await by.workOnce(undefined, 'SWAP_UNAVAILABLE').then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error !== undefined) return error;
    }
  };
  expect(await asked()).toMatchObject({ code: 'SWAP_UNAVAILABLE' });
  expect(await by.deposit(deposit)).toMatchObject({ step: 'swapping', attempt: 1 });
  expect(await tickOf(worker)).toBe(0);
  world.network.swap.setFaults({});
  by.clock.aheadMs += 3_000;
  await by.workUntil(deposit, { step: 'sending' });
});

describe('a kept swap', () => {
  /** A stored swap, and its reported outcome. */
  const keptSwap = async () => {
    await by.work(
      async () => (await kept(1)) !== null,
      [new SwapDeposits(by.parts), ...by.broadcast('account')],
    );
    const { purpose } = (await kept(1))!;
    return purpose;
  };

  it('that expired is made again, as another', async () => {
    const purpose = await keptSwap();
    await by.parts.stores.transactions.end({ purpose, state: 'expired' }, by.parts.now());
    await by.workUntil(deposit, { phase: 'failed', reason: 'expired', attempt: 2 });
    expect(await by.charges()).not.toHaveProperty(purpose);
    by.clock.aheadMs += 10_000;
    await by.workUntil(deposit, { step: 'sending' });
    expect((await kept(2))?.state).toBe('final');
  });

  it('that failed on chain is charged, as it cost its fee, and made again', async () => {
    const purpose = await keptSwap();
    const end = { purpose, state: 'failed', slot: 5, error: '{}' } as const;
    await by.parts.stores.transactions.end(end, by.parts.now());
    await by.workUntil(deposit, { phase: 'failed', reason: 'failed_on_chain', attempt: 2 });
    expect(await by.charges()).toHaveProperty(purpose, 1_650);
  });

  it('that brought less than it must ends the deposit, wakes somebody, and leaves what came', async () => {
    await keptSwap();
    await by.work(async () => (await kept(1))?.state === 'final', by.broadcast('deposit'));
    const { ext } = by.parts.chains;
    // A program on chain that does not keep its promise: a part of what was paid is somebody else's.
    const findTransaction: typeof ext.findTransaction = async (signature) => {
      const found = await ext.findTransaction(signature);
      if (found === undefined) return undefined;
      const tokensAfter = found.transaction.tokensAfter.map((balance) =>
        balance.amount === 2_000_000n ? { ...balance, amount: 1_979_999n } : balance,
      );
      return { ...found, transaction: { ...found.transaction, tokensAfter } };
    };
    const chains = { ...by.parts.chains, ext: { ...ext, findTransaction } };
    const ended = await by.workUntil(deposit, { step: 'ended' }, [
      new SwapDeposits({ ...by.parts, chains }),
    ]);
    const given = { phase: 'failed', reason: 'less_arrived', retryable: false, reservation: null };
    expect(ended).toMatchObject(given);
    expect(await by.alarms()).toEqual({ record_contradiction: 1 });
    expect(await by.tokens((await by.watch(user)).depositUsdcAccount)).toBe(2_000_000n);
  });

  it('is the only one of its attempt, however late another worker comes', async () => {
    const purpose = await keptSwap();
    const late = { ...deposit, attempt: 1 };
    const row = (await kept(1))!;
    const other = { ...row, signature: new Uint8Array(64).fill(7) };
    const { deposits } = by.parts.stores;
    expect((await deposits.keepFor(late, other, by.parts.now()))?.signature).toEqual(row.signature);
    const fact = {
      kind: 'attempt_failed',
      stage: 'swap',
      reason: 'no_route',
      attempt: 1,
      retryAtMs: null,
    } as const;
    const change = { depositId: late.depositId, fact, nowMs: by.parts.now(), unlessKept: purpose };
    expect(await deposits.advance(change)).toMatchObject({ kind: 'unchanged' });
    await by.parts.stores.transactions.end({ purpose, state: 'expired' }, by.parts.now());
    await by.workUntil(deposit, { attempt: 2 });
    // Past its attempt nothing may be stored for it any more.
    const stale = { ...other, purpose: 'deposit:stale' };
    expect(await deposits.keepFor(late, stale, by.parts.now())).toBeNull();
  });
});

it('an offer over an exchange of a newer kind is left out of the next question, in the same attempt', async () => {
  world.network.swap.setFaults({ strangeKind: true });
  const swapped = await by.workUntil(deposit, { phase: 'swapped' });
  expect(swapped).toMatchObject({ attempt: 1 });
});
