/**
 * Bad input is a 4xx with a code, and names field and value (docs/protocol/http.md). Each row breaks one thing of a
 * request that is good otherwise.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectOk, submitted } from '../src/answers';
import type { Builder } from '../src/builder';
import { suiteExchange } from '../src/exchange';
import { http } from '../src/http';
import { fundedUser, newBuilder, newMarket } from '../src/scenario';

const exchange = suiteExchange();
let builder: Builder;
let order: Record<string, unknown>;
let marketId: string;
let user: string;

beforeAll(async () => {
  ({ builder } = await newBuilder(exchange, { max_fee_bps: 40 }));
  marketId = await newMarket(exchange);
  user = await fundedUser(exchange, builder);
  order = {
    user,
    market_id: marketId,
    side: 'buy',
    outcome: 'yes',
    price: 5_000,
    size: 2,
    order_type: 'gtc',
    nonce: 1,
  };
});

/** The good order with one field as raw JSON, as JavaScript cannot write some of them. */
const orderWith = (field: string, raw: string) =>
  `{${Object.entries(order)
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',')},${JSON.stringify(field)}:${raw}}`;

describe('a field of an order', () => {
  it.each([
    ['price', '0'],
    ['price', '10000'],
    ['price', '-1'],
    ['price', '5000.5'],
    ['price', '5000.0'],
    ['price', '5e3'],
    ['price', '"5000"'],
    ['price', 'null'],
    ['price', 'true'],
    ['size', '0'],
    ['size', '10000001'],
    ['size', '9007199254740993'],
    ['nonce', '0'],
    ['nonce', '9007199254740993'],
    ['nonce', '1e400'],
    ['fee_bps', '-1'],
    ['fee_bps', '101'],
    ['side', '"Buy"'],
    ['side', '"hold"'],
    ['outcome', '"maybe"'],
    ['order_type', '"market"'],
    ['user', '"not a key"'],
    ['user', '"0OIl"'],
    ['market_id', '"xyz"'],
    ['market_id', `"${'a'.repeat(63)}"`],
    ['market_id', `"${'a'.repeat(66)}"`],
  ])('%s: %s is refused by name and value', async (field, raw) => {
    const error = expectError(await builder.send('/v1/submit', orderWith(field, raw)));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', retryable: false });
    expect(error.details['field']).toBe(field);
    expect(JSON.stringify(error.details['value'])).toContain(raw.replaceAll('"', '').slice(0, 16));
  });

  it.each(['user', 'market_id', 'side', 'outcome', 'price', 'size', 'order_type', 'nonce'])(
    '%s may not be missing',
    async (field) => {
      const { [field]: _left, ...rest } = order;
      const error = expectError(await builder.post('/v1/submit', rest));
      expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', details: { field } });
    },
  );

  it('unknown is refused: money APIs do not guess', async () => {
    const error = expectError(await builder.send('/v1/submit', orderWith('prices', '1')));
    expect(error).toMatchObject({
      status: 400,
      code: 'UNKNOWN_FIELD',
      details: { field: 'prices' },
    });
  });

  it('twice is refused', async () => {
    const text = orderWith('price', '5000').replace('{', '{"price":1,');
    const error = expectError(await builder.send('/v1/submit', text));
    expect(error).toMatchObject({ status: 400, details: { field: 'price' } });
  });

  it('over the maximum of the builder names that maximum', async () => {
    const error = expectError(await builder.send('/v1/submit', orderWith('fee_bps', '41')));
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      details: { field: 'fee_bps', value: 41 },
    });
    expect(JSON.stringify(error)).toContain('40');
  });

  it('that is a list or an object is refused by name', async () => {
    for (const raw of ['[5000]', '{"bps":5000}']) {
      const error = expectError(await builder.send('/v1/submit', orderWith('price', raw)));
      expect(error).toMatchObject({ status: 400, details: { field: 'price' } });
    }
  });

  it('of a market that does not exist is 404', async () => {
    const error = expectError(
      await builder.post('/v1/submit', { ...order, market_id: 'ab'.repeat(32) }),
    );
    expect(error).toMatchObject({ status: 404, code: 'MARKET_NOT_FOUND' });
  });
});

describe('a body', () => {
  it.each([
    ['nothing', '', 400],
    ['no JSON', '{"user":', 400],
    ['a list', '[]', 400],
    ['a number', '1', 400],
    ['null', 'null', 400],
    ['with a trailing comma', '{"user":"a",}', 400],
    ['of a prototype', '{"__proto__":{"user":"a"}}', 400],
    ['too large', `{"user":"${'a'.repeat(17_000)}"}`, 413],
  ])('%s is refused', async (_title, text, status) => {
    expect(expectError(await builder.send('/v1/submit', text)).status).toBe(status);
  });

  it('of another media type is 415', async () => {
    const url = `${exchange.file.gateway_url}/v1/orders`;
    const answer = await http(url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      text: '{}',
    });
    expect(expectError(answer)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });
});

describe('a query or path', () => {
  it.each([
    ['/v1/markets?limit=0', 'VALIDATION_FAILED', 'limit'],
    ['/v1/markets?limit=501', 'VALIDATION_FAILED', 'limit'],
    ['/v1/markets?limit=ten', 'VALIDATION_FAILED', 'limit'],
    ['/v1/markets?status=open', 'VALIDATION_FAILED', 'status'],
    ['/v1/markets?colour=red', 'UNKNOWN_FIELD', 'colour'],
    ['/v1/markets/MARKET/book?depth=501', 'VALIDATION_FAILED', 'depth'],
    ['/v1/markets/MARKET/trades?limit=1001', 'VALIDATION_FAILED', 'limit'],
    ['/v1/markets/MARKET/trades?before=nonsense', 'INVALID_CURSOR', 'before'],
    ['/v1/markets/MARKET/candles', 'VALIDATION_FAILED', 'interval'],
    ['/v1/markets/MARKET/candles?interval=2m', 'VALIDATION_FAILED', 'interval'],
    ['/v1/markets/MARKET/candles?interval=1m&from=1700000000000', 'UNIT_MILLISECONDS', 'from'],
    ['/v1/markets/xyz/book', 'VALIDATION_FAILED', 'market_id'],
    ['/v1/balance/not-a-key', 'VALIDATION_FAILED', 'public_key'],
    ['/v1/orders/USER/by-nonce/0', 'VALIDATION_FAILED', 'nonce'],
    ['/v1/orders/USER/-1', 'VALIDATION_FAILED', 'order_id'],
    ['/v1/orders/USER/0', 'VALIDATION_FAILED', 'order_id'],
    ['/v1/markets/MARKET/candles?interval=1m&from=7&to=7', 'VALIDATION_FAILED', 'from'],
  ])('%s: %s at %s', async (template, code, field) => {
    const path = template.replace('MARKET', marketId).replace('USER', user);
    const error = expectError(await exchange.get(path));
    expect(error).toMatchObject({ status: 400, code, details: { field } });
  });

  it.each([
    ['/v1/markets/MARKET', 'MARKET_NOT_FOUND'],
    ['/v1/markets/MARKET/book', 'MARKET_NOT_FOUND'],
    ['/v1/markets/MARKET/trades', 'MARKET_NOT_FOUND'],
    ['/v1/markets/MARKET/candles?interval=1m', 'MARKET_NOT_FOUND'],
    ['/v1/position/MARKET/USER', 'MARKET_NOT_FOUND'],
    ['/v1/orders/USER?market_id=MARKET', 'MARKET_NOT_FOUND'],
    ['/v1/orders/USER?market_id=MARKET&status=open', 'MARKET_NOT_FOUND'],
    ['/v1/events/no-such-event', 'EVENT_NOT_FOUND'],
    ['/v1/orders/USER/9007199254740991', 'ORDER_NOT_FOUND'],
    ['/v1/orders/USER/by-nonce/77', 'ORDER_NOT_FOUND'],
    ['/v2/markets', 'NOT_FOUND'],
    ['/nothing', 'NOT_FOUND'],
  ])('%s: 404 %s', async (template, code) => {
    const path = template.replace('MARKET', 'ab'.repeat(32)).replace('USER', user);
    expect(expectError(await exchange.get(path))).toMatchObject({ status: 404, code });
  });

  it('with another method is 405', async () => {
    const error = expectError(await exchange.post('/v1/markets', {}));
    expect(error).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
  });

  it.each(['/v1/orders/cancel', '/v1/orders/cancel-all'])(
    'GET %s is 405, not a user of that name',
    async (path) => {
      const answer = await exchange.get(path);
      expect(expectError(answer)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
      expect(answer.headers.get('allow')).toBe('POST');
    },
  );
});

describe('what the engine would refuse is refused at the door', () => {
  it('an order id of 0', async () => {
    const cancel = { user, market_id: marketId, order_id: 0 };
    const error = expectError(await builder.post('/v1/cancel', cancel));
    const details = { field: 'order_id', value: 0, expected: expect.stringContaining('from 1') };
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', details });
  });

  it('no open orders at all', async () => {
    const answer = await exchange.admin('PUT', `/admin/users/${user}/limits`, {
      max_open_orders: 0,
    });
    const details = { field: 'max_open_orders', value: 0, expected: expect.any(String) };
    expect(expectError(answer)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', details });
  });

  it('money for a key that nobody can hold', async () => {
    const nobody = `02${'00'.repeat(31)}`;
    const body = { user: nobody, amount: 1, reference: 'nobody' };
    const error = expectError(await exchange.admin('POST', '/admin/credit', body));
    expect(error).toMatchObject({ status: 400, details: { field: 'user' } });
  });
});

describe("a builder's trades", () => {
  it('of a market that does not exist are 404', async () => {
    const answer = await builder.post('/v1/trades', { market_id: 'ab'.repeat(32) });
    expect(expectError(answer)).toMatchObject({ status: 404, code: 'MARKET_NOT_FOUND' });
  });

  it('of a range that holds nothing are refused, naming both ends', async () => {
    const error = expectError(await builder.post('/v1/trades', { from: 7, to: 7 }));
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      details: { field: 'from', value: 7, others: [{ field: 'to', value: 7 }] },
    });
  });
});

describe('the envelope', () => {
  /** Nonce 1 was used up by the order for a market that does not exist. */
  const text = () => JSON.stringify({ ...order, nonce: 2 });
  const send = (headers: Record<string, string>) =>
    http(`${exchange.file.signer_url}/v1/submit`, {
      method: 'POST',
      headers,
      text: text(),
    });
  const good = () => builder.envelope('/v1/submit', text());

  it('of another body does not hold', async () => {
    const headers = builder.envelope('/v1/submit', '{}');
    expect(expectError(await send(headers))).toMatchObject({
      status: 401,
      code: 'API_KEY_INVALID',
    });
  });

  it('of another path does not hold', async () => {
    const headers = builder.envelope('/v1/sign', text());
    expect(expectError(await send(headers)).code).toBe('API_KEY_INVALID');
  });

  it.each(['X-Api-Key', 'X-Timestamp', 'X-Signature'])(
    'without %s does not hold',
    async (header) => {
      const { [header]: _left, ...rest } = good();
      expect(expectError(await send(rest)).status).toBe(401);
    },
  );

  it('of another time says the server time', async () => {
    const error = expectError(await send({ ...good(), 'X-Timestamp': '1700000000' }));
    expect(error).toMatchObject({ status: 401, code: 'TIMESTAMP_SKEW' });
    expect(Math.abs(Number(error.details['server_time']) - Date.now() / 1_000)).toBeLessThan(5);
  });

  it('of an unknown key and a wrong signature cannot be told apart', async () => {
    const envelope = good(); // one for both: the answers name its time
    const unknown = expectError(await send({ ...envelope, 'X-Api-Key': 'bw_test_00_00' }));
    const forged = expectError(await send({ ...envelope, 'X-Signature': '0'.repeat(64) }));
    const { request_id: _first, ...one } = unknown;
    const { request_id: _second, ...other } = forged;
    expect(one).toEqual(other);
  });

  it('that holds is taken', async () => {
    expect(expectOk(submitted, await send(good())).status).toBe('resting');
  });
});
