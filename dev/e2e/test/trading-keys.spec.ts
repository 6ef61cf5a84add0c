/** Keys that may trade and nothing else: allowed by texts of their owners, over HTTP and the SDK. */
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { KeyPair, MarketStream, Trader, TradingKeys } from '@bellwether/client';
import { IndependentUser } from '../../independent-client/src/independent-user';
import { expectError } from '../src/answers';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { http } from '../src/http';
import type { HttpAnswer } from '../src/http';
import { USDC, credit, newMarket } from '../src/scenario';

const exchange = suiteExchange();
const DAY = 86_400;
let marketId: string;
let gatewayUrl: string;
let keys: TradingKeys;

beforeAll(async () => {
  marketId = await newMarket(exchange);
  gatewayUrl = exchange.file.gateway_url;
  keys = new TradingKeys({ gatewayUrl, network: 'test' });
});

function expectRefused(answer: HttpAnswer, status: number, code: string) {
  const error = expectError(answer);
  expect(error).toMatchObject({ status, code });
  return error;
}

async function newOwner(): Promise<KeyPair> {
  const owner = KeyPair.random();
  await credit(exchange, owner.publicKey, 1_000 * USDC);
  return owner;
}

const inSeconds = async (seconds: number) => (await exchange.gateway.time()).time + seconds;
const bid = (price = 1_000) =>
  ({
    ...({ market_id: marketId, side: 'buy', outcome: 'yes', order_type: 'gtc' } as const),
    price,
    size: 10,
  }) as const;

async function traderWithKey() {
  const [owner, key] = [await newOwner(), KeyPair.random()];
  const until = await inSeconds(DAY);
  await keys.allow(owner, { trading_key: key.publicKey, until, redeem: true });
  const account = owner.publicKey;
  const trader = new Trader({ gatewayUrl, key, account, network: 'test' });
  return { owner, key, account, trader, until };
}

describe('a key that its owner allowed', () => {
  it('places, changes and cancels orders of the account, alone and in a batch', async () => {
    const { trader, account } = await traderWithKey();
    const { answer } = await trader.placeOrder(bid());
    expect(answer).toMatchObject({ user: account, status: 'resting' });
    const full = await trader.placeOrder({ ...bid(1_100), self_trade: 'cancel_both' });
    const { order_id } = answer;
    await trader.amendOrder({ market_id: marketId, order_id, price: 1_500, size: 10, filled: 0 });
    const { answer: switched } = await trader.cancelAfter(30);
    expect(switched.due_ms).toBeGreaterThan(0);
    const batch = await trader.batch([
      { place: bid(1_200) },
      { cancel: { market_id: marketId, order_id } },
    ]);
    expect(batch.answer.results.map(({ status }) => status)).toEqual([200, 200]);
    await trader.cancelOrder({ market_id: marketId, order_id: full.answer.order_id });
    expect((await trader.cancelAll()).answer.count).toBe(1);
    const other = await newOwner();
    const maker = new Trader({ gatewayUrl, key: other, network: 'test' });
    for (const outcome of ['yes', 'no'] as const) {
      await maker.placeOrder({ ...bid(5_000), outcome: outcome === 'yes' ? 'no' : 'yes' });
      await trader.placeOrder({ ...bid(5_000), outcome, order_type: 'ioc' });
    }
    const { answer: redeemed } = await trader.redeem({ market_id: marketId, size: 10 });
    expect(redeemed.paid_micro_usdc).toBe(10 * USDC);
  });

  it('is listed, and revoked by its owner: from then on it is refused, and nothing else is', async () => {
    const { owner, key, account, trader, until } = await traderWithKey();
    const { answer } = await trader.placeOrder(bid());
    expect((await keys.list(account)).trading_keys).toMatchObject([
      {
        trading_key: key.publicKey,
        state: 'active',
        until,
        nonce: 1,
        ended_at: null,
        at_most: 100 * USDC,
        price_band: 1_000,
        redeem: true,
        used: expect.any(Number),
      },
    ]);
    const revoked = await keys.revoke(owner, key.publicKey);
    expect(revoked.answer).toMatchObject({ state: 'revoked', nonce: 1 });
    await expect(trader.placeOrder(bid(1_100))).rejects.toMatchObject({
      code: 'TRADING_KEY_ENDED',
      details: { reason: 'revoked' },
    });
    await expect(trader.cancelAll()).rejects.toMatchObject({ code: 'TRADING_KEY_ENDED' });
    expect((await keys.list(account)).trading_keys).toMatchObject([{ state: 'revoked' }]);
    const own = new Trader({ gatewayUrl, key: owner, network: 'test' });
    expect((await own.cancelAll()).answer.cancelled).toEqual([answer.order_id]);
  });

  it('goes no further than the bounds that an SDK gives it, which its owner raises', async () => {
    const [owner, key] = [await newOwner(), KeyPair.random()];
    const { publicKey: account } = owner;
    const allowed = { trading_key: key.publicKey, until: await inSeconds(DAY) };
    await keys.allow(owner, allowed);
    const trader = new Trader({ gatewayUrl, key, account, network: 'test' });
    const large = { ...bid(1_000), size: 2_000 };
    await expect(trader.placeOrder(large)).rejects.toMatchObject({
      code: 'TRADING_KEY_BOUND',
      details: { bound: 'at_most', limit: 100 * USDC, used: 0 },
    });
    await expect(trader.redeem({ market_id: marketId, size: 1 })).rejects.toMatchObject({
      code: 'TRADING_KEY_BOUND',
      details: { bound: 'redeem' },
    });
    await keys.allow(owner, { ...allowed, at_most: 300 * USDC });
    expect((await trader.placeOrder(large)).answer.status).toBe('resting');
    await trader.cancelAll();
  });

  it('ends itself, and a text that ended it ends no later allowance', async () => {
    const { owner, key, account, trader } = await traderWithKey();
    const { answer } = await keys.revokeItself(key, account);
    expect(answer.state).toBe('revoked');
    await expect(trader.placeOrder(bid())).rejects.toMatchObject({ code: 'TRADING_KEY_ENDED' });
    await keys.allow(owner, { trading_key: key.publicKey, until: await inSeconds(DAY) });
    expect((await trader.placeOrder(bid())).answer.status).toBe('resting');
    await trader.cancelAll();
  });

  it('expires at its second, and a repeat of its text says so', async () => {
    const owner = new IndependentUser();
    await credit(exchange, owner.publicKey, 100 * USDC);
    const key = new IndependentUser();
    const until = await inSeconds(4);
    const text = owner.allowTradingKey({ trading_key: key.publicKey, until, nonce: 1 }, 'envelope');
    const first = await exchange.post('/v1/trading-keys', text);
    expect([first.status, first.headers.get('idempotent-replay')]).toEqual([200, null]);
    const again = await exchange.post('/v1/trading-keys', text);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    await eventually(
      () => keys.list(owner.publicKey),
      ({ trading_keys: [one] }) => one?.state === 'expired',
    );
    expectRefused(await exchange.post('/v1/trading-keys', text), 403, 'TRADING_KEY_ENDED');
    const order = key.orderFor(owner.publicKey, { ...bid(), nonce: 1 });
    expectRefused(await exchange.post('/v1/orders', order), 403, 'TRADING_KEY_ENDED');
  });

  it('reads its account, over HTTP and the stream, and no more once it is revoked', async () => {
    const { trader, owner, account, key } = await traderWithKey();
    const { answer } = await trader.placeOrder(bid());
    const { sessions } = trader.gateway;
    // History is a moment behind.
    await eventually(
      () => trader.gateway.orders(account),
      ({ orders: [first] }) => first?.order_id === answer.order_id,
    );
    const stream = new MarketStream({ gatewayUrl, sessions: sessions!, webSocket: WebSocket });
    const live = stream.user(account);
    await live.ready();
    expect(live.openOrders).toHaveLength(1);
    const token = await sessions!.tokenOf(account);
    const failed = new Promise((resolve) => void stream.on('error', resolve));

    await keys.revoke(owner, key.publicKey);
    expect(await failed).toMatchObject({ code: 'SESSION_INVALID' });
    stream.close();
    // A copy of the token is as good as the key.
    const headers = { Authorization: `Bearer ${token}` };
    const copy = await http(`${gatewayUrl}/v1/ledger/${account}`, { headers });
    expectRefused(copy, 401, 'SESSION_INVALID');
    const again = trader.gateway.orders(account);
    await expect(again).rejects.toMatchObject({ code: 'SESSION_INVALID' });
  });

  it('is told of in the stream of its account', async () => {
    const owner = await newOwner();
    const { sessions } = new Trader({ gatewayUrl, key: owner, network: 'test' }).gateway;
    const stream = new MarketStream({ gatewayUrl, sessions, webSocket: WebSocket });
    const live = stream.user(owner.publicKey);
    const states: string[] = [];
    live.on('update', ({ data: { trading_keys = [] } }) => {
      states.push(...trading_keys.map(({ state }) => state));
    });
    await live.ready();
    const { publicKey: trading_key } = KeyPair.random();
    await keys.allow(owner, { trading_key, until: await inSeconds(DAY) });
    await keys.revoke(owner, trading_key);
    await eventually(
      async () => states,
      (seen) => seen.length === 2,
    );
    expect(states).toEqual(['active', 'revoked']);
    stream.close();
  });
});

describe('a text', () => {
  it('is refused with its first wrong line, for another network, or with another signature', async () => {
    const owner = new IndependentUser();
    const until = await inSeconds(DAY);
    const { publicKey: trading_key } = new IndependentUser();
    const { text } = owner.allowTradingKey({ trading_key, until, nonce: 1 });
    const changed = text.replace('May not: withdraw', 'May not: sleep');
    const wrong = expectRefused(
      await exchange.post('/v1/trading-keys', owner.signedText(changed)),
      400,
      'VALIDATION_FAILED',
    );
    expect(JSON.stringify(wrong)).toContain('line 7');
    const elsewhere = owner.signedText(text.replace('Network: test', 'Network: production'));
    expectRefused(await exchange.post('/v1/trading-keys', elsewhere), 400, 'VALIDATION_FAILED');
    const forged = { text, signature: new IndependentUser().signedText(text).signature };
    expectRefused(await exchange.post('/v1/trading-keys', forged), 401, 'SIGNATURE_INVALID');
    const unfunded = await exchange.post('/v1/trading-keys', owner.signedText(text));
    expectRefused(unfunded, 403, 'ACCOUNT_NOT_FUNDED');
  });

  it('allows at most 16 keys at a time', async () => {
    const owner = await newOwner();
    const until = await inSeconds(DAY);
    for (let i = 0; i < 16; i++)
      await keys.allow(owner, { trading_key: KeyPair.random().publicKey, until });
    const { publicKey: trading_key } = KeyPair.random();
    await expect(keys.allow(owner, { trading_key, until })).rejects.toMatchObject({
      code: 'TOO_MANY_TRADING_KEYS',
    });
  });
});
