/**
 * Whatever the network does, and however many processes of a user trade at once: each requested order is carried out
 * once and gets its own answer, and no failed order was carried out unless the client says it cannot know.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { KeyPair, OutcomeUnknownError, Trader } from '../src';
import type { OrderRequest } from '../src';
import { NonceExchange } from './nonce-exchange';
import type { LineFault } from './nonce-exchange';
import { propertyRuns } from './property-runs';

const key = KeyPair.fromSeed(new Uint8Array(32).fill(1));
const orderOf = (size: number): OrderRequest => ({
  market_id: 'ab'.repeat(32),
  side: 'buy',
  outcome: 'yes',
  price: 4_500,
  size,
  order_type: 'gtc',
});

/** Mostly successes, so that the test makes progress. */
const faults = fc.array(
  fc.constantFrom<LineFault>(
    'none',
    'none',
    'none',
    'lost',
    'answer lost',
    'overloaded',
    'unknown',
    'limited',
  ),
  { minLength: 1, maxLength: 60 },
);

const scenario = fc.record({
  faults,
  traders: fc.integer({ min: 1, max: 3 }),
  orders: fc.integer({ min: 1, max: 8 }),
  inFlight: fc.constantFrom(1, 4),
  maxAttempts: fc.constantFrom(2, 20),
});

type Ending = 'answered' | 'in doubt' | 'failed';
/** How often an order may have been carried out, by the result its caller got. */
const ALLOWED: Readonly<Record<Ending, readonly number[]>> = {
  answered: [1],
  'in doubt': [0, 1],
  failed: [0],
};

function howItEnded(end: PromiseSettledResult<unknown>): Ending {
  if (end.status === 'fulfilled') return 'answered';
  return end.reason instanceof OutcomeUnknownError ? 'in doubt' : 'failed';
}

describe('orders over a bad line', () => {
  it('are carried out exactly once, or in doubt', async () => {
    await fc.assert(
      fc.asyncProperty(
        scenario,
        async ({ faults: given, traders, orders, inFlight, maxAttempts }) => {
          const exchange = await NonceExchange.start((count) => given[count - 1] ?? 'none');
          const retry = { firstPauseMs: 1, longestPauseMs: 2, maxAttempts, deadlineMs: 60_000 };
          const gatewayUrl = exchange.server.url;
          const sizes = Array.from({ length: traders * orders }, (_, index) => index + 1);
          const all = Array.from(
            { length: traders },
            () => new Trader({ gatewayUrl, key, network: 'test', retry, inFlight }),
          );
          const ends = await Promise.allSettled(
            sizes.map((size, index) => all[index % traders]!.placeOrder(orderOf(size))),
          );
          await exchange.server.stop();

          const told = ends.map((end, index) => ({
            how: howItEnded(end),
            times: exchange.carriedOut.filter((size) => size === sizes[index]).length,
            isItsOwn:
              end.status === 'rejected' ||
              exchange.carriedOut[end.value.answer.order_id - 1] === sizes[index],
          }));
          expect(told.filter(({ how, times }) => !ALLOWED[how].includes(times))).toEqual([]);
          expect(told.filter(({ isItsOwn }) => !isItsOwn)).toEqual([]);
        },
      ),
      propertyRuns(10, 2_000),
    );
  });
});

describe('the same order of two processes', () => {
  it('is placed by each, and each gets the answer to its own', async () => {
    const exchange = await NonceExchange.start(() => 'none');
    const gatewayUrl = exchange.server.url;
    const all = [1, 2].map(() => new Trader({ gatewayUrl, key, network: 'test' }));
    const receipts = [];
    for (let round = 0; round < 10; round++) {
      receipts.push(...(await Promise.all(all.map((one) => one.placeOrder(orderOf(1))))));
    }
    await exchange.server.stop();
    expect(new Set(receipts.map(({ answer }) => answer.order_id)).size).toBe(20);
    expect(exchange.carriedOut).toHaveLength(20);
    expect(receipts.filter(({ replayed }) => replayed)).toEqual([]);
  });
});

describe('nonces', () => {
  it('of one process arrive in order, though nobody waits', async () => {
    const exchange = await NonceExchange.start(() => 'none');
    const trader = new Trader({ gatewayUrl: exchange.server.url, key, network: 'test' });
    const sizes = Array.from({ length: 20 }, (_, index) => index + 1);
    const receipts = await Promise.all(sizes.map((size) => trader.placeOrder(orderOf(size))));
    await exchange.server.stop();
    expect(exchange.carriedOut).toEqual(sizes);
    expect(receipts.every(({ attempts, replayed }) => attempts === 1 && !replayed)).toBe(true);
    expect(exchange.server.asked.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  it('of the caller are never changed', async () => {
    const exchange = await NonceExchange.start(() => 'none');
    const trader = new Trader({ gatewayUrl: exchange.server.url, key, network: 'test' });
    await trader.placeOrder(orderOf(1), { nonce: 5 });
    await expect(trader.placeOrder(orderOf(2), { nonce: 5 })).rejects.toMatchObject({
      code: 'NONCE_REUSED',
    });
    await expect(trader.placeOrder(orderOf(3), { nonce: 4 })).rejects.toMatchObject({
      code: 'NONCE_TOO_LOW',
    });
    // Our next nonce is above them.
    await trader.placeOrder(orderOf(4));
    await exchange.server.stop();
    expect(exchange.carriedOut).toEqual([1, 4]);
  });
});
