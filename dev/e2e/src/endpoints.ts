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

type Body = Readonly<Record<string, unknown>>;

const SIGNATURE_OF_NOTHING = '0'.repeat(128);
const ID_OF_NOTHING = '0'.repeat(64);
const KEY_ID_OF_NOBODY = '0'.repeat(32);
/** Far ahead: a fuzz that hits a good order by chance leaves the lower nonces free. */
const NONCE = 1_000_000;

export const endpointsOf = (known: KnownThings): readonly Endpoint[] => [
  ...signerEndpoints(known),
  ...tradingEndpoints(known),
  ...fundingEndpoints(known),
  ...reads(known),
  ...marketAdministration(known),
  ...exchangeAdministration(known),
];

const orderOf = ({ user, marketId }: KnownThings) => ({
  user,
  market_id: marketId,
  side: 'buy',
  outcome: 'yes',
  price: 5_000,
  size: 2,
  order_type: 'gtc',
  nonce: NONCE,
});

const AMEND = { order_id: 1, price: 5_000, size: 2, nonce: NONCE };
const FULL_FORM = { self_trade: 'cancel_taker', reduce_only: false, expires_at: 0 };

const KEY_OF_NOBODY = '1'.repeat(32);
const textOf = (what: 'allow' | 'revoke', account: string): string =>
  [
    `Bellwether: ${what} a trading key`,
    '',
    'Network: test',
    `Account: ${account}`,
    `Trading key: ${KEY_OF_NOBODY}`,
    ...(what === 'allow'
      ? ['May: place and cancel orders', 'May not: withdraw', 'Until: 2096-01-01T00:00:00Z']
      : []),
    `Nonce: ${NONCE}`,
  ].join('\n');

function signerEndpoints(known: KnownThings): readonly Endpoint[] {
  const { user, marketId } = known;
  const get = (path: string): Endpoint => ({ on: 'signer', method: 'GET', path });
  const post = (path: string, body: Body): Endpoint => ({
    on: 'signer',
    method: 'POST',
    path,
    body,
  });
  return [
    post('/v1/keys', { user_id: 'fuzz' }),
    post('/v1/session', { user }),
    post('/v1/submit', orderOf(known)),
    post('/v1/sign', orderOf(known)),
    post('/v1/cancel', { user, market_id: marketId, order_id: 1 }),
    post('/v1/cancel-all', { user, market_id: marketId, nonce: NONCE }),
    post('/v1/submit/batch', { operations: [{ place: orderOf(known) }] }),
    post('/v1/amend', { ...AMEND, user, market_id: marketId }),
    post('/v1/cancel-after', { user, seconds: 30, nonce: NONCE }),
    post('/v1/redeem', { user, market_id: marketId, size: 1, nonce: NONCE }),
    post('/v1/deposit/address', { user, chain: 'ext' }),
    post('/v1/deposit/recover', { user, mint: user, recipient_ext: user, nonce: NONCE }),
    post('/v1/withdraw', { user, amount: 1_000_000, recipient_ext: user, nonce: NONCE }),
    post('/v1/trades', { limit: 10, market_id: marketId, from: 1, to: 2 }),
    get('/v1/builder'),
    get('/v1/builder/users?limit=10'),
    get('/v1/builder/trades?limit=10'),
    get('/v1/builder/revenue?interval=1d&from=1700000000&to=1700086400'),
  ];
}

function tradingEndpoints(known: KnownThings): readonly Endpoint[] {
  const { user, marketId } = known;
  const signature = SIGNATURE_OF_NOTHING;
  const post = (path: string, body: Body): Endpoint => ({
    on: 'gateway',
    method: 'POST',
    path,
    body,
  });
  return [
    post('/v1/orders', { ...orderOf(known), signature }),
    post('/v1/session', { public_key: user, timestamp: 1, signature }),
    post('/v1/orders/cancel', { user, market_id: marketId, order_id: 1, signature }),
    post('/v1/orders/cancel-all', { user, market_id: marketId, nonce: NONCE, signature }),
    post('/v1/orders', { ...orderOf(known), ...FULL_FORM, signature }),
    post('/v1/orders/batch', { operations: [{ place: { ...orderOf(known), signature } }] }),
    post('/v1/orders/amend', { ...AMEND, user, market_id: marketId, signature }),
    post('/v1/orders/cancel-after', { user, seconds: 30, nonce: NONCE, signature }),
    post('/v1/positions/redeem', { user, market_id: marketId, size: 1, nonce: NONCE, signature }),
    post('/v1/trading-keys', { text: textOf('allow', user), signature }),
    post('/v1/trading-keys/revoke', { text: textOf('revoke', user), signature }),
  ];
}

/**
 * Deposits and withdrawals, as far as a fuzz may go: what sends a transaction when it happens to be right (the faucet, a
 * tier), or changes what other tests count on (the cap, the switch, the pause), is fuzzed at the gateway, without chains.
 */
function fundingEndpoints({ user }: KnownThings): readonly Endpoint[] {
  const signed = { main_address: user, nonce: NONCE, signature: SIGNATURE_OF_NOTHING };
  const post = (path: string, body: Body): Endpoint => ({
    on: 'gateway',
    method: 'POST',
    path,
    body,
  });
  const gets = [
    `/v1/deposit/bridge-address/${user}`,
    `/v1/deposit/status/${user}`,
    `/v1/withdraw/${ID_OF_NOTHING}`,
    `/v1/withdrawals/${user}?limit=5`,
    `/v1/proxy/${user}`,
    '/v1/gas/price',
  ];
  return [
    ...gets.map((path): Endpoint => ({ on: 'gateway', method: 'GET', path })),
    post('/v1/withdraw', { ...signed, amount: 1_000_000, recipient_ext: user }),
    post('/v1/deposit/recover', { ...signed, mint: user, recipient_ext: user }),
    admin('GET', '/admin/queues?phase=queued&limit=5'),
    admin('GET', '/admin/withdrawals?status=all&limit=5'),
    admin('GET', '/admin/alarms?app=withdraw-worker&limit=5'),
    admin('POST', `/admin/queues/${ID_OF_NOTHING}/release`, {}),
    admin('POST', `/admin/queues/${ID_OF_NOTHING}/reject`, {}),
    admin('POST', '/admin/bridge/invalidate-tier-cache', { user }),
  ];
}

function reads({ user, marketId, eventId }: KnownThings): readonly Endpoint[] {
  return [
    '/v1/markets?status=active&limit=10',
    '/v1/events?q=a&limit=10',
    `/v1/events/${eventId}`,
    '/v1/categories',
    '/v1/markets?sort=volume_24h&limit=5',
    `/v1/markets/${marketId}`,
    `/v1/markets/${marketId}/book?depth=5`,
    `/v1/markets/${marketId}/trades?limit=5`,
    `/v1/markets/${marketId}/candles?interval=1m&from=1&to=2`,
    `/v1/balance/${user}`,
    `/v1/position/${marketId}/${user}`,
    `/v1/nonce/${user}`,
    `/v1/trading-keys/${user}`,
    `/v1/trades/${user}?limit=5`,
    `/v1/positions/${user}?status=open&limit=5`,
    `/v1/orders/${user}?status=open&limit=5`,
    `/v1/orders/${user}/1`,
    `/v1/orders/${user}/by-nonce/1`,
    '/v1/fees',
    '/v1/time',
    '/v1/status',
    '/v1/solvency',
  ].map((path): Endpoint => ({ on: 'gateway', method: 'GET', path }));
}

const admin = (method: Endpoint['method'], path: string, body?: Body): Endpoint => ({
  on: 'gateway',
  method,
  path,
  isAdmin: true,
  ...(body === undefined ? {} : { body }),
});

function marketAdministration({ marketId, eventId }: KnownThings): readonly Endpoint[] {
  return [
    admin('POST', '/admin/events', {
      question: 'A fuzzed question?',
      description: '',
      rules: 'Whatever a fuzz says.',
      resolution_source: 'The fuzz',
      image_url: 'https://example.org/fuzz.png',
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
    admin('POST', `/admin/markets/${marketId}/resolve?dry_run=true`, { outcome: 'yes' }),
    admin('POST', `/admin/events/${eventId}/resolve?dry_run=true`, { void: true }),
  ];
}

function exchangeAdministration({ user, builderId }: KnownThings): readonly Endpoint[] {
  const category = { name: '*', sub: '*', fee_bps: 700, maker_rebate_pct: 20 };
  return [
    admin('POST', '/admin/builders', { name: 'fuzz', max_fee_bps: 50 }),
    admin('POST', '/admin/keys', {
      builder_id: builderId,
      scopes: ['trade'],
      orders_per_second: 10,
    }),
    admin('POST', `/admin/keys/${KEY_ID_OF_NOBODY}/rotate`, {}),
    admin('DELETE', `/admin/keys/${KEY_ID_OF_NOBODY}`),
    admin('GET', '/admin/keys?limit=10'),
    admin('GET', '/admin/builders?q=a&limit=10'),
    admin('GET', `/admin/users?address=${user}&limit=10`),
    admin('GET', '/admin/audit?limit=10'),
    admin('GET', '/admin/audit?operator=nobody&kind=changes&limit=10'),
    admin('POST', '/admin/session', {}),
    admin('GET', '/admin/session'),
    admin('DELETE', '/admin/session', {}),
    admin('GET', '/admin/operators'),
    admin('POST', '/admin/operators', { name: 'fuzz', roles: ['read'] }),
    admin('POST', '/admin/operators/fuzz/rotate', {}),
    admin('DELETE', '/admin/operators/fuzz', {}),
    admin('GET', '/admin/confirmations?state=all&limit=10'),
    admin('POST', '/admin/confirmations/1/confirm', {}),
    admin('POST', '/admin/confirmations/1/reject', {}),
    admin('POST', '/admin/credit', { user, amount: 1, reference: 'fuzz' }),
    admin('POST', '/admin/mode', { mode: 'open' }),
    admin('PUT', '/admin/fees', { categories: [category] }),
    admin('PUT', `/admin/users/${user}/limits`, { max_open_orders: 1_000 }),
  ];
}
