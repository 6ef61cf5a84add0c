/**
 * An attacker with 1,000 USD fills all the table space that this money gets, under many keys. Then an honest user
 * deposits, places, cancels and withdraws. `ATTACK_KEYS=1000` is the large run: it sends 100,000 open orders, which
 * takes minutes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credited, expectError, expectOk, submitted } from '../../e2e/src/answers';
import {
  completedWithdrawal,
  fundedSolvencyOf,
  mainFundedUser,
  withdraw,
} from '../../e2e/src/funding-scenario';
import type { Depositor } from '../../e2e/src/funding-scenario';
import { USDC, balanceOf, credit, newBuilder, newMarket } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { IndependentUser } from '../../independent-client/src/independent-user';
import { attackedExchange } from '../src/attacked-exchange';
import { Attacker, remaining } from '../src/attacker';
import { statusOf } from '../src/journal-witness';

const KEYS = Number(process.env['ATTACK_KEYS'] ?? 12);
const MONEY = 1_000 * USDC;
/** Open orders of a user with less than 100 USD. */
const ORDERS_OF_KEY = 100;
/** The most fills that one order may have. */
const FILLS = 1_000;
/** The charge of a preview over this many fills, in reads, and the burst of an address. */
const PREVIEW_READS = 51;
const READS_AT_ONCE = 4_000;
/** Contracts at a cent, from a user who believes that they are worth nothing. */
const CENT = 100;
const OPENED = 100;
const PAYOUTS = 4;

const exchange = attackedExchange();
let marketId: string;
let attacker: Attacker;
let keys: IndependentUser[];
let seller: Wallet;

beforeAll(async () => {
  marketId = await newMarket(exchange);
  attacker = await Attacker.at(exchange.file.gateway_url, '127.0.6.1', 16);
  keys = Array.from({ length: KEYS }, () => new IndependentUser());
  for (const { publicKey } of keys) await credit(exchange, publicKey, Math.floor(MONEY / KEYS));
  seller = await Wallet.create();
  await credit(exchange, seller.publicKey, 2 * KEYS * ORDERS_OF_KEY * USDC);
  const offer = { outcome: 'no', price: 10_000 - CENT, size: KEYS * ORDERS_OF_KEY } as const;
  const body = await seller.order({ ...terms('buy', 1), ...offer });
  expectOk(submitted, await exchange.post('/v1/orders', body));
});
afterAll(() => attacker.leave());

const terms = (side: 'buy' | 'sell', nonce: number) =>
  ({ market_id: marketId, side, outcome: 'yes', order_type: 'gtc', nonce }) as const;

/**
 * Each key buys a hundred contracts for a dollar, then offers each of them in an order of its own, which may be worth
 * less than a dollar.
 */
const ordersOf = (key: IndependentUser): Buffer[] => {
  const order = (body: Parameters<IndependentUser['order']>[0]) =>
    attacker.post('/v1/orders', key.order(body));
  return [
    order({ ...terms('buy', 1), price: CENT, size: ORDERS_OF_KEY }),
    ...Array.from({ length: ORDERS_OF_KEY }, (_, at) =>
      order({ ...terms('sell', at + 2), price: 5_000 + at, size: 1 }),
    ),
  ];
};

describe(`an attacker with 1,000 USD under ${KEYS} keys`, () => {
  it('has as many open orders as its keys may, and not one more', async () => {
    const before = await statusOf(exchange);
    for (const key of keys) {
      const tally = await attacker.tally(ordersOf(key).slice(0, 1));
      expect(tally).toEqual({ '200': 1 });
    }
    const resting = keys.flatMap((key) => ordersOf(key).slice(1));
    expect(await attacker.tally(resting)).toEqual({ '200': KEYS * ORDERS_OF_KEY });
    const one = keys[0]!.order({ ...terms('buy', 1_000), price: CENT, size: 100 });
    const answer = await exchange.post('/v1/orders', one);
    expect(expectError(answer)).toMatchObject({ status: 422, code: 'TOO_MANY_OPEN_ORDERS' });
    const after = await statusOf(exchange);
    // The seller's own order is filled by then.
    expect(after.resting_orders - before.resting_orders).toBe(KEYS * ORDERS_OF_KEY - 1);
  });

  it('rests no order that is worth less than a dollar', async () => {
    const small = keys.map((key) =>
      attacker.post('/v1/orders', key.order({ ...terms('buy', 2_000), price: 1, size: 1 })),
    );
    expect(await attacker.tally(small)).toEqual({ '422 ORDER_TOO_SMALL': KEYS });
  });

  it('opens accounts with crumbs of money, and with an API key', async () => {
    const { builder } = await newBuilder(exchange);
    for (let opened = 0; opened < OPENED; opened++) {
      const { publicKey: user } = new IndependentUser();
      const body = { user, amount: 1, reference: `a crumb for ${user}` };
      expectOk(credited, await exchange.admin('POST', '/admin/credit', body));
      const made = await builder.post('/v1/keys', { user_id: `delegate ${opened}` });
      expect(made.status).toBe(200);
    }
  });

  it('asks for payouts', async () => {
    const asked = keys
      .slice(0, PAYOUTS)
      .map((key) =>
        attacker.post(
          '/v1/withdraw',
          key.withdraw({ amount: 5 * USDC, recipient_main: key.publicKey, nonce: 1 }),
        ),
      );
    expect(await attacker.tally(asked)).toEqual({ '202': PAYOUTS });
  });
});

describe('beside it an honest user', () => {
  let honest: Depositor;

  it('deposits', async () => {
    honest = await mainFundedUser(exchange, 50 * USDC);
    expect((await balanceOf(exchange, honest.user)).available).toBeGreaterThan(49 * USDC);
  });

  it('places an order, which fills, and one that rests', async () => {
    const order = (price: number, size: number, nonce: number) =>
      honest.wallet.order({ ...terms('buy', nonce), price, size });
    const taken = await exchange.post('/v1/orders', await order(5_000, 2, 1));
    expect(expectOk(submitted, taken)).toMatchObject({ status: 'filled', filled: 2 });
    const resting = await exchange.post('/v1/orders', await order(CENT, 100, 2));
    expect(expectOk(submitted, resting).status).toBe('resting');
  });

  it('cancels it', async () => {
    const body = await honest.wallet.cancelAll({ nonce: 1 });
    expect(await exchange.post('/v1/orders/cancel-all', body)).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
  });

  it('withdraws', async () => {
    const { publicKey: recipient_main } = await Wallet.create();
    const asked = { amount: 20 * USDC, recipient_main, nonce: 1 };
    const { withdrawal_id } = await withdraw(exchange, honest.wallet, asked);
    expect((await completedWithdrawal(exchange, withdrawal_id)).status).toBe('completed');
    expect(await fundedSolvencyOf(exchange)).toMatchObject({ difference: 0 });
  });
});

describe('a preview over a thousand fills', () => {
  it(`counts as ${PREVIEW_READS} reads; a flood of them holds no order up`, async () => {
    const stranger = await Attacker.at(exchange.file.gateway_url, '127.0.6.2');
    const order = { ...terms('buy', 1), price: 9_999, size: FILLS, user: seller.publicKey };
    const { nonce: _, ...body } = order;
    const preview = stranger.post('/v1/preview', body);
    // It is charged whatever user it is for, and also if it is refused.
    const ofNobody = stranger.post('/v1/preview', { ...body, user: undefined });
    const ofStranger = stranger.post('/v1/preview', {
      ...body,
      user: new IndependentUser().publicKey,
    });
    for (const [index, asked] of [preview, ofNobody, ofStranger].entries()) {
      const from = await Attacker.at(exchange.file.gateway_url, `127.0.6.${10 + index}`, 1);
      const [first] = await from.send([asked]);
      from.leave();
      expect(JSON.parse(first!.body.toString()).order.fills).toHaveLength(FILLS);
      expect(first!.head).toMatch(remaining(READS_AT_ONCE - PREVIEW_READS));
    }
    const flood = stranger.tally(Array.from({ length: 100 }, () => preview));
    const placed = await exchange.post(
      '/v1/orders',
      await seller.order({ ...terms('buy', 2), price: CENT, size: 100 }),
    );
    expect(expectOk(submitted, placed).status).toBe('resting');
    const answers = Object.keys(await flood);
    expect(answers.filter((one) => one !== '200' && one !== '429 RATE_LIMITED')).toEqual([]);
    stranger.leave();
  });
});
