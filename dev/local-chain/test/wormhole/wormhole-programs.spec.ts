/** The fakes as clients use them: every step in its own transactions, on two chains in this process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coreSeeds, decodeTokenTransfer, tokenBridgeSeeds } from '@bellwether/wormhole';
import { bytesOf } from '../../src/network/genesis-account';
import { BridgeBench, COMPLETER, MESSAGE_FEE_LAMPORTS, NINE, USDC } from './bridge-bench';
import {
  completeWrappedInstruction,
  coreAddress,
  tokenBridgeAddress,
} from './wormhole-instructions';

let bench: BridgeBench;

beforeAll(async () => {
  bench = await BridgeBench.open();
});
afterAll(() => bench.close());

describe('a transfer from ext to main', () => {
  it('locks USDC in custody, posts a message that says so, and pays its fee', async () => {
    const collector = await coreAddress('ext', coreSeeds.feeCollector());
    const before = bench.lamportsOf('ext', collector);
    const to = await bench.accountOf(bench.wrapped.usdc);
    const { landed, message } = await bench.transfer('ext', { mint: USDC, amount: 250n, to });
    expect(landed.error).toBeNull();
    expect(landed.logs).toContain('Program log: Sequence: 0');
    expect(bench.lamportsOf('ext', collector) - before).toBe(MESSAGE_FEE_LAMPORTS);
    expect(await bench.balances()).toMatchObject({ custodyUsdc: 250n, supplyUsdc: 0n });
    const body = bench.bodyOf('ext', message);
    const emitter = await tokenBridgeAddress('ext', tokenBridgeSeeds.emitter());
    expect(body).toMatchObject({ emitterChain: 1, sequence: 0n, nonce: 7, consistencyLevel: 32 });
    expect(body.emitterAddress).toEqual(bytesOf(emitter));
    expect(decodeTokenTransfer(body.payload)).toEqual({
      kind: 'transfer',
      amount: 250n,
      tokenAddress: bytesOf(USDC),
      tokenChain: 1,
      to: bytesOf(to),
      toChain: 51,
      fee: 0n,
    });
  });

  it('leaves with the sender what is beyond eight decimals', async () => {
    const before = await bench.balances();
    const to = await bench.accountOf(bench.wrapped.nine);
    const { landed, message } = await bench.transfer('ext', { mint: NINE, amount: 1_239n, to });
    expect(landed.error).toBeNull();
    expect((await bench.balances()).custodyNine - before.custodyNine).toBe(1_230n);
    expect(decodeTokenTransfer(bench.bodyOf('ext', message).payload).amount).toBe(123n);
  });

  it('pays the fee that a transfer names to whom its completer says, and the rest to its target', async () => {
    const to = await bench.accountOf(bench.wrapped.usdc);
    const toFees = await bench.accountOf(bench.wrapped.usdc, COMPLETER);
    const out = await bench.transfer('ext', { mint: USDC, amount: 100n, fee: 30n, to });
    const body = bench.bodyOf('ext', out.message);
    await bench.postVaa('main', bench.signed(body));
    const before = await bench.balances();
    const complete = await completeWrappedInstruction('main', {
      ...(await bench.completion('main', body)),
      to,
      mint: bench.wrapped.usdc,
      wrong: { toFees },
    });
    expect((await bench.send('main', [complete])).error).toBeNull();
    expect(await bench.balances()).toEqual({
      ...before,
      mainUsdc: before.mainUsdc + 70n,
      supplyUsdc: before.supplyUsdc + 100n,
    });
    expect(bench.amountIn('main', toFees)).toBe(30n);
  });

  it('counts the messages of an emitter', async () => {
    const to = await bench.accountOf(bench.wrapped.usdc);
    const first = await bench.transfer('ext', { mint: USDC, amount: 1n, to });
    const second = await bench.transfer('ext', { mint: USDC, amount: 1n, to });
    const [one, two] = [first, second].map(({ message }) => bench.bodyOf('ext', message).sequence);
    expect(two! - one!).toBe(1n);
  });
});

it('a VAA that is on record is posted again without error and without effect', async () => {
  const body = await bench.inventedBody({}, { sequence: 901n });
  const first = await bench.postVaa('main', bench.signed(body));
  const recorded = bench.chains.main.account(first.account)?.data;
  const again = await bench.postVaa('main', bench.signed(body, 19));
  expect(again.landed.error).toBeNull();
  expect(bench.chains.main.account(first.account)?.data).toEqual(recorded);
});
