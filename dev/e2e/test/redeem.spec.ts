/** Pairs of contracts are redeemed: by users who hold their own key, and through a builder. */
import { beforeAll, describe, expect, it } from 'vitest';
import { KeyPair, Trader } from '@bellwether/client';
import type { BeforeSend, PreparedRequest } from '@bellwether/client';
import { expectError } from '../src/answers';
import { suiteExchange } from '../src/exchange';
import {
  USDC,
  balanceOf,
  credit,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newMarket,
  positionOf,
  solvencyOf,
} from '../src/scenario';
import type { TestBuilder } from '../src/scenario';
import { Wallet } from '../src/wallet';

const exchange = suiteExchange();
const PAIRS = 10;
let marketId: string;
let maker: Trader;

function traderOf(key: KeyPair, beforeSend?: BeforeSend): Trader {
  const { gateway_url: gatewayUrl } = exchange.file;
  return new Trader({ gatewayUrl, key, network: 'test', ...(beforeSend && { beforeSend }) });
}

beforeAll(async () => {
  marketId = await newMarket(exchange);
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, 1_000 * USDC);
  maker = traderOf(key);
});

type Buy = (order: {
  readonly market_id: string;
  readonly side: 'buy';
  readonly outcome: 'yes' | 'no';
  readonly price: number;
  readonly size: number;
  readonly order_type: 'ioc';
}) => Promise<unknown>;

/** Buys as many YES as NO, each from an order of the maker for the other outcome. */
async function buyPairs(buy: Buy): Promise<void> {
  const terms = { market_id: marketId, side: 'buy', price: 5_000, size: PAIRS } as const;
  for (const [outcome, other] of [
    ['yes', 'no'],
    ['no', 'yes'],
  ] as const) {
    await maker.placeOrder({ ...terms, outcome: other, order_type: 'gtc' });
    await buy({ ...terms, outcome, order_type: 'ioc' });
  }
}

describe('a user with a key of their own', () => {
  let key: KeyPair;
  let trader: Trader;
  const sent: PreparedRequest[] = [];
  beforeAll(async () => {
    key = KeyPair.random();
    await credit(exchange, key.publicKey, 1_000 * USDC);
    trader = traderOf(key, (request) => void sent.push(request));
    await buyPairs((order) => trader.placeOrder(order));
  });

  it('gets 1 USD a pair, once, and the statement says why', async () => {
    const before = (await balanceOf(exchange, key.publicKey)).available;
    const { answer } = await trader.redeem({ market_id: marketId, size: 4 });
    const repeated = await trader.send(sent.at(-1)!);
    expect(answer).toMatchObject({ market_id: marketId, size: 4, paid_micro_usdc: 4 * USDC });
    expect(repeated).toMatchObject({ answer, replayed: true });
    expect((await balanceOf(exchange, key.publicKey)).available).toBe(before + 4 * USDC);
    const held = { yes_contracts: PAIRS - 4, no_contracts: PAIRS - 4 };
    expect(await positionOf(exchange, marketId, key.publicKey)).toMatchObject(held);
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
    await historyCaughtUp(exchange);
    const { entries } = await exchange.gateway.ledger(key.publicKey, { limit: 1 });
    expect(entries).toMatchObject([
      { kind: 'redeemed', amount: 4 * USDC, market_id: marketId, seq: answer.seq },
    ]);
    // Who never got the answer asks by the nonce.
    const outcome = await trader.orderByNonce(answer.nonce);
    expect(outcome).toMatchObject({ outcome: 'redeemed', order: null, redemption: answer });
  });

  it('shows in the position: what the pairs cost, and brought, and what the ledger says', async () => {
    const [position] = (await exchange.gateway.positions(key.publicKey)).positions;
    const half = (PAIRS - 4) * 500_000;
    expect(position).toMatchObject({
      market_id: marketId,
      market_status: 'active',
      yes_contracts: PAIRS - 4,
      yes_average_price: 5_000,
      yes_cost: half,
      no_contracts: PAIRS - 4,
      no_average_price: 5_000,
      no_cost: half,
      realised: 0, // bought for 1 USD a pair, and redeemed for as much
    });
    const { entries } = await exchange.gateway.ledger(key.publicKey);
    const posted = entries
      .filter((entry) => entry.market_id === marketId)
      .reduce((sum, { amount }) => sum + amount, 0);
    const { realised, yes_cost, no_cost, fees } = position!;
    expect(realised! - yes_cost - no_cost - fees).toBe(posted);
  });

  it('of more than it holds is refused, with the outcome that it lacks', async () => {
    await expect(trader.redeem({ market_id: marketId, size: PAIRS })).rejects.toMatchObject({
      code: 'INSUFFICIENT_POSITION',
      details: { required: PAIRS, available: PAIRS - 4, shortfall: 4 },
    });
  });

  it('also while the market is paused', async () => {
    await exchange.admin('POST', `/admin/markets/${marketId}/pause`, {});
    const { answer } = await trader.redeem({ market_id: marketId, size: 1 });
    expect(answer.paid_micro_usdc).toBe(USDC);
    await exchange.admin('POST', `/admin/markets/${marketId}/resume`, {});
  });
});

it('is refused with another size than was signed', async () => {
  const wallet = await Wallet.create();
  const body = await wallet.redeem({ market_id: marketId, size: 1, nonce: 1 });
  const answer = await exchange.post('/v1/positions/redeem', { ...body, size: 2 });
  expect(expectError(answer)).toMatchObject({
    status: 401,
    code: 'SIGNATURE_INVALID',
    details: { message_bytes: 82 },
  });
});

it('a builder redeems for its user, and for nobody else', async () => {
  const { builder, client }: TestBuilder = await newBuilder(exchange);
  const user = await fundedUser(exchange, builder);
  await buyPairs((order) => client.submitOrder(user, order));
  const { answer } = await client.redeem(user, { market_id: marketId, size: PAIRS });
  expect(answer).toMatchObject({ size: PAIRS, paid_micro_usdc: PAIRS * USDC });
  const other = await newBuilder(exchange);
  await expect(other.client.redeem(user, { market_id: marketId, size: 1 })).rejects.toMatchObject({
    code: 'NOT_YOUR_USER',
  });
});

it('ends a position where the market is resolved: all won is what others lost, fees apart', async () => {
  const market = await newMarket(exchange);
  const traders = await Promise.all(
    [1, 2, 3].map(async () => {
      const key = KeyPair.random();
      await credit(exchange, key.publicKey, 1_000 * USDC);
      return traderOf(key);
    }),
  );
  const order = { market_id: market, side: 'buy', outcome: 'yes', size: 7 } as const;
  const [first, second, third] = traders as [Trader, Trader, Trader];
  await first.placeOrder({ ...order, price: 4_001, order_type: 'gtc' });
  await second.placeOrder({ ...order, outcome: 'no', price: 6_000, order_type: 'ioc' });
  await first.placeOrder({ ...order, side: 'sell', size: 3, price: 4_500, order_type: 'gtc' });
  await third.placeOrder({ ...order, size: 3, price: 4_500, order_type: 'ioc' });
  await exchange.admin('POST', `/admin/markets/${market}/resolve`, { outcome: 'yes' });
  await historyCaughtUp(exchange);
  const results = await Promise.all(
    traders.map(async ({ user }) => (await exchange.gateway.positions(user)).positions[0]!),
  );
  const ended = { yes_contracts: 0, yes_cost: 0, no_contracts: 0, no_cost: 0 };
  for (const one of results) {
    expect(one).toMatchObject({ ...ended, market_status: 'resolved', resolution: 'yes' });
  }
  // 3 × 0.0499 + 4 × 0.5999; 7 × 0.5999 lost; 3 × 0.55.
  expect(results.map(({ realised }) => realised)).toEqual([2_549_300, -4_199_300, 1_650_000]);
  const open = { status: 'open', market_id: market } as const;
  expect((await exchange.gateway.positions(first.user, open)).positions).toEqual([]);
});
