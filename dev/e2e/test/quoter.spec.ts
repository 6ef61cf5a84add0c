/** The SDK's quoter on the really running exchange: what it makes of orders that are there, of doubt and of refusals. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { KeyPair, MarketStream, OutcomeUnknownError, Quoter, Trader } from '@bellwether/client';
import type { Order } from '@bellwether/client';
import { WebSocket } from 'ws';
import { suiteExchange } from '../src/exchange';
import { USDC, credit, newMarket } from '../src/scenario';

const exchange = suiteExchange();
const { gateway_url: gatewayUrl } = exchange.file;
const SIZE = 20;
const streams: MarketStream[] = [];
let key: KeyPair;
let market_id: string;

beforeEach(async () => {
  key = KeyPair.random();
  await credit(exchange, key.publicKey, 10_000 * USDC);
  market_id = await newMarket(exchange);
});
afterAll(() => {
  for (const stream of streams) stream.close();
});

/** A process of the maker's, as it starts. */
const isBatch = (input: Parameters<typeof fetch>[0]): boolean =>
  typeof input === 'string' && input.endsWith('/batch');

async function newQuoter(connection: ConstructorParameters<typeof Trader>[0] | object = {}) {
  const trader = new Trader({ gatewayUrl, network: 'test', key, ...connection });
  const { sessions } = trader.gateway;
  const stream = new MarketStream({ gatewayUrl, sessions, webSocket: WebSocket });
  streams.push(stream);
  const account = await stream.user(trader.user).ready();
  return { trader, account, quoter: new Quoter({ trader, account }) };
}

async function newTaker(): Promise<Trader> {
  const trader = new Trader({ gatewayUrl, network: 'test', key: KeyPair.random() });
  await credit(exchange, trader.user, 10_000 * USDC);
  return trader;
}

/** The user's open orders, as the exchange has them: `buy yes 20 @ 4400`. */
async function open(): Promise<string[]> {
  const { orders } = await exchange.gateway.orders(key.publicKey, { status: 'open', limit: 1_000 });
  return orders.map(shown).toSorted();
}
const shown = ({ side, outcome, remaining, price }: Order) =>
  `${side} ${outcome} ${remaining} @ ${price}`;
const quote = (bid: number, ask: number) => ({ market_id, bid, ask, size: SIZE });

describe('a quoter', () => {
  it('quotes, moves and pulls both sides, in the view as in the exchange', async () => {
    const { quoter, account } = await newQuoter();
    const first = await quoter.quote(quote(4_400, 4_600));
    expect(first).toMatchObject({ operations: 2, refused: [] });
    expect(await open()).toEqual(['buy no 20 @ 5400', 'buy yes 20 @ 4400']);
    expect(account.openOrders.map(shown).toSorted()).toEqual(await open());
    const ids = account.openOrders.map(({ order_id }) => order_id);
    expect(await quoter.quote(quote(4_400, 4_600))).toMatchObject({ operations: 0 });
    await quoter.requote([quote(4_650, 4_850)]);
    expect(await open()).toEqual(['buy no 20 @ 5150', 'buy yes 20 @ 4650']);
    expect(account.openOrders.map(({ order_id }) => order_id)).toEqual(ids);
    await quoter.pull();
    expect(await open()).toEqual([]);
    expect(account.openOrders).toEqual([]);
  });

  it('sells what a fill has given it, on the other side, without money', async () => {
    const { quoter, account } = await newQuoter();
    await quoter.quote(quote(4_400, 4_600));
    const taker = await newTaker();
    const { answer } = await taker.placeOrder({
      market_id,
      side: 'buy',
      outcome: 'yes',
      price: 4_600,
      size: 5,
      order_type: 'ioc',
    });
    expect(answer.filled).toBe(5);
    await account.reached(answer.seq);
    await quoter.quote(quote(4_400, 4_600));
    expect(await open()).toEqual(['buy no 20 @ 5400', 'buy yes 15 @ 4400', 'sell no 5 @ 5600']);
  });

  it('of a later process takes over the quotes of an earlier one, and cancels what is none', async () => {
    const earlier = await newQuoter();
    await earlier.quoter.quote(quote(4_400, 4_600));
    const ids = earlier.account.openOrders.map(({ order_id }) => order_id);
    const stray = { market_id, side: 'buy', outcome: 'yes', size: 10, order_type: 'gtc' } as const;
    await earlier.trader.placeOrder({ ...stray, price: 4_000 });
    const later = await newQuoter();
    await later.quoter.quote(quote(4_500, 4_700));
    expect(await open()).toEqual(['buy no 20 @ 5300', 'buy yes 20 @ 4500']);
    expect(later.account.openOrders.map(({ order_id }) => order_id)).toEqual(ids);
    // The earlier one got no notice: it settles what it finds.
    await earlier.account.reached(later.account.seq);
    await earlier.quoter.quote(quote(4_300, 4_400));
    expect(await open()).toEqual(['buy no 20 @ 5600', 'buy yes 20 @ 4300']);
  });

  it('whose answer was lost knows afterwards what became of it', async () => {
    let isCut = false;
    const line: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (isCut && isBatch(input)) throw new TypeError('cut');
      return answer;
    };
    const { quoter, account } = await newQuoter({ fetch: line, retry: { maxAttempts: 1 } });
    await quoter.quote(quote(4_400, 4_600));
    isCut = true;
    await expect(quoter.quote(quote(4_500, 4_700))).rejects.toThrow(OutcomeUnknownError);
    isCut = false;
    expect(await quoter.quote(quote(4_500, 4_700))).toMatchObject({ operations: 0 });
    expect(await open()).toEqual(['buy no 20 @ 5300', 'buy yes 20 @ 4500']);
    expect(account.openOrders.map(shown).toSorted()).toEqual(await open());
  });

  it('whose request is late has made sure that it does nothing any more', async () => {
    let isHeld = false;
    let held: (() => Promise<Response>) | undefined;
    const line: typeof fetch = async (input, init) => {
      if (!isHeld || !isBatch(input)) return fetch(input, init);
      const { signal: _abandoned, ...request } = init ?? {};
      held = () => fetch(input, request);
      throw new TypeError('cut');
    };
    const { quoter } = await newQuoter({ fetch: line, retry: { maxAttempts: 1 } });
    isHeld = true;
    await expect(quoter.quote(quote(4_400, 4_600))).rejects.toThrow(OutcomeUnknownError);
    isHeld = false;
    expect(await quoter.quote(quote(3_000, 3_200))).toMatchObject({ operations: 2 });
    const late = await held!();
    const { results } = Object(await late.json());
    expect(results.map((one: unknown) => Object(one).body.error.code)).toEqual([
      'NONCE_TOO_LOW',
      'NONCE_TOO_LOW',
    ]);
    expect(await open()).toEqual(['buy no 20 @ 6800', 'buy yes 20 @ 3000']);
  });

  it('whose order is filled meanwhile takes that for news, and offers no more than it quotes', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const line: typeof fetch = async (input, init) => {
      if (isBatch(input)) {
        const act = meanwhile;
        meanwhile = undefined;
        await act?.();
      }
      return fetch(input, init);
    };
    const { quoter } = await newQuoter({ fetch: line });
    await quoter.quote(quote(4_400, 4_600));
    const taker = await newTaker();
    const terms = { market_id, side: 'buy', outcome: 'yes', price: 4_600, size: 5 } as const;
    meanwhile = () => taker.placeOrder({ ...terms, order_type: 'ioc' });
    expect(await quoter.quote(quote(4_300, 4_700))).toMatchObject({ refused: [] });
    expect(await open()).toEqual(['buy no 20 @ 5300', 'buy yes 15 @ 4300', 'sell no 5 @ 5700']);
  });

  it('says what was refused, and why, and has the other side in the book', async () => {
    const other = await newTaker();
    const bid = { market_id, side: 'buy', outcome: 'yes', price: 4_650, size: 50 } as const;
    await other.placeOrder({ ...bid, order_type: 'gtc' });
    const { quoter } = await newQuoter();
    const { refused } = await quoter.quote(quote(4_400, 4_600));
    expect(refused.map(({ market_id: of }) => of)).toEqual([market_id]);
    const [first] = refused;
    if (!first?.error.is('POST_ONLY_WOULD_MATCH')) throw new Error('refused for another reason');
    expect(first.error.details.best_price).toBe(5_350);
    expect(await open()).toEqual(['buy yes 20 @ 4400']);
    // An ask that is there stays at the price that it had, which no one can mind.
    await quoter.quote(quote(4_400, 4_700));
    await quoter.quote(quote(4_400, 4_600));
    expect(await open()).toEqual(['buy no 20 @ 5300', 'buy yes 20 @ 4400']);
  });

  it('fills batches with the quotes of many markets', async () => {
    const ids = [market_id];
    while (ids.length < 12) ids.push(await newMarket(exchange));
    const { quoter, trader } = await newQuoter();
    const sizes: number[] = [];
    const batch = trader.batch.bind(trader);
    trader.batch = (operations, options) => {
      sizes.push(operations.length);
      return batch(operations, options);
    };
    const quotes = ids.map((id) => ({ market_id: id, bid: 4_400, ask: 4_600, size: SIZE }));
    await quoter.requote(quotes);
    expect(sizes).toEqual([20, 4]);
    expect(await open()).toHaveLength(24);
    await expect(async () => quoter.requote([...quotes, ...quotes])).rejects.toMatchObject({
      field: 'quotes',
    });
  });

  it('ends with the signal of its caller, and goes on with the next call', async () => {
    const { quoter, account } = await newQuoter();
    const reason = new Error('enough');
    const call = quoter.quote(quote(4_400, 4_600), { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    await quoter.quote(quote(4_400, 4_600));
    account.close();
    await expect(quoter.quote(quote(4_500, 4_700))).rejects.toThrow('was closed before it');
  });
});
