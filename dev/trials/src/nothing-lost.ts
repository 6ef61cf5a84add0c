/** Whether what users were answered is still the truth, after whatever was done to the exchange. */
import type { Trade } from '@bellwether/client';
import { expect } from 'vitest';
import { expectOk, nonceOutcome, nonces, orders } from '../../e2e/src/answers';
import type { Exchange } from '../../e2e/src/exchange';
import type { Answered } from '../../e2e/src/load';
import { positionOf, solvencyOf } from '../../e2e/src/scenario';

/** What a trading load came to. */
export interface Traded {
  readonly users: readonly string[];
  /** Where these users alone traded. */
  readonly marketId: string;
  readonly answered: readonly Answered[];
}

const PAGE = 1_000;

async function allTradesOf(exchange: Exchange, marketId: string) {
  const found: Trade[] = [];
  const newestFirst = exchange.gateway.eachMarketTrade(marketId, { limit: PAGE });
  for await (const trade of newestFirst) found.push(trade);
  return found;
}

/** Of a user, the newest first. */
async function allOrdersOf(exchange: Exchange, user: string): Promise<number[]> {
  const found: number[] = [];
  for (let cursor = ''; ;) {
    const page = expectOk(
      orders,
      await exchange.get(`/v1/orders/${user}?limit=${PAGE}${cursor && `&cursor=${cursor}`}`),
    );
    found.push(...page.orders.map(({ order_id }) => order_id));
    if (page.next_cursor === null) return found;
    cursor = page.next_cursor;
  }
}

/** Every answer is still the truth, for its order, its fills and its nonce. To be asked when history is up to date. */
export async function expectNothingLostOrDoubled(
  exchange: Exchange,
  { users, marketId, answered }: Traded,
): Promise<void> {
  const ids = answered.map(({ answer }) => answer.order_id);
  expect(new Set(ids).size).toBe(ids.length);
  const fills = answered.flatMap(({ answer }) => answer.fills);
  const history = await allTradesOf(exchange, marketId);
  expect(history.map(({ trade_id }) => trade_id).toSorted(ascending)).toEqual(
    fills.map(({ trade_id }) => trade_id).toSorted(ascending),
  );
  for (const user of users) {
    const own = answered.filter((one) => one.user === user);
    const last = own.at(-1);
    expect(expectOk(nonces, await exchange.get(`/v1/nonce/${user}`)).order).toBe(last?.nonce);
    const stored = await allOrdersOf(exchange, user);
    expect(stored.toReversed()).toEqual(own.map(({ answer }) => answer.order_id));
    const path = `/v1/orders/${user}/by-nonce/${last?.nonce}`;
    const outcome = expectOk(nonceOutcome, await exchange.get(path));
    expect(outcome.order?.order_id).toBe(last?.answer.order_id);
    const bought = history
      .filter(({ maker, taker }) => maker === user || taker === user)
      .reduce((sum, { size }) => sum + size, 0);
    const held = await positionOf(exchange, marketId, user);
    expect(held.yes_contracts + held.no_contracts).toBe(bought);
  }
  expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
}

const ascending = (a: number, b: number): number => a - b;
