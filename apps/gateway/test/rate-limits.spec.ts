/**
 * The limits of an address, over HTTP. Budgets refill in hours, so that no clock matters. A trusted proxy names the
 * addresses.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_KEY, EVENT, GatewayUnderTest } from './gateway-under-test';
import type { HttpAnswer } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const HOURS_MS = 10 * 3_600_000;
const of = (burst: number) => ({ requests: 1, perMs: HOURS_MS, burst });
const RATES = {
  address: of(20),
  adminFailures: of(3),
  depositAddresses: of(4),
  faucet: of(6),
  faucetOfRecipient: of(2),
};
const ADMIN = { 'x-admin-key': 'a wrong key' };
const alice = new UserUnderTest(41);
const bob = new UserUnderTest(42);

let gateway: GatewayUnderTest;
let market_id: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ rates: RATES, trustedProxies: '127.0.0.1' });
  market_id = await gateway.openMarket(EVENT);
  await gateway.credit(alice);
});
afterAll(() => gateway?.stop());

const from = (address: string, headers: Record<string, string> = {}) => ({
  'x-forwarded-for': address,
  ...headers,
});
const read = (address: string): Promise<HttpAnswer> => gateway.get('/v1/time', from(address));
const post = (address: string, path: string, body: unknown): Promise<HttpAnswer> =>
  gateway.send('POST', path, body, from(address));
/** One after the other. */
async function statuses(count: number, ask: (index: number) => Promise<HttpAnswer>) {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await ask(index)).status);
  return found;
}
const times = (count: number, status: number): number[] =>
  Array.from({ length: count }, () => status);

describe('an address', () => {
  it('is told what is left, in the header fields that clients know', async () => {
    const first = await read('192.0.2.1');
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-limit')).toBe('20');
    expect(first.headers.get('ratelimit-remaining')).toBe('19');
    expect(first.headers.get('ratelimit-reset')).toBe('36000');
    expect(first.headers.get('ratelimit-policy')).toBe('20;w=720000;comment="address_reads"');
    expect((await read('192.0.2.1')).headers.get('ratelimit-remaining')).toBe('18');
  });

  it('that floods is told which limit, its size, and when to come back', async () => {
    expect(await statuses(22, () => read('192.0.2.2'))).toEqual([
      ...times(20, 200),
      ...times(2, 429),
    ]);
    const { status, headers, body } = await read('192.0.2.2');
    expect([status, body.error.code, body.error.retryable]).toEqual([429, 'RATE_LIMITED', true]);
    const { details } = body.error;
    expect(details).toMatchObject({
      limit: 'address_reads',
      requests: 1,
      per_seconds: HOURS_MS / 1_000,
      burst: 20,
    });
    expect(details.retry_after_ms).toBeGreaterThan(HOURS_MS / 2);
    expect(headers.get('retry-after')).toBe(String(Math.ceil(details.retry_after_ms / 1_000)));
    expect(headers.get('ratelimit-remaining')).toBe('0');
    expect(headers.get('ratelimit-policy')).toBe('20;w=720000;comment="address_reads"');
    expect(headers.get('x-request-id')).toBe(body.error.request_id);
  });

  it('keeps no other out', async () => {
    await statuses(21, () => read('192.0.2.3'));
    expect((await read('192.0.2.4')).status).toBe(200);
  });

  it('of IPv6 is its network of 64 bits', async () => {
    expect(await statuses(21, (index) => read(`2001:db8:7::${index + 1}`))).toEqual([
      ...times(20, 200),
      429,
    ]);
    expect((await read('2001:db8:7:1::1')).status).toBe(200);
  });

  it('is charged for paths that do not exist as for any', async () => {
    const ask = () => gateway.get('/v1/nothing', from('192.0.2.5'));
    expect(await statuses(21, ask)).toEqual([...times(20, 404), 429]);
  });

  it('under a flood of reads and orders still cancels, and is no dead server', async () => {
    const flooding = '192.0.2.6';
    const resting = { market_id, side: 'buy', outcome: 'yes', price: 100, size: 1 } as const;
    const placed = await post(flooding, '/v1/orders', alice.order({ ...resting, nonce: 1 }));
    expect(placed.status).toBe(200);
    await statuses(21, () => read(flooding));
    await statuses(20, () => post(flooding, '/v1/orders', {}));
    const order = () => post(flooding, '/v1/orders', alice.order({ ...resting, nonce: 2 }));
    expect([(await read(flooding)).status, (await order()).status]).toEqual([429, 429]);

    const cancel = alice.cancel(market_id, placed.body.order_id);
    expect((await post(flooding, '/v1/orders/cancel', cancel)).status).toBe(200);
    await statuses(30, () => post(flooding, '/v1/orders/cancel', cancel));
    expect((await post(flooding, '/v1/orders/cancel', cancel)).status).toBe(429);
    const all = await post(flooding, '/v1/orders/cancel-all', alice.cancelAll(1));
    expect(all.status).toBe(200);
    expect((await gateway.get('/readyz', from(flooding))).status).toBe(200);
    // A refusal used no nonce: the same order is accepted from elsewhere.
    const again = alice.order({ ...resting, nonce: 2 });
    expect((await post('192.0.2.7', '/v1/orders', again)).status).toBe(200);
  });
});

describe('an operator', () => {
  it('is never kept out by wrong keys from its own address, which are', async () => {
    const wrong = () => gateway.send('GET', '/admin/audit', undefined, from('192.0.2.8', ADMIN));
    expect(await statuses(3, wrong)).toEqual([401, 401, 429]);
    expect(await wrong()).toMatchObject({ status: 429, body: { success: false } });
    const asOperator = gateway.admin('GET', '/admin/audit');
    expect((await asOperator).status).toBe(200);
    for (let count = 0; count < 30; count++) {
      expect((await gateway.admin('GET', '/admin/audit?limit=1')).status).toBe(200);
    }
  });
});

describe('who calls /admin and is nobody known', () => {
  it('is charged in the lane of reads, before anything is done for it', async () => {
    const ask = () => gateway.send('GET', '/admin/audit', undefined, from('192.0.2.30'));
    expect(await statuses(3, ask)).toEqual([401, 401, 429]);
    expect((await ask()).body.error.details.limit).toBe('address_reads');
    const known = { 'x-admin-key': ADMIN_KEY };
    const asOperator = () =>
      gateway.send('GET', '/admin/audit', undefined, from('192.0.2.30', known));
    expect(await statuses(5, asOperator)).toEqual(times(5, 200));
  });
});

describe('a read that costs more than another', () => {
  const left = async (address: string, path: string): Promise<[number, string | null]> => {
    const { status, headers } = await gateway.get(path, from(address));
    return [status, headers.get('ratelimit-remaining')];
  };

  it('counts as more: long lists, deep books, candles of a time that was asked for', async () => {
    const trades = `/v1/trades/${alice.name}`;
    const market = `/v1/markets/${market_id}`;
    expect(await left('192.0.2.20', trades)).toEqual([200, '19']);
    expect(await left('192.0.2.20', `${trades}?limit=100`)).toEqual([200, '18']);
    expect(await left('192.0.2.20', `${trades}?limit=1000`)).toEqual([200, '8']);
    expect(await left('192.0.2.20', `${market}/book?depth=250`)).toEqual([200, '7']);
    expect(await left('192.0.2.20', `${market}/book`)).toEqual([200, '5']);
    const now = Math.floor(Date.now() / 1_000);
    expect(await left('192.0.2.20', `${market}/candles?interval=1m&from=${now - 3_600}`)).toEqual([
      200,
      '0',
    ]);
    expect((await read('192.0.2.20')).status).toBe(429);
  });

  it('and is refused counts as one: what it asked for was no number', async () => {
    const path = `/v1/trades/${alice.name}`;
    expect(await left('192.0.2.21', `${path}?limit=many`)).toEqual([400, '19']);
    expect(await left('192.0.2.21', `${path}?limit=1e99`)).toEqual([400, '9']);
    expect(await left('192.0.2.21', `${path}?limit=-5`)).toEqual([400, '8']);
  });

  it('a preview counts as what it came to, and is not begun where there is no room for the longest', async () => {
    const terms = { market_id, side: 'buy', outcome: 'yes', price: 200, size: 1 } as const;
    const ask = () =>
      post('192.0.2.22', '/v1/preview', { user: alice.name, ...terms, order_type: 'gtc' });
    const first = await ask();
    expect([first.status, first.headers.get('ratelimit-remaining')]).toEqual([200, '0']);
    // All but one were refunded: this exchange's burst is below the longest preview.
    expect((await ask()).status).toBe(429);
    expect((await read('192.0.2.22')).headers.get('ratelimit-remaining')).toBe('18');
  });
});

describe('calls that cost more than a read', () => {
  // This exchange has no funding apps, so calls within the limits get that answer.
  it('are limited by address: deposit addresses', async () => {
    const path = `/v1/deposit/bridge-address/${alice.name}`;
    const ask = () => gateway.get(path, from('192.0.2.9'));
    expect(await statuses(6, ask)).toEqual([...times(4, 503), 429, 429]);
    expect((await ask()).body.error.details.limit).toBe('deposit_addresses');
    expect((await gateway.get(path, from('192.0.2.10'))).status).toBe(503);
  });

  it('are limited by address: proxy wallets, which are deposit addresses too', async () => {
    const ask = (path: string) => gateway.get(`${path}/${alice.name}`, from('192.0.2.15'));
    expect(await statuses(3, () => ask('/v1/proxy'))).toEqual(times(3, 503));
    expect((await ask('/v1/deposit/bridge-address')).status).toBe(503);
    const refused = await ask('/v1/proxy');
    expect(refused).toMatchObject({ status: 429, body: { success: false } });
    expect(refused.body.error.details.limit).toBe('deposit_addresses');
  });

  it('are limited by address: what asks nodes before anything is proven', async () => {
    const ask = (path: string, body: object) => post('192.0.2.16', path, body);
    const quote = { main_address: alice.name, amount: 1 };
    expect(await statuses(3, () => ask('/v1/withdraw/quote', quote))).toEqual(times(3, 503));
    // An invalid body was charged too.
    expect((await ask('/v1/withdraw', {})).status).toBe(400);
    const refused = await ask('/v1/deposit/recover', {});
    expect(refused).toMatchObject({ status: 429, body: { success: false } });
    expect(refused.body.error.details.limit).toBe('chain_calls');
  });

  it('are limited by address and by recipient: the faucet', async () => {
    const drip = (address: string, user: UserUnderTest) =>
      post(address, '/v1/faucet', { chain: 'ext', address: user.name, token: 'usdc', amount: 1 });
    expect(await statuses(3, () => drip('192.0.2.11', alice))).toEqual([503, 503, 429]);
    const refused = await drip('192.0.2.12', alice);
    expect(refused.body.error.details.limit).toBe('faucet_of_recipient');
    expect(await statuses(2, () => drip('192.0.2.12', bob))).toEqual([503, 503]);
    const many = await statuses(8, (index) => drip('192.0.2.13', new UserUnderTest(50 + index)));
    expect(many).toEqual([...times(6, 503), 429, 429]);
  });
});

describe('the status', () => {
  it('tells the limits', async () => {
    const { body } = await gateway.get('/v1/status', from('192.0.2.14'));
    expect(body.limits.rate_limits).toEqual({
      address: { requests: 1, per_seconds: HOURS_MS / 1_000, burst: 20 },
      user_orders: { requests: 40, per_seconds: 1, burst: 120 },
      user_cancels: { requests: 80, per_seconds: 1, burst: 120 },
      user_keys: { requests: 20, per_seconds: 60, burst: 40 },
    });
  });
});
