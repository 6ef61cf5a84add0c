/**
 * Every request schema against a table of invalid inputs: one line a case, with the field and the message that the
 * error must name. Valid inputs become domain values.
 */
import { describe, expect, it } from 'vitest';
import { toBase58, toHex } from '@bellwether/codec';
import { validateCommand } from '@bellwether/exchange';
import type { ZodType } from 'zod';
import {
  batchRequest,
  bookQuery,
  builderTradesRequest,
  candlesQuery,
  cancelAllRequest,
  cancelRequest,
  CATALOGUE_SORTS,
  catalogueQuery,
  createBuilderRequest,
  createEventRequest,
  dryRunQuery,
  createKeyRequest,
  creditRequest,
  emptyRequest,
  encodeCursor,
  encodeListCursor,
  eventIdParameter,
  feesRequest,
  keyId,
  modeRequest,
  orderIdParameter,
  orderRequest,
  previewRequest,
  ordersQuery,
  resolveEventRequest,
  resolveMarketRequest,
  signedBatchRequest,
  signedCancelAllRequest,
  signedCancelRequest,
  signedOrderRequest,
  tradesQuery,
  userKeyRequest,
  userLimitsRequest,
} from '../src/index';

const USER = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
const MARKET = new Uint8Array(32).fill(0xab);
const SIGNATURE = new Uint8Array(64).fill(0xcd);

const user = toBase58(USER);
const market_id = toHex(MARKET);
const signature = toHex(SIGNATURE);

const order = {
  user,
  market_id,
  side: 'buy',
  outcome: 'yes',
  price: 5000,
  size: 10,
  order_type: 'gtc',
  nonce: 1,
};
const { user: _user, size: _size, nonce: _nonce, ...preview } = order;
const event = {
  question: 'Will it rain?',
  category: { name: 'weather', sub: 'rain' },
  expiry: 1_900_000_000,
  outcomes: [{ label: 'Yes' }],
};
const rate = { name: '*', sub: '*', fee_bps: 700, maker_rebate_pct: 20 };

/** A number that the strict JSON parser found not to be a safe integer. */
const raw = (token: string) => Symbol(token);

const PRICE = 'an integer from 1 to 9999 (basis points)';
const SIZE = 'an integer from 1 to 10000000 (contracts)';
const NONCE = 'an integer from 1 to 9007199254740991';
const ORDER_ID = 'an integer from 1 to 9007199254740991';
const KEY = 'a public key: 32 bytes in base58 or hex';
const MARKET_ID = '64 characters of hex (a market id of 32 bytes)';
const SIGNED = '128 characters of hex (an Ed25519 signature of 64 bytes)';
const SECONDS = 'a time in Unix seconds (10 digits)';
const ORDER_END = 'an integer from 0 to 253402300799 (Unix seconds)';
const USER_ID = 'text of 1 to 128 bytes of UTF-8';
const LINE = (maxBytes: number, minBytes = 1) =>
  `text of ${minBytes} to ${maxBytes} bytes of UTF-8 without control characters`;

type Case = readonly [
  what: string,
  schema: ZodType,
  input: unknown,
  field: string,
  expected: string,
];

const BAD: readonly Case[] = [
  ['price 0', orderRequest, { ...order, price: 0 }, 'price', PRICE],
  ['price 10000', orderRequest, { ...order, price: 10_000 }, 'price', PRICE],
  ['price as text', orderRequest, { ...order, price: '5000' }, 'price', PRICE],
  ['price 1.5', orderRequest, { ...order, price: raw('1.5') }, 'price', PRICE],
  ['price missing', orderRequest, { ...order, price: undefined }, 'price', PRICE],
  ['size 0', orderRequest, { ...order, size: 0 }, 'size', SIZE],
  ['size above the maximum', orderRequest, { ...order, size: 10_000_001 }, 'size', SIZE],
  ['size -1', orderRequest, { ...order, size: -1 }, 'size', SIZE],
  ['nonce 0', orderRequest, { ...order, nonce: 0 }, 'nonce', NONCE],
  ['nonce unsafe', orderRequest, { ...order, nonce: raw('9007199254740993') }, 'nonce', NONCE],
  [
    'expires_at in milliseconds',
    orderRequest,
    { ...order, expires_at: 1_900_000_000_000 },
    'expires_at',
    SECONDS,
  ],
  ['expires_at -1', orderRequest, { ...order, expires_at: -1 }, 'expires_at', ORDER_END],
  [
    'expires_at too far',
    orderRequest,
    { ...order, expires_at: 253_402_300_800 },
    'expires_at',
    ORDER_END,
  ],
  [
    'a preview without size and budget',
    previewRequest,
    { ...preview },
    'size',
    'given, or `budget_micro_usdc` in its place',
  ],
  [
    'a preview with both',
    previewRequest,
    { ...preview, size: 1, budget_micro_usdc: 1 },
    'size',
    'absent, or `budget_micro_usdc` is: only one of the two',
  ],
  [
    'an operation that is null',
    batchRequest,
    { operations: [null] },
    'operations.0',
    'an object with exactly one of `place`, `cancel`, `amend` and `cancel_all`',
  ],
  [
    'an order of a batch that is null',
    signedBatchRequest,
    { operations: [{ place: null }] },
    'operations.0.place',
    'an object',
  ],
  ['side', orderRequest, { ...order, side: 'BUY' }, 'side', '"buy" or "sell"'],
  ['outcome', orderRequest, { ...order, outcome: 1 }, 'outcome', '"yes" or "no"'],
  [
    'order_type',
    orderRequest,
    { ...order, order_type: 'market' },
    'order_type',
    '"gtc" or "ioc" or "fok" or "post_only"',
  ],
  ['user not base58', orderRequest, { ...order, user: 'l'.repeat(40) }, 'user', KEY],
  ['user too short', orderRequest, { ...order, user: 'abc' }, 'user', KEY],
  ['user of 31 bytes', orderRequest, { ...order, user: toBase58(USER.slice(1)) }, 'user', KEY],
  ['user null', orderRequest, { ...order, user: null }, 'user', KEY],
  ['market_id too short', orderRequest, { ...order, market_id: 'ab' }, 'market_id', MARKET_ID],
  [
    'market_id not hex',
    orderRequest,
    { ...order, market_id: 'g'.repeat(64) },
    'market_id',
    MARKET_ID,
  ],
  [
    'fee_bps above the maximum',
    orderRequest,
    { ...order, fee_bps: 101 },
    'fee_bps',
    'an integer from 0 to 100',
  ],
  ['fee_bps -1', orderRequest, { ...order, fee_bps: -1 }, 'fee_bps', 'an integer from 0 to 100'],
  [
    'fee_bps null',
    orderRequest,
    { ...order, fee_bps: null },
    'fee_bps',
    'an integer from 0 to 100',
  ],
  [
    'a fee without a builder',
    signedOrderRequest,
    { ...order, signature, fee_bps: 1 },
    'fee_bps',
    '0 or absent: only builders charge a fee',
  ],
  ['signature missing', signedOrderRequest, order, 'signature', SIGNED],
  ['signature short', signedOrderRequest, { ...order, signature: 'ab' }, 'signature', SIGNED],
  [
    'signature in base64',
    signedOrderRequest,
    { ...order, signature: Buffer.from(SIGNATURE).toString('base64') },
    'signature',
    SIGNED,
  ],
  [
    'cancel without order_id',
    signedCancelRequest,
    { user, market_id, signature },
    'order_id',
    ORDER_ID,
  ],
  ['order_id 0', cancelRequest, { user, market_id, order_id: 0 }, 'order_id', ORDER_ID],
  [
    'cancel-all with a null market',
    cancelAllRequest,
    { user, market_id: null, nonce: 1 },
    'market_id',
    MARKET_ID,
  ],
  ['cancel-all without nonce', signedCancelAllRequest, { user, signature }, 'nonce', NONCE],
  ['empty user_id', userKeyRequest, { user_id: '' }, 'user_id', USER_ID],
  ['user_id of 129 bytes', userKeyRequest, { user_id: `${'é'.repeat(64)}a` }, 'user_id', USER_ID],
  ['user_id with a lone surrogate', userKeyRequest, { user_id: '\ud800' }, 'user_id', USER_ID],
  ['trades limit', builderTradesRequest, { limit: 1001 }, 'limit', 'an integer from 1 to 1000'],
  ['no question', createEventRequest, { ...event, question: '' }, 'question', LINE(512)],
  [
    'question of two lines',
    createEventRequest,
    { ...event, question: 'a\nb' },
    'question',
    LINE(512),
  ],
  [
    'description too long',
    createEventRequest,
    { ...event, description: 'a'.repeat(8193) },
    'description',
    LINE(8192, 0),
  ],
  [
    'event_id with capitals',
    createEventRequest,
    { ...event, event_id: 'Rain' },
    'event_id',
    '1 to 64 characters of a-z, 0-9 and -',
  ],
  [
    'event_id too long',
    createEventRequest,
    { ...event, event_id: 'a'.repeat(65) },
    'event_id',
    '1 to 64 characters of a-z, 0-9 and -',
  ],
  [
    'no outcomes',
    createEventRequest,
    { ...event, outcomes: [] },
    'outcomes',
    'a list of 1 to 100 outcomes {label}',
  ],
  [
    '101 outcomes',
    createEventRequest,
    { ...event, outcomes: Array.from({ length: 101 }, (_, index) => ({ label: `o${index}` })) },
    'outcomes',
    'a list of 1 to 100 outcomes {label}',
  ],
  [
    'a label twice',
    createEventRequest,
    { ...event, outcomes: [{ label: 'A' }, { label: 'A' }] },
    'outcomes.1.label',
    'a label that does not look like another one, "A"',
  ],
  [
    'a label as text',
    createEventRequest,
    { ...event, outcomes: ['A'] },
    'outcomes.0',
    'an object {label}',
  ],
  [
    'opens_at after expiry',
    createEventRequest,
    { ...event, opens_at: 1_900_000_000 },
    'opens_at',
    'before `expiry`',
  ],
  [
    'expiry in milliseconds',
    createEventRequest,
    { ...event, expiry: 1_900_000_000_000 },
    'expiry',
    SECONDS,
  ],
  [
    'expiry of 11 digits',
    createEventRequest,
    { ...event, expiry: 10_000_000_000 },
    'expiry',
    SECONDS,
  ],
  [
    'fee_bps of an event',
    createEventRequest,
    { ...event, fee_bps: 1001 },
    'fee_bps',
    'an integer from 0 to 1000',
  ],
  [
    'category sub missing',
    createEventRequest,
    { ...event, category: { name: 'a' } },
    'category.sub',
    LINE(64),
  ],
  [
    'category as text',
    createEventRequest,
    { ...event, category: 'a' },
    'category',
    'an object {name, sub}',
  ],
  [
    'mutually_exclusive as number',
    createEventRequest,
    { ...event, mutually_exclusive: 1 },
    'mutually_exclusive',
    'true or false',
  ],
  [
    'price with yes',
    resolveMarketRequest,
    { outcome: 'yes', price: 5000 },
    'price',
    'absent: only `void` takes a price',
  ],
  [
    'void price 10001',
    resolveMarketRequest,
    { outcome: 'void', price: 10_001 },
    'price',
    'an integer from 0 to 10000 (basis points)',
  ],
  [
    'neither winner nor void',
    resolveEventRequest,
    {},
    'winner',
    'given, or `void`: true in its place',
  ],
  [
    'both winner and void',
    resolveEventRequest,
    { winner: market_id, void: true },
    'winner',
    'given, or `void`: true in its place',
  ],
  ['void false', resolveEventRequest, { void: false }, 'void', 'true, in place of `winner`'],
  ['builder without name', createBuilderRequest, {}, 'name', LINE(128)],
  [
    'builder fee',
    createBuilderRequest,
    { name: 'a', max_fee_bps: 101 },
    'max_fee_bps',
    'an integer from 0 to 100',
  ],
  [
    'no scopes',
    createKeyRequest,
    { builder_id: 'b', scopes: [] },
    'scopes',
    'a list of 1 to 16 scopes',
  ],
  [
    'orders_per_second 0',
    createKeyRequest,
    { builder_id: 'b', orders_per_second: 0 },
    'orders_per_second',
    'an integer from 1 to 100000',
  ],
  [
    'credit of 0',
    creditRequest,
    { user, amount: 0, reference: 'r' },
    'amount',
    'an integer from 1 to 9007199254740991 (micro-USDC)',
  ],
  ['mode', modeRequest, { mode: 'closed' }, 'mode', '"open" or "cancel_only" or "halted"'],
  [
    'rebate above the maximum',
    feesRequest,
    { categories: [{ ...rate, maker_rebate_pct: 51 }] },
    'categories.0.maker_rebate_pct',
    'an integer from 0 to 50',
  ],
  [
    'no categories',
    feesRequest,
    { categories: [] },
    'categories',
    'a list of 1 to 256 categories {name, sub, fee_bps, maker_rebate_pct}',
  ],
  [
    'max_open_orders above the maximum',
    userLimitsRequest,
    { max_open_orders: 100_001 },
    'max_open_orders',
    'an integer from 1 to 100000 or null',
  ],
  [
    'max_open_orders 0',
    userLimitsRequest,
    { max_open_orders: 0 },
    'max_open_orders',
    'an integer from 1 to 100000 or null',
  ],
  ['limit 0', tradesQuery, { limit: '0' }, 'limit', 'an integer from 1 to 1000'],
  ['no rules', createEventRequest, { ...event, rules: '' }, 'rules', LINE(8_192)],
  [
    'a long source',
    createEventRequest,
    { ...event, resolution_source: 'x'.repeat(513) },
    'resolution_source',
    LINE(512),
  ],
  [
    'sort',
    catalogueQuery,
    { sort: 'oldest' },
    'sort',
    '"newest" or "volume" or "volume_24h" or "ending"',
  ],
  ['dry run', dryRunQuery, { dry_run: '1' }, 'dry_run', '"true" or "false"'],
  ['limit over the maximum', tradesQuery, { limit: '1001' }, 'limit', 'an integer from 1 to 1000'],
  ['limit in hex', tradesQuery, { limit: '0x10' }, 'limit', 'an integer from 1 to 1000'],
  ['limit with a sign', tradesQuery, { limit: '+5' }, 'limit', 'an integer from 1 to 1000'],
  ['limit empty', tradesQuery, { limit: '' }, 'limit', 'an integer from 1 to 1000'],
  ['limit with leading zero', tradesQuery, { limit: '05' }, 'limit', 'an integer from 1 to 1000'],
  ['limit twice', tradesQuery, { limit: ['1', '2'] }, 'limit', 'an integer from 1 to 1000'],
  ['depth', bookQuery, { depth: '501' }, 'depth', 'an integer from 1 to 500'],
  ['markets limit', catalogueQuery, { limit: '501' }, 'limit', 'an integer from 1 to 500'],
  [
    'market status',
    catalogueQuery,
    { status: 'open' },
    'status',
    '"pending" or "active" or "paused" or "closed" or "proposed" or "disputed" or "resolved" or "voided"',
  ],
  [
    'interval',
    candlesQuery,
    { interval: '2m' },
    'interval',
    '"1m" or "5m" or "15m" or "1h" or "1d"',
  ],
  ['from with a fraction', candlesQuery, { interval: '1m', from: '1.5' }, 'from', SECONDS],
  [
    'order status',
    ordersQuery,
    { status: 'done' },
    'status',
    '"open" or "resting" or "partially_filled" or "filled" or "cancelled"',
  ],
];

describe('request schemas', () => {
  it.each(BAD)('refuse %s', (_what, schema, input, field, expected) => {
    const result = schema.safeParse(input);
    const issues = result.error?.issues.map((issue) => [issue.path.join('.'), issue.message]);
    expect(issues).toEqual([[field, expected]]);
  });

  it.each([
    ['candles', candlesQuery, { interval: '1m', from: '20', to: '10' }],
    ['candles', candlesQuery, { interval: '1m', from: '20', to: '20' }],
    ["a builder's trades", builderTradesRequest, { from: 20, to: 10 }],
    ["a builder's trades", builderTradesRequest, { from: 20, to: 20 }],
  ] as const)('refuse for %s a range that holds nothing, naming both ends', (_, schema, input) => {
    const issues = schema.safeParse(input).error?.issues;
    expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      ['from', 'less than `to`'],
      ['to', 'greater than `from`'],
    ]);
    expect(schema.safeParse({ ...input, to: undefined }).success).toBe(true);
  });

  // The engine never refuses the shape of a request that the gateway accepts: the two define their bounds separately.
  it.each([1, Number.MAX_SAFE_INTEGER])(
    'let through what the engine takes: a cancel of order %i',
    (order_id) => {
      const cancel = signedCancelRequest.parse({ user, market_id, order_id, signature });
      const command = { kind: 'cancel', ...cancel } as const;
      expect(validateCommand(command, 'cancel')).toBeNull();
    },
  );

  it.each([1, 100_000, null])('let through what the engine takes: a limit of %s orders', (max) => {
    const { maxOpenOrders } = userLimitsRequest.parse({ max_open_orders: max });
    const command = { kind: 'set_user_limits', user: USER, maxOpenOrders } as const;
    expect(validateCommand(command, 'admin')).toBeNull();
  });

  it.each([
    ['order', orderRequest, order],
    ['signed order', signedOrderRequest, { ...order, signature }],
    ['signed cancel', signedCancelRequest, { user, market_id, order_id: 1, signature }],
    ['signed cancel-all', signedCancelAllRequest, { user, nonce: 1, signature }],
    ['user key', userKeyRequest, { user_id: 'a' }],
    ['event', createEventRequest, event],
    ['resolve market', resolveMarketRequest, { outcome: 'yes' }],
    ['resolve event', resolveEventRequest, { void: true }],
    ['empty', emptyRequest, {}],
    ['credit', creditRequest, { user, amount: 1, reference: 'r' }],
    ['mode', modeRequest, { mode: 'open' }],
    ['fees', feesRequest, { categories: [rate] }],
    ['limits', userLimitsRequest, { max_open_orders: 5 }],
    ['key', createKeyRequest, { builder_id: 'b' }],
    ['builder', createBuilderRequest, { name: 'b' }],
    ['trades query', tradesQuery, {}],
    ['catalogue query', catalogueQuery, {}],
    ['candles query', candlesQuery, { interval: '1m' }],
    ['orders query', ordersQuery, {}],
  ] as const)('takes a good %s and refuses an unknown field in it', (_what, schema, input) => {
    expect(schema.safeParse(input).success).toBe(true);
    const result = schema.safeParse({ ...input, surprise: 1 });
    expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['surprise'] }]);
  });

  it('gives an order as the domain has it, ids in either case and either alphabet', () => {
    const terms = orderRequest.parse({
      ...order,
      user: toHex(USER),
      market_id: market_id.toUpperCase(),
    });
    expect(terms).toEqual({
      user: USER,
      marketId: MARKET,
      side: 'buy',
      outcome: 'yes',
      price: 5000,
      size: 10,
      orderType: 'gtc',
      nonce: 1,
      feeBps: 0,
    });
  });

  it('takes the largest values', () => {
    const largest = {
      ...order,
      price: 9999,
      size: 10_000_000,
      nonce: Number.MAX_SAFE_INTEGER,
      fee_bps: 100,
    };
    expect(orderRequest.parse(largest)).toMatchObject({
      price: 9999,
      size: 10_000_000,
      feeBps: 100,
    });
  });

  it('gives a signed cancel-all with and without its market', () => {
    const all = signedCancelAllRequest.parse({ user, nonce: 7, signature });
    expect(all).toEqual({ user: USER, marketId: null, nonce: 7, signature: SIGNATURE });
    expect(signedCancelAllRequest.parse({ user, market_id, nonce: 7, signature }).marketId).toEqual(
      MARKET,
    );
  });

  it('gives an event with the defaults filled in', () => {
    expect(createEventRequest.parse(event)).toEqual({
      eventId: null,
      question: 'Will it rain?',
      description: '',
      category: { name: 'weather', sub: 'rain' },
      expiry: 1_900_000_000,
      mutuallyExclusive: false,
      feeBps: null,
      opensAt: null,
      labels: ['Yes'],
    });
  });

  it.each([
    'https://example.org/a.png',
    'https://EXAMPLE.org',
    'https://a-b.example.museum:8443/p/a.png?w=2&h=%20#x',
    'https://xn--bcher-kva.example/[1]',
  ])('takes the picture %s', (image_url) => {
    expect(createEventRequest.parse({ ...event, image_url }).imageUrl).toBe(image_url);
  });

  it.each([
    '',
    'http://example.org/a.png',
    'https:/example.org',
    'https://',
    'https://localhost/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://user:secret@example.org/a.png',
    'https://example.org@evil.example/a.png',
    'https://example.org:0/',
    'https://example.org\\a.png',
    'https://example.org/a b.png',
    'https://example.org/a.png"onerror=1',
    "https://example.org/a.png');x:url('",
    'https://example.org/ä.png',
    'https://-example.org/',
    'https://example..org/',
    'javascript:alert(1)//https://example.org',
    ' https://example.org/a.png',
    'https://example.org/a.png\n',
    `https://example.org/${'a'.repeat(500)}`,
  ])('refuses the picture %j', (image_url) => {
    const result = createEventRequest.safeParse({ ...event, image_url });
    expect(result.error?.issues).toMatchObject([{ path: ['image_url'] }]);
  });

  it.each(CATALOGUE_SORTS)('goes on in the sort %s with its own cursor alone', (sort) => {
    const key = sort === 'newest' ? { value: 7, createdSeq: 7 } : { value: 12, createdSeq: 7 };
    const before = encodeListCursor(sort, key);
    expect(catalogueQuery.parse({ sort, before }).page.before).toEqual(key);
    for (const other of CATALOGUE_SORTS) {
      if (other === sort) continue;
      const result = catalogueQuery.safeParse({ sort: other, before });
      expect(result.error?.issues).toMatchObject([
        { path: ['before'], params: { code: 'INVALID_CURSOR' } },
      ]);
    }
  });

  it('keeps the lines of a description', () => {
    expect(createEventRequest.parse({ ...event, description: 'a\n\tb' }).description).toBe(
      'a\n\tb',
    );
  });

  it('says of milliseconds that they are milliseconds', () => {
    const result = candlesQuery.safeParse({ interval: '1m', from: '1700000000000' });
    expect(result.error?.issues).toMatchObject([
      { path: ['from'], params: { code: 'UNIT_MILLISECONDS' } },
    ]);
  });

  it.each(['', 'x', '-1', encodeCursor('order', 5), 'dHJhZGUuMDU'])(
    'says of the cursor %j that it is a bad one',
    (before) => {
      expect(tradesQuery.safeParse({ before }).error?.issues).toMatchObject([
        { path: ['before'], params: { code: 'INVALID_CURSOR' } },
      ]);
    },
  );

  it('gives the key behind a good cursor', () => {
    expect(tradesQuery.parse({ before: encodeCursor('trade', 5) }).before).toBe(5);
  });

  it('reads path parameters', () => {
    expect(orderIdParameter.parse('17')).toBe(17);
    expect(orderIdParameter.safeParse('0').success).toBe(false);
    expect(orderIdParameter.safeParse('9007199254740992').success).toBe(false);
    expect(eventIdParameter.safeParse('a\nb').success).toBe(false);
    expect(keyId.parse('AB'.repeat(16))).toBe('ab'.repeat(16));
    expect(keyId.safeParse('ab').success).toBe(false);
  });
});
