/** The SDK as its users have it, and the second client beside it, on the really running exchange. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { KeyPair, MarketStream, OutcomeUnknownError, Trader } from '@bellwether/client';
import type { BuilderClient, OrderRequest } from '@bellwether/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { read, send, sendAsBuilder } from '../../independent-client/src/independent-client';
import { IndependentUser } from '../../independent-client/src/independent-user';
import type { Builder } from '../src/builder';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { knowTrader } from '../src/known-owners';
import { exampleIn, installSdkIn } from '../src/installed-sdk';
import {
  USDC,
  bookOf,
  credit,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newMarket,
  solvencyOf,
} from '../src/scenario';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TIMEOUT_MS = 180_000;
const exchange = suiteExchange();
const { gateway_url: gatewayUrl, signer_url: signerUrl } = exchange.file;
const SEED = new Uint8Array(32);

let builder: Builder;
let client: BuilderClient;
let marketId: string;

beforeAll(async () => {
  ({ builder, client } = await newBuilder(exchange));
  marketId = await newMarket(exchange);
  crypto.getRandomValues(SEED);
});

const order = (terms: Partial<OrderRequest> = {}): OrderRequest => ({
  market_id: marketId,
  side: 'buy',
  outcome: 'yes',
  price: 3_000,
  size: 10,
  order_type: 'gtc',
  ...terms,
});

async function newTrader(
  options: { readonly inFlight?: number; readonly fetch?: typeof fetch } = {},
): Promise<Trader> {
  const key = KeyPair.random();
  const trader = new Trader({ gatewayUrl, network: 'test', key, ...options });
  knowTrader(trader);
  await credit(exchange, trader.user, 1_000 * USDC);
  return trader;
}

describe('two clients that share no line', () => {
  it('are one user of one key: what one sent, the other repeats', async () => {
    const trader = new Trader({ gatewayUrl, network: 'test', key: KeyPair.fromSeed(SEED) });
    const other = new IndependentUser(SEED);
    expect(other.publicKey).toBe(trader.user);
    await credit(exchange, trader.user, 1_000 * USDC);

    const client_id = 'c1'.repeat(16);
    const { answer } = await trader.placeOrder(order());
    const repeated = { ...other.order({ ...order(), nonce: 1 }), client_id: answer.client_id };
    const repeat = await send(gatewayUrl, '/v1/orders', repeated);
    expect(repeat.headers.get('idempotent-replay')).toBe('true');
    expect(repeat.body).toEqual(answer);

    // The same order of another sender is another request.
    const foreign = await send(gatewayUrl, '/v1/orders', { ...repeated, client_id });
    expect(foreign).toMatchObject({ status: 409, body: { error: { code: 'NONCE_REUSED' } } });
    const second = { ...other.order({ ...order(), nonce: 2 }), client_id };
    await send(gatewayUrl, '/v1/orders', second);
    await expect(trader.placeOrder(order(), { nonce: 2 })).rejects.toMatchObject({
      code: 'NONCE_REUSED',
    });

    const one = { market_id: marketId, order_id: answer.order_id };
    const cancelled = await send(gatewayUrl, '/v1/orders/cancel', other.cancel(one));
    expect(cancelled).toMatchObject({ status: 200, body: { ...one, cancelled_size: 10 } });
    await expect(trader.cancelOrder(one)).rejects.toMatchObject({
      code: 'ORDER_NOT_OPEN',
      finalOrder: { order_id: answer.order_id, status: 'cancelled', cancel_reason: 'user' },
    });
    const all = await trader.cancelAll();
    const swept = { ...other.cancelAll({ nonce: 1 }), client_id: all.answer.client_id };
    const again = await send(gatewayUrl, '/v1/orders/cancel-all', swept);
    expect(again.body).toEqual(all.answer);
    expect(await trader.balance()).toMatchObject({ available: 1_000 * USDC, locked: 0 });
  });

  it('are one builder of one key', async () => {
    const { public_key: user } = await client.createUserKey({ user_id: 'someone' });
    await credit(exchange, user, 1_000 * USDC);
    const terms = { ...order(), fee_bps: 10 };
    const { answer } = await client.submitOrder(user, terms);
    const body = { user, ...terms, nonce: 1, client_id: answer.client_id };
    const repeat = await sendAsBuilder(signerUrl, builder.credentials, '/v1/submit', body);
    expect(repeat.headers.get('idempotent-replay')).toBe('true');
    expect(repeat.body).toEqual(answer);
    const nonces = await read(gatewayUrl, `/v1/nonce/${user}`);
    expect(nonces.body).toMatchObject({ order: 1 });
  });
});

describe('a trader', () => {
  it('places many at once, one after the other or side by side, each once', async () => {
    for (const inFlight of [1, 8]) {
      const trader = await newTrader({ inFlight });
      const sizes = Array.from({ length: 30 }, (_, index) => index + 1_000);
      const receipts = await Promise.all(
        sizes.map((size) => trader.placeOrder(order({ size, price: 10 }))),
      );
      expect(receipts.map(({ answer }) => answer.size)).toEqual(sizes);
      const open = [];
      for await (const { size } of trader.openOrders()) open.push(size);
      expect(open.toSorted((a, b) => a - b)).toEqual(sizes);
    }
  });

  it('shares its user with another process', async () => {
    const key = KeyPair.random();
    await credit(exchange, key.publicKey, 1_000 * USDC);
    const [one, other] = [1, 2].map(() => new Trader({ gatewayUrl, network: 'test', key }));
    const sizes = Array.from({ length: 20 }, (_, index) => index + 1_000);
    await Promise.all(
      sizes.map(async (size) =>
        (size % 2 === 0 ? one : other)?.placeOrder(order({ size, price: 10 })),
      ),
    );
    const { orders } = await exchange.gateway.orders(key.publicKey, { status: 'open' });
    expect(orders.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual(sizes);
  });

  it('is told the facts of a no', async () => {
    const trader = await newTrader();
    await expect(trader.placeOrder(order({ size: 1_000_000 }))).rejects.toMatchObject({
      name: 'BellwetherError',
      code: 'INSUFFICIENT_BALANCE',
      status: 422,
      details: { required: 300_000 * USDC, available: 1_000 * USDC },
    });
    await expect(trader.placeOrder(order({ price: 10_000 }))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'price', value: 10_000 },
    });
  });

  it('sees before what an order comes to, and afterwards what it did to the money', async () => {
    const quiet = await newMarket(exchange);
    const [maker, taker] = await Promise.all([newTrader(), newTrader()]);
    await maker.placeOrder(order({ market_id: quiet, outcome: 'no', price: 7_000 }));
    const terms = order({ market_id: quiet });
    const preview = await exchange.gateway.previewOrder({ ...terms, user: taker.user });
    const { answer } = await taker.placeOrder(terms);
    expect(preview.order).toMatchObject({ status: answer.status, filled: answer.filled });
    expect(preview.order?.taker_fee).toBe(answer.fills[0]?.taker_fee);
    await historyCaughtUp(exchange);
    let sum = 0;
    for await (const { amount } of exchange.gateway.eachLedgerEntry(taker.user)) sum += amount;
    expect(sum).toBe((await taker.balance()).total);
  });

  it('buys for a budget, and pays no more where the book moves before the order is there', async () => {
    const quiet = await newMarket(exchange);
    const maker = await newTrader();
    const offer = order({ market_id: quiet, outcome: 'no', size: 20 });
    const { answer: cheap } = await maker.placeOrder({ ...offer, price: 7_000 });
    await maker.placeOrder({ ...offer, price: 5_000 });
    const line: typeof fetch = async (input, init) => {
      if (typeof input === 'string' && input.endsWith('/v1/orders')) {
        await maker.cancelOrder({ market_id: quiet, order_id: cheap.order_id }).catch(() => null);
      }
      return fetch(input, init);
    };
    const buyer = await newTrader({ fetch: line });
    const budget_micro_usdc = 3 * USDC;
    const terms = { market_id: quiet, outcome: 'yes', price: 9_999, budget_micro_usdc } as const;
    const { answer } = await buyer.buyFor(terms);
    expect(answer).toMatchObject({ size: 9, filled: 5, cancel_reason: 'max_cost' });
    const { available, locked } = await buyer.balance();
    expect(available + locked).toBeGreaterThanOrEqual(1_000 * USDC - budget_micro_usdc);
  });

  it('asks what a withdrawal would cost, and so does a builder for its user', async () => {
    const trader = await newTrader();
    const terms = { amount: 20 * USDC };
    const quote = await trader.gateway.quoteWithdrawal(trader.user, terms);
    expect(quote).toMatchObject({ user: trader.user, amount: 20 * USDC });
    await expect(trader.withdraw({ ...terms, max_gas_fee: 1 })).rejects.toMatchObject({
      code: 'FEE_ABOVE_MAX',
      details: { gas_fee: quote.gas_fee, max_gas_fee: 1 },
    });
    // It signs what is quoted.
    const { answer: accepted } = await trader.withdraw(terms);
    expect(accepted.gas_fee).toBeLessThanOrEqual(quote.gas_fee);
    const user = await fundedUser(exchange, builder);
    expect(await client.quoteWithdrawal(user, terms)).toMatchObject({ user, amount: 20 * USDC });
  });

  it('whose signature does not hold is told why', async () => {
    const user = new IndependentUser();
    const terms = order();
    const { signature } = user.order({ ...terms, nonce: 1 });
    const diagnosis = await exchange.gateway.debugSignature({
      kind: 'order',
      user: user.publicKey,
      nonce: 2,
      ...terms,
      signature,
    });
    expect(diagnosis).toMatchObject({ verifies: false, proven_by: 'signature' });
  });

  it('that cannot know asks by the nonce, and sends the same again', async () => {
    const trader = await newTrader();
    const prepared = await trader.prepareOrder(order());
    const cutAfterwards: typeof fetch = async (input, init) => {
      await fetch(input, init);
      throw new TypeError('cut');
    };
    const line = { fetch: cutAfterwards, retry: { maxAttempts: 1 } };
    const hasty = new Trader({ gatewayUrl, network: 'test', key: KeyPair.random(), ...line });
    const error: unknown = await hasty.send(prepared).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ nonceQuery: { user: trader.user, kind: 'order', nonce: 1 } });
    const { answer, replayed } = await trader.send(prepared);
    expect(replayed).toBe(true);
    await historyCaughtUp(exchange);
    const outcome = await trader.orderByNonce(prepared.nonce);
    expect(outcome).toMatchObject({ outcome: 'order', order: { order_id: answer.order_id } });
  });
});

describe('the stream', () => {
  it('has the book, the trades and the account that the reads have', async () => {
    const quiet = await newMarket(exchange);
    const maker = await newTrader();
    const taker = await fundedUser(exchange, builder);
    const { sessions } = maker.gateway;
    const stream = new MarketStream({ gatewayUrl, sessions, webSocket: WebSocket });
    try {
      const [book, trades, user] = await Promise.all([
        stream.book(quiet).ready(),
        stream.trades(quiet).ready(),
        stream.user(maker.user).ready(),
      ]);
      const seen: number[] = [];
      trades.onTrade(({ size }) => seen.push(size));
      for (const price of [2_000, 3_000, 4_000]) {
        await maker.placeOrder(order({ market_id: quiet, price }));
      }
      const sold = await client.submitOrder(taker, {
        ...order({ market_id: quiet, outcome: 'no', price: 6_000, size: 4 }),
      });
      expect(sold.answer).toMatchObject({ filled: 4 });
      const { seq } = sold.answer;
      await eventually(
        () => Promise.resolve([book.seq, trades.seq, user.seq]),
        (seqs) => seqs.every((one) => one >= seq),
      );
      const { yes, no, midpoint } = await bookOf(exchange, quiet);
      expect({ bids: book.bids(), asks: book.asks() }).toEqual(yes);
      expect({ bids: book.bids('no'), asks: book.asks('no') }).toEqual(no);
      expect(book.midpoint).toBe(midpoint);
      expect(seen).toEqual([4]);
      const { available, locked, total } = await maker.balance();
      expect(user.balance).toMatchObject({ available, locked, total });
      const { orders } = await exchange.gateway.orders(maker.user, { status: 'open' });
      expect(user.openOrders.map(({ order_id, filled }) => [order_id, filled])).toEqual(
        orders.toReversed().map(({ order_id, filled }) => [order_id, filled]),
      );
      expect(user.position(quiet)).toMatchObject({ yes_contracts: 4 });
    } finally {
      stream.close();
    }
  });
});

describe('the package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-readme-'));
    await installSdkIn(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has a README that is a program, and runs as it stands', async () => {
    const market = await newMarketOfTheTour();
    const text = await readFile(join(ROOT, 'libs/client/README.md'), 'utf8');
    const blocks = Array.from(text.matchAll(/^```js\n(.*?)^```$/gms), ([, code = '']) => code);
    const program = blocks.join('\n').replaceAll('.local', exchange.dataDir);
    await writeFile(join(folder, 'program.mjs'), program);
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(folder, 'program.mjs')],
      { timeout: TIMEOUT_MS },
    );
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual([
      'filled 10',
      '4500 0.45 12500000 12.50',
      '4.50',
      '4400 95.32675',
      '10 0.45',
      'INSUFFICIENT_BALANCE true',
      'true true',
      '10 true',
      '[ 200, 200 ]',
      '20000000 true true true',
      'true 4500 0',
      '{ price: 4310, size: 3, orders: 1 } 4405',
      "[ 'resting', 'resting' ]",
      '2 0',
      'buy no 5510',
      'buy yes 4330',
      '0 0 true',
    ]);
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
    expect(market).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has a maker that says what it needs, before it asks the exchange for anything', async () => {
    const example = await exampleIn(folder, 'quote-both-sides.mjs');
    const file = join(exchange.dataDir, 'exchange.json');
    const someMarket = 'ab'.repeat(32);
    for (const given of [[], [someMarket], ['a', '4000', file], [someMarket, '10000', file]]) {
      const { status, stderr, stdout } = spawnSync(process.execPath, [example, ...given], {
        encoding: 'utf8',
      });
      expect({ given, status, stdout }).toEqual({ given, status: 2, stdout: '' });
      expect(stderr).toContain('usage: node quote-both-sides.mjs MARKET_ID FAIR_PRICE_BPS');
    }
  });

  it('has a maker that quotes both sides, moves with what it holds, and leaves nothing in the book', async () => {
    const quiet = await newMarket(exchange);
    const example = await exampleIn(folder, 'quote-both-sides.mjs');
    const file = join(exchange.dataDir, 'exchange.json');
    const args = [example, quiet, '4000', file];
    const maker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(maker, 'exit');
    let printed = '';
    maker.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const levels = async () => {
      const { yes } = await bookOf(exchange, quiet);
      return [yes.bids, yes.asks].map((side) => side.map(({ price, size }) => [price, size]));
    };
    try {
      const quotes = [[[3_900, 50]], [[4_100, 50]]];
      await eventually(levels, (now) => JSON.stringify(now) === JSON.stringify(quotes));
      // Ten of its offer are bought: it is short by ten, and both quotes rise.
      const taker = await newTrader();
      const bought = await taker.placeOrder(
        order({ market_id: quiet, price: 4_100, size: 10, order_type: 'ioc' }),
      );
      expect(bought.answer).toMatchObject({ status: 'filled', filled: 10 });
      const moved = [[[3_920, 50]], [[4_120, 50]]];
      await eventually(levels, (now) => JSON.stringify(now) === JSON.stringify(moved));
    } finally {
      maker.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    expect(await levels()).toEqual([[], []]);
    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => Object(JSON.parse(line)).held),
    ).toEqual([0, -10]);
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
  });

  /** What the demo maker of a local exchange offers; the suite's has no demo markets. */
  async function newMarketOfTheTour(): Promise<string> {
    const { answer } = await exchange.operator.createEvent({
      question: 'Will it rain on the program of the README?',
      category: { name: 'weather', sub: 'rain' },
      expiry: Math.floor(Date.now() / 1_000) + 86_400,
      outcomes: [{ label: 'Yes' }],
    });
    const market_id = answer.outcomes[0]?.market_id ?? '';
    const maker = await newTrader();
    const post = { market_id, order_type: 'post_only', size: 100 } as const;
    await maker.placeOrder(order({ ...post, price: 4_300 }));
    await maker.placeOrder(order({ ...post, outcome: 'no', price: 5_500 }));
    return market_id;
  }
});
