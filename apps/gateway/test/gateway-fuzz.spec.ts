/**
 * Every endpoint against input that nobody meant: never a 5xx, always the one shape of errors.
 * `FUZZ_RUNS` sets how many requests; a failure prints its seed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { FundingApps } from './funding-apps';
import { ADMIN_KEY, EVENT, GatewayUnderTest } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const DEFAULT_RUNS = 300;

/** `:x` is filled with anything. */
const ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/v1/markets'],
  ['GET', '/v1/categories'],
  ['GET', '/v1/markets/:x'],
  ['GET', '/v1/markets/:x/book'],
  ['GET', '/v1/markets/:x/trades'],
  ['GET', '/v1/markets/:x/candles'],
  ['GET', '/v1/events'],
  ['GET', '/v1/events/:x'],
  ['GET', '/v1/balance/:x'],
  ['GET', '/v1/position/:x/:x'],
  ['GET', '/v1/nonce/:x'],
  ['GET', '/v1/orders/:x'],
  ['GET', '/v1/orders/:x/:x'],
  ['GET', '/v1/orders/:x/by-nonce/:x'],
  ['GET', '/v1/trades/:x'],
  ['GET', '/v1/positions/:x'],
  ['GET', '/v1/fees'],
  ['GET', '/v1/status'],
  ['GET', '/:x/:x'],
  ['GET', '/v1/deposit/bridge-address/:x'],
  ['GET', '/v1/deposit/status/:x'],
  ['GET', '/v1/withdraw/:x'],
  ['GET', '/v1/withdrawals/:x'],
  ['GET', '/v1/proxy/:x'],
  ['GET', '/v1/gas/price'],
  ['GET', '/v1/solvency'],
  ['POST', '/v1/withdraw'],
  ['POST', '/v1/deposit/recover'],
  ['POST', '/v1/faucet'],
  ['POST', '/v1/orders'],
  ['POST', '/v1/orders/cancel'],
  ['POST', '/v1/orders/cancel-all'],
  ['POST', '/v1/orders/batch'],
  ['POST', '/v1/preview'],
  ['POST', '/admin/bridge/user-tier'],
  ['POST', '/admin/bridge/invalidate-tier-cache'],
  ['POST', '/admin/bridge/executor'],
  ['PUT', '/admin/bridge/daily-cap'],
  ['GET', '/admin/queues'],
  ['POST', '/admin/queues/:x/release'],
  ['POST', '/admin/queues/:x/reject'],
  ['POST', '/admin/recoveries'],
  ['POST', '/admin/withdrawals/resume'],
  ['POST', '/admin/events'],
  ['POST', '/admin/events/:x/resolve'],
  ['POST', '/admin/markets/:x/pause'],
  ['POST', '/admin/markets/:x/resolve'],
  ['POST', '/admin/credit'],
  ['POST', '/admin/builders'],
  ['POST', '/admin/keys'],
  ['PUT', '/admin/fees'],
  ['PUT', '/admin/users/:x/limits'],
  ['DELETE', '/admin/keys/:x'],
  ['GET', '/admin/keys'],
  ['GET', '/admin/audit'],
];
const PARAMETERS = [
  'limit',
  'before',
  'depth',
  'from',
  'to',
  'interval',
  'status',
  'phase',
  'q',
  'after',
  'x',
];

describe('the gateway', () => {
  let gateway: GatewayUnderTest;
  const known: string[] = [];
  const user = new UserUnderTest(1);
  let bodies: readonly Record<string, unknown>[] = [];

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ hasFunding: true });
    await new FundingApps(gateway.bus).start();
    const market_id = await gateway.openMarket(EVENT);
    await gateway.credit(user);
    known.push(market_id, user.name, EVENT.event_id, '1', '0', '5000', '%', '..', '1m', 'active');
    const order = { market_id, side: 'buy', outcome: 'yes', price: 1, size: 1, nonce: 1 } as const;
    bodies = [
      user.order(order),
      user.cancel(market_id, 1),
      user.cancelAll(1),
      EVENT,
      { user: user.name, amount: 1, reference: 'fuzz' },
      user.withdraw({ amount: 2_000, nonce: 1, recipient_ext: user.name }),
      user.recover({ mint: user.name, recipient_ext: user.name, nonce: 1 }),
      { chain: 'ext', address: user.name, token: 'usdc', amount: 1 },
      { user: user.name, tier: 1, enabled: true, micro_usdc: 1 },
      { user: user.name, mint: user.name, recipient_ext: user.name, reference: 'fuzz' },
      { outcome: 'void', price: 1, winner: market_id, void: true },
      {
        name: 'fuzz',
        max_fee_bps: 1,
        builder_id: 'builder-1',
        scopes: ['trade'],
        max_open_orders: 1,
      },
      { categories: [{ name: '*', sub: '*', fee_bps: 1, maker_rebate_pct: 1 }] },
      { operations: [{ place: null }] },
    ];
  });
  afterAll(() => gateway?.stop());

  it('answers whatever is sent with 200 (202 a withdrawal), or with a 4xx in the one shape (fuzz)', async () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }));
    const hex = fc
      .uint8Array({ minLength: 31, maxLength: 33 })
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    const piece = fc.oneof(fc.constantFrom(...known), text, hex, fc.integer().map(String));
    const encoded = piece.map((raw) => (raw === '%' ? raw : encodeURIComponent(raw)));
    const value = fc.oneof(piece, fc.jsonValue(), fc.integer(), fc.double());
    const body = fc
      .tuple(fc.constantFrom(...bodies), fc.nat({ max: 12 }), value, fc.boolean())
      .map(([whole, at, wrong, isWhole]) => {
        const name = Object.keys(whole)[at] ?? 'surprise';
        return isWhole ? whole : { ...whole, [name]: wrong };
      });
    const request = fc.record({
      route: fc.constantFrom(...ROUTES),
      pieces: fc.tuple(encoded, encoded),
      query: fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), piece), { maxLength: 2 }),
      body: fc.oneof(body, fc.jsonValue()),
    });
    const runs = Number(process.env['FUZZ_RUNS'] ?? DEFAULT_RUNS);
    await fc.assert(
      fc.asyncProperty(request, async ({ route: [method, pattern], pieces, query, body: sent }) => {
        const remaining = [...pieces];
        const path = pattern.replaceAll(':x', () => remaining.pop() ?? '');
        const search = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
        const content = method === 'GET' ? undefined : sent;
        const headers = { 'x-admin-key': ADMIN_KEY };
        const answer = await gateway.send(method, `${path}${search}`, content, headers);
        const isFine = answer.status === 200 || answer.status === 202;
        const named = isFine ? null : answer.body.error.request_id;
        expect(answer.status).toBeLessThan(500);
        expect(named).toBe(isFine ? null : answer.headers.get('x-request-id'));
        // What a schema does not say itself, zod would say of itself.
        const said = isFine ? '' : String(answer.body.error.message);
        expect(said).not.toMatch(/Invalid input|expected \w+, received/);
      }),
      { numRuns: runs },
    );
  });
});
