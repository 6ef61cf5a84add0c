/** Every endpoint, with a body or a path that it takes: what bad input and fuzz start from. */
export interface Endpoint {
  readonly on: 'gateway' | 'signer';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly isAdmin?: boolean;
}

export interface KnownThings {
  readonly marketId: string;
  readonly eventId: string;
  readonly user: string;
  readonly builderId: string;
}

const NEVER_VALID_SIGNATURE = '0'.repeat(128);
/** Far ahead and free for a fuzz to take: every nonce it uses is its own user's. */
const NONCE = 1_000_000;

export function endpointsOf({
  marketId,
  eventId,
  user,
  builderId,
}: KnownThings): readonly Endpoint[] {
  const order = {
    user,
    market_id: marketId,
    side: 'buy',
    outcome: 'yes',
    price: 5_000,
    size: 1,
    order_type: 'gtc',
    nonce: NONCE,
  };
  const signature = NEVER_VALID_SIGNATURE;
  const get = (path: string): Endpoint => ({ on: 'gateway', method: 'GET', path });
  const post = (on: Endpoint['on'], path: string, body: Record<string, unknown>): Endpoint => ({
    on,
    method: 'POST',
    path,
    body,
  });
  const admin = (
    method: Endpoint['method'],
    path: string,
    body?: Record<string, unknown>,
  ): Endpoint => ({
    on: 'gateway',
    method,
    path,
    isAdmin: true,
    ...(body === undefined ? {} : { body }),
  });
  return [
    post('signer', '/v1/keys', { user_id: 'fuzz' }),
    post('signer', '/v1/submit', order),
    post('signer', '/v1/sign', order),
    post('signer', '/v1/cancel', { user, market_id: marketId, order_id: 1 }),
    post('signer', '/v1/cancel-all', { user, market_id: marketId, nonce: NONCE }),
    post('signer', '/v1/deposit/address', { user, chain: 'ext' }),
    post('signer', '/v1/trades', { limit: 10, market_id: marketId, from: 1, to: 2 }),
    post('gateway', '/v1/orders', { ...order, signature }),
    post('gateway', '/v1/orders/cancel', { user, market_id: marketId, order_id: 1, signature }),
    post('gateway', '/v1/orders/cancel-all', {
      user,
      market_id: marketId,
      nonce: NONCE,
      signature,
    }),
    get('/v1/markets?status=active&limit=10'),
    get('/v1/events?q=a&limit=10'),
    get(`/v1/events/${eventId}`),
    get(`/v1/markets/${marketId}`),
    get(`/v1/markets/${marketId}/book?depth=5`),
    get(`/v1/markets/${marketId}/trades?limit=5`),
    get(`/v1/markets/${marketId}/candles?interval=1m&from=1&to=2`),
    get(`/v1/balance/${user}`),
    get(`/v1/position/${marketId}/${user}`),
    get(`/v1/nonce/${user}`),
    get(`/v1/trades/${user}?limit=5`),
    get(`/v1/orders/${user}?status=open&limit=5`),
    get(`/v1/orders/${user}/1`),
    get(`/v1/orders/${user}/by-nonce/1`),
    get('/v1/fees'),
    get('/v1/time'),
    get('/v1/status'),
    get('/v1/solvency'),
    admin('POST', '/admin/events', {
      question: 'A fuzzed question?',
      description: '',
      category: { name: 'tests', sub: 'fuzz' },
      expiry: 4_000_000_000,
      mutually_exclusive: false,
      fee_bps: 100,
      outcomes: [{ label: 'Yes' }],
    }),
    admin('POST', `/admin/markets/${marketId}/pause`, {}),
    admin('POST', `/admin/markets/${marketId}/resume`, {}),
    admin('POST', `/admin/markets/${marketId}/close`, {}),
    admin('POST', `/admin/markets/${marketId}/resolve`, { outcome: 'void', price: 5_000 }),
    admin('POST', `/admin/events/${eventId}/resolve`, { void: true }),
    admin('POST', '/admin/builders', { name: 'fuzz', max_fee_bps: 50 }),
    admin('POST', '/admin/keys', {
      builder_id: builderId,
      scopes: ['trade'],
      orders_per_second: 10,
    }),
    admin('POST', `/admin/keys/${'0'.repeat(32)}/rotate`, {}),
    admin('DELETE', `/admin/keys/${'0'.repeat(32)}`),
    admin('GET', '/admin/keys?limit=10'),
    admin('GET', '/admin/audit?limit=10'),
    admin('POST', '/admin/credit', { user, amount: 1, reference: 'fuzz' }),
    admin('POST', '/admin/mode', { mode: 'open' }),
    admin('PUT', '/admin/fees', {
      categories: [{ name: '*', sub: '*', fee_bps: 700, maker_rebate_pct: 20 }],
    }),
    admin('PUT', `/admin/users/${user}/limits`, { max_open_orders: 1_000 }),
  ];
}
