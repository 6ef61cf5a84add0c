/**
 * An attacker who wants to use up the day's cap gets half of it, whatever is deposited, and the rest waits for the next
 * day. What cannot be swapped reserves nothing of the cap.
 */
import { afterEach, expect, it } from 'vitest';
import { expectOk } from '../../e2e/src/answers';
import { dailyCap } from '../../e2e/src/funding-answers';
import { creditedDeposit, depositOnce, faucet, newDepositor } from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { LocalChainRpc, chainServicesOf } from '../../e2e/src/local-chains';
import { USDC } from '../../e2e/src/scenario';
import { attackedExchange } from '../src/attacked-exchange';
import { DryMarket, depositLamports, restedOrSwapped } from '../src/dry-market';

const exchange = attackedExchange();
const DEFAULT_CAP = 100_000 * USDC;
const SMALL = 8 * USDC;
/** Ten native units, and what a deposit of them reserves of the cap while it is swapped. */
const JUNK = Number(process.env['ATTACK_JUNK'] ?? 2);
const JUNK_LAMPORTS = 10_000_000_000;
const JUNK_VALUE = 1_500 * USDC;
const JUNK_HELD = 1_515 * USDC;
const HONEST = 1_000 * USDC;
/** Longer than an honest deposit takes to be judged, so no retry comes in between. */
const REST_SECONDS = 15;
/** An amount of the token that is not listed: 0.02 USDC are 10^5 of its base units. */
const TOKENS_A_MICRO_USDC = 5;

const setCap = async (micro_usdc: number) =>
  expectOk(dailyCap, await exchange.admin('PUT', '/admin/bridge/daily-cap', { micro_usdc })).data;

/** @returns the deposit's transaction */
async function send({ user, depositAddress: address }: Depositor, amount: number) {
  const signature = await faucet(exchange, { chain: 'ext', address, token: 'usdc', amount });
  return { user, signature };
}

afterEach(() => setCap(DEFAULT_CAP));

it('one user takes no more than half of the day, and another deposits beside them', async () => {
  const [greedy, honest] = [await newDepositor(exchange), await newDepositor(exchange)];
  // The day's cap is set to what is used already, the attacker's half and space for one more small deposit.
  const { used } = await setCap(DEFAULT_CAP);
  await setCap(2 * used + 3 * SMALL);
  await creditedDeposit(exchange, await send(greedy, used + SMALL));
  const beyond = await send(greedy, SMALL);
  const waiting = await depositOnce(
    exchange,
    beyond,
    ({ phase }) => phase === 'queued' || phase === 'credited',
  );
  expect(waiting).toMatchObject({ phase: 'queued', reason: 'daily_cap' });
  await creditedDeposit(exchange, await send(honest, SMALL));
  await setCap(DEFAULT_CAP);
  // Nothing may remain for the tests after this one.
  await creditedDeposit(exchange, beyond);
});

it('nor with a token of their own, which counts when it is USDC', async () => {
  const [greedy, honest] = [await newDepositor(exchange), await newDepositor(exchange)];
  const ext = new LocalChainRpc(exchange, 'ext');
  const mint = chainServicesOf(exchange).ext.tokens[1]!.mint;
  const { used } = await setCap(DEFAULT_CAP);
  // The day has space for two, and a user's half for one and a half.
  const value = used + 50 * USDC;
  await setCap(used + 2 * value);
  const sendTokens = async () => ({
    user: greedy.user,
    signature: await ext.mintOf(mint, greedy.depositAddress, value * TOKENS_A_MICRO_USDC),
  });
  await creditedDeposit(exchange, await sendTokens());
  const beyond = await sendTokens();
  const waiting = await depositOnce(
    exchange,
    beyond,
    ({ phase }) => phase === 'queued' || phase === 'bridged',
  );
  expect(waiting).toMatchObject({ phase: 'queued', reason: 'daily_cap', amount_micro_usdc: value });
  expect(waiting.tx_swap).not.toBeNull();
  await creditedDeposit(exchange, await send(honest, SMALL));
  await setCap(DEFAULT_CAP);
  await creditedDeposit(exchange, beyond);
});

it('deposits whose swaps fail leave the day to others', async () => {
  const { used } = await setCap(DEFAULT_CAP);
  // If a deposit reserved its amount between its tries too, the honest one would lack a dollar.
  const room = JUNK_VALUE + (JUNK - 1) * JUNK_HELD + HONEST - USDC;
  await setCap(used + room);
  const market = await DryMarket.with(exchange, JUNK_VALUE + 500 * USDC);
  const honest = await newDepositor(exchange);
  const junk = await depositLamports(exchange, JUNK, JUNK_LAMPORTS);
  try {
    const records = await restedOrSwapped(exchange, junk, REST_SECONDS);
    const failed = records.filter(({ tx_swap }) => tx_swap === null);
    expect(failed.length).toBeGreaterThanOrEqual(JUNK - 1);
    expect((await setCap(used + room)).used).toBeLessThanOrEqual(used + JUNK_VALUE);
    await creditedDeposit(exchange, await send(honest, HONEST));
  } finally {
    await setCap(DEFAULT_CAP);
    await market.fill();
    // With liquidity they are accepted.
    for (const one of junk) await creditedDeposit(exchange, one);
  }
});
