/** Somebody who wants the day's cap for themselves: they get a half of it, and the rest waits for the next day. */
import { afterAll, expect, it } from 'vitest';
import { expectOk } from '../../e2e/src/answers';
import { dailyCap } from '../../e2e/src/funding-answers';
import { creditedDeposit, depositOnce, faucet, newDepositor } from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { USDC } from '../../e2e/src/scenario';
import { attackedExchange } from '../src/attacked-exchange';

const exchange = attackedExchange();
const DEFAULT_CAP = 100_000 * USDC;
const SMALL = 8 * USDC;

const setCap = async (micro_usdc: number) =>
  expectOk(dailyCap, await exchange.admin('PUT', '/admin/bridge/daily-cap', { micro_usdc })).data;

/** @returns the deposit as it is known by */
async function send({ user, depositAddress: address }: Depositor, amount: number) {
  const signature = await faucet(exchange, { chain: 'ext', address, token: 'usdc', amount });
  return { user, signature };
}

afterAll(() => setCap(DEFAULT_CAP));

it('one user takes no more than half of the day, and another deposits beside them', async () => {
  const [greedy, honest] = [await newDepositor(exchange), await newDepositor(exchange)];
  // So that what others have used, the first one's half and room for one more small deposit make a day.
  const { used } = await setCap(DEFAULT_CAP);
  await setCap(2 * used + 3 * SMALL);
  await creditedDeposit(exchange, await send(greedy, used + SMALL));
  const beyond = await depositOnce(
    exchange,
    await send(greedy, SMALL),
    ({ phase }) => phase === 'queued' || phase === 'credited',
  );
  expect(beyond).toMatchObject({ phase: 'queued', reason: 'daily_cap' });
  await creditedDeposit(exchange, await send(honest, SMALL));
});
