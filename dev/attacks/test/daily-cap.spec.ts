/**
 * Somebody who wants the day's cap for themselves: they get a half of it, whatever they bring, and the rest waits for the next
 * day; what cannot be exchanged holds nothing of it.
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
/** Ten native units, and what a deposit of them holds of the day while it is exchanged. */
const JUNK = Number(process.env['ATTACK_JUNK'] ?? 4);
const JUNK_LAMPORTS = 10_000_000_000;
const JUNK_VALUE = 1_500 * USDC;
const JUNK_HELD = 1_515 * USDC;
const HONEST = 1_000 * USDC;
/** Until the next try: longer than an honest deposit takes to be judged. */
const REST_SECONDS = 15;
/** Of the token that is on nobody's list: 0.02 USDC are 10^5 of its base units. */
const TOKENS_A_MICRO_USDC = 5;

const setCap = async (micro_usdc: number) =>
  expectOk(dailyCap, await exchange.admin('PUT', '/admin/bridge/daily-cap', { micro_usdc })).data;

/** @returns the deposit as it is known by */
async function send({ user, depositAddress: address }: Depositor, amount: number) {
  const signature = await faucet(exchange, { chain: 'ext', address, token: 'usdc', amount });
  return { user, signature };
}

afterEach(() => setCap(DEFAULT_CAP));

it('one user takes no more than half of the day, and another deposits beside them', async () => {
  const [greedy, honest] = [await newDepositor(exchange), await newDepositor(exchange)];
  // So that what others have used, the first one's half and room for one more small deposit make a day.
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
  // Nothing is left for the tests behind this one.
  await creditedDeposit(exchange, beyond);
});

it('nor with a token of their own, which counts when it is USDC', async () => {
  const [greedy, honest] = [await newDepositor(exchange), await newDepositor(exchange)];
  const ext = new LocalChainRpc(exchange, 'ext');
  const mint = chainServicesOf(exchange).ext.tokens[1]!.mint;
  const { used } = await setCap(DEFAULT_CAP);
  // Room for two in the day, and for one and a half at most in a user's half.
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
  // All of them fit, and where they hold it between their tries, too, a dollar is missing for the honest one.
  const room = JUNK_VALUE + (JUNK - 1) * JUNK_HELD + HONEST - USDC;
  await setCap(used + room);
  const market = await DryMarket.with(exchange, JUNK_VALUE + 500 * USDC);
  const junk = await depositLamports(exchange, JUNK, JUNK_LAMPORTS);
  try {
    const records = await restedOrSwapped(exchange, junk, REST_SECONDS);
    const failed = records.filter(({ tx_swap }) => tx_swap === null);
    expect(failed.length).toBeGreaterThanOrEqual(JUNK - 1);
    expect((await setCap(used + room)).used).toBeLessThanOrEqual(used + JUNK_VALUE);
    const honest = await newDepositor(exchange);
    await creditedDeposit(exchange, await send(honest, HONEST));
  } finally {
    await setCap(DEFAULT_CAP);
    await market.fill();
    // With a market they are taken.
    for (const one of junk) await creditedDeposit(exchange, one);
  }
});
