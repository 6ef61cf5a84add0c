/**
 * Two clients that share nothing but the documents send the same requests: the same path, headers and body, with the same
 * signature, for every kind of message.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { BuilderClient, KeyPair, Trader } from '@bellwether/client';
import type { Network } from '@bellwether/client';
import { toBase58 } from '../src/base58';
import { envelopeOf } from '../src/envelope';
import { IndependentUser } from '../src/independent-user';
import { propertyRuns } from './property-runs';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Keeps what the SDK sends, and answers nothing it could use. */
function recorder(): { readonly sent: Sent[]; readonly fetch: typeof fetch } {
  const sent: Sent[] = [];
  const record: typeof fetch = async (input, init) => {
    const url = new URL(typeof input === 'string' ? input : 'none:');
    sent.push({
      method: init?.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : '',
    });
    return new Response('{"error":{"code":"NOT_FOUND","message":"-"}}', { status: 404 });
  };
  return { sent, fetch: record };
}

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const hexId = bytes32.map((bytes) => Buffer.from(bytes).toString('hex'));
const address = bytes32.map(toBase58);
const count = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER));
const nonce = fc.oneof(
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(1, Number.MAX_SAFE_INTEGER),
);
const network = fc.constantFrom<Network>('test', 'production');
const orders = fc.record({
  market_id: hexId,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  outcome: fc.constantFrom('yes' as const, 'no' as const),
  price: count,
  size: count,
  order_type: fc.constantFrom('gtc' as const, 'ioc' as const, 'fok' as const, 'post_only' as const),
});
const fullOrders = fc.record({ order: orders, max_cost: count }).map(({ order, max_cost }) => ({
  ...order,
  max_cost,
}));
const amends = fc.record({
  market_id: hexId,
  order_id: count,
  price: count,
  size: count,
  filled: fc.oneof(count, fc.constant('any' as const)),
});
const cancels = fc.record({ market_id: hexId, order_id: count });
const cancelAlls = fc.oneof(fc.constant({}), fc.record({ market_id: hexId }));
/** The SDK quotes what a fee is bound by where none is named; the other client then binds none. */
const bounds = fc.record(
  { max_gas_fee: count, allow_program_address: fc.boolean() },
  { requiredKeys: ['max_gas_fee'] },
);
const bounded = <T extends object>(terms: fc.Arbitrary<T>) =>
  fc.tuple(terms, bounds).map(([one, other]) => ({ ...one, ...other }));
const withdrawals = bounded(
  fc.oneof(
    fc.record({ amount: count }),
    fc.record({ amount: count, recipient_ext: address }),
    fc.record({ amount: count, recipient_main: address }),
  ),
);
const recoveries = bounded(fc.record({ mint: address, recipient_ext: address }));

type Signed = { readonly client_id?: string; readonly nonce?: number };
const CLIENT_ID = /^[0-9a-f]{32}$/;

/** @returns what the SDK sends for `call`, and what the other client would */
async function bothOf(
  seed: Uint8Array,
  on: Network,
  call: (trader: Trader) => Promise<unknown>,
  body: (user: IndependentUser) => object,
): Promise<readonly [sdk: unknown, other: unknown]> {
  const { sent, fetch } = recorder();
  const key = KeyPair.fromSeed(seed);
  const trader = new Trader({ gatewayUrl: 'http://exchange', network: on, key, fetch });
  await expect(call(trader)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { client_id: sender, ...signed } = JSON.parse(sent[0]?.body ?? '') as Signed;
  // The sender of a request with a nonce: random, and not signed.
  expect(CLIENT_ID.test(sender ?? '')).toBe(signed.nonce !== undefined);
  return [signed, body(new IndependentUser(seed, on))];
}

describe('what a user signs', () => {
  it('orders', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, orders, nonce, async (seed, order, given) => {
        const [sdk, other] = await bothOf(
          seed,
          'test',
          (trader) => trader.placeOrder(order, { nonce: given }),
          (user) => user.order({ ...order, nonce: given }),
        );
        expect(sdk).toEqual(other);
      }),
      propertyRuns(25, 2_000),
    );
  });

  it('orders that bind what they may cost', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, network, fullOrders, nonce, async (seed, on, order, given) => {
        const absent = { reduce_only: false, fee_bps: 0, expires_at: 0 };
        const terms = { ...absent, self_trade: 'cancel_maker', ...order, nonce: given } as const;
        const [sdk, other] = await bothOf(
          seed,
          on,
          (trader) => trader.placeOrder(order, { nonce: given }),
          (user) => user.fullOrder(terms),
        );
        const said = Object.keys(sdk as object);
        const sent = Object.entries(other as object).filter(([name]) => said.includes(name));
        expect(sdk).toEqual(Object.fromEntries(sent));
      }),
      propertyRuns(25, 2_000),
    );
  });

  it('amends', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, network, amends, nonce, async (seed, on, amend, given) => {
        const { filled, ...terms } = amend;
        const [sdk, other] = await bothOf(
          seed,
          on,
          (trader) => trader.amendOrder(amend, { nonce: given }),
          (user) => user.amend({ ...terms, ...(filled !== 'any' && { filled }), nonce: given }),
        );
        expect(sdk).toEqual(other);
      }),
      propertyRuns(25, 2_000),
    );
  });

  it('cancels', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, cancels, async (seed, cancel) => {
        const [sdk, other] = await bothOf(
          seed,
          'test',
          (trader) => trader.cancelOrder(cancel),
          (user) => user.cancel(cancel),
        );
        expect(sdk).toEqual(other);
      }),
      propertyRuns(25, 2_000),
    );
  });

  it('cancels of all orders', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, cancelAlls, nonce, async (seed, cancelAll, given) => {
        const [sdk, other] = await bothOf(
          seed,
          'test',
          (trader) => trader.cancelAll(cancelAll, { nonce: given }),
          (user) => user.cancelAll({ ...cancelAll, nonce: given }),
        );
        expect(sdk).toEqual(other);
      }),
      propertyRuns(25, 2_000),
    );
  });

  it('withdrawals', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, network, withdrawals, nonce, async (seed, on, withdraw, given) => {
        const [sdk, other] = await bothOf(
          seed,
          on,
          (trader) => trader.withdraw(withdraw, { nonce: given }),
          (user) => user.withdraw({ ...withdraw, nonce: given }),
        );
        expect(sdk).toEqual(other);
      }),
      propertyRuns(25, 2_000),
    );
  });

  it('recoveries', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, network, recoveries, nonce, async (seed, on, recover, given) => {
        const [sdk, other] = await bothOf(
          seed,
          on,
          (trader) => trader.recover(recover, { nonce: given }),
          (user) => user.recover({ ...recover, nonce: given }),
        );
        expect(sdk).toEqual(other);
      }),
      propertyRuns(25, 2_000),
    );
  });
});

describe("a builder's envelope", () => {
  const secrets = bytes32.map((bytes) => Buffer.from(bytes).toString('base64'));
  const apiKeys = fc.stringMatching(/^bw_test_[0-9a-f]{32}_[0-9a-f]{64}$/);
  const feeBps = fc.integer({ min: 0, max: 100 });

  it('is the same for the same request at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        apiKeys,
        address,
        fc.record({ order: orders, fee_bps: feeBps, given: nonce }),
        fc.record({
          cancel: cancels,
          cancelAll: cancelAlls,
          withdraw: withdrawals,
          recover: recoveries,
        }),
        async (secret, apiKey, user, { order, fee_bps, given }, other) => {
          const { sent, fetch } = recorder();
          const [signerUrl, gatewayUrl] = ['http://signer', 'http://gateway'];
          const builder = new BuilderClient({ signerUrl, gatewayUrl, apiKey, secret, fetch });
          await Promise.allSettled([
            builder.submitOrder(user, { ...order, fee_bps }, { nonce: given }),
            builder.cancelOrder(user, other.cancel),
            builder.cancelAll(user, other.cancelAll, { nonce: given }),
            builder.withdraw(user, other.withdraw, { nonce: given }),
            builder.recover(user, other.recover, { nonce: given }),
            builder.trades({ limit: 5 }),
          ]);
          const bodies = {
            '/v1/submit': { user, ...order, fee_bps, nonce: given },
            '/v1/cancel': { user, ...other.cancel },
            '/v1/cancel-all': { user, ...other.cancelAll, nonce: given },
            '/v1/withdraw': { user, ...other.withdraw, nonce: given },
            '/v1/deposit/recover': { user, ...other.recover, nonce: given },
            '/v1/trades': { limit: 5 },
          };
          const asSent = sent.map(({ path, body }) => {
            const { client_id: _, ...said } = JSON.parse(body) as Signed;
            return [path, said];
          });
          expect(Object.fromEntries(asSent)).toEqual(bodies);
          for (const { method, path, body, headers } of sent) {
            const timestamp = Number(headers['x-timestamp']);
            const envelope = envelopeOf({ api_key: apiKey, secret }, timestamp, {
              method,
              path,
              body,
            });
            expect(headers).toEqual({
              'content-type': 'application/json',
              ...Object.fromEntries(new Headers(envelope)),
            });
          }
        },
      ),
      propertyRuns(25, 2_000),
    );
  });
});
