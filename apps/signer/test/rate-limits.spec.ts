/** The limits of an address and of a key, over HTTP. An address's budget refills in hours. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSigner } from '../src/start';
import type { BuilderClient, HttpAnswer } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const HOURS_MS = 10 * 3_600_000;
const of = (burst: number) => ({ requests: 1, perMs: HOURS_MS, burst });
const TRADES = '/v1/trades';
const BODY = '{"limit":1}';
/** Far above the two of a key with one a second, however slow the machine is. */
const MANY = 120;

let world: SignerUnderTest;
let signer: RunningSigner;
let client: BuilderClient;

/** More than the other tests make. */
const NEW_USERS = 20;

beforeAll(async () => {
  world = await SignerUnderTest.start();
  const rates = { address: of(10), depositAddresses: of(3), newUsers: of(NEW_USERS) };
  signer = await world.startSigner({ TRUSTED_PROXIES: '127.0.0.1' }, rates);
  client = await world.client(signer);
});
afterAll(() => world?.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const honest = (address: string): Promise<HttpAnswer> =>
  client.send(TRADES, BODY, { ...client.envelope(TRADES, BODY), ...from(address) });
const wrongMac = (address: string, path = TRADES): Promise<HttpAnswer> =>
  client.send(path, '{}', { ...client.envelope(path, BODY), ...from(address) });
async function statuses(count: number, ask: () => Promise<HttpAnswer>): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await ask()).status);
  return found;
}
const times = (count: number, status: number): number[] =>
  Array.from({ length: count }, () => status);

describe('an address', () => {
  it('may be wrong about an envelope so often, and then is told to wait', async () => {
    const found = await statuses(12, () => wrongMac('192.0.2.1'));
    expect(found).toEqual([...times(10, 401), 429, 429]);
    const { headers, body } = await wrongMac('192.0.2.1');
    expect(body.error).toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 'address_orders', burst: 10 },
    });
    expect(headers.get('ratelimit-limit')).toBe('10');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(1_000);
    expect((await honest('192.0.2.2')).status).toBe(200);
  });

  it('pays nothing for requests whose envelope holds: their key does', async () => {
    expect(await statuses(30, () => honest('192.0.2.3'))).toEqual(times(30, 200));
  });

  it('is not charged for headers that cannot be an envelope, which are looked up nowhere', async () => {
    const malformed = () => client.send(TRADES, BODY, { ...from('192.0.2.4'), 'x-api-key': 'x' });
    expect(await statuses(15, malformed)).toEqual(times(15, 401));
    expect((await wrongMac('192.0.2.4')).status).toBe(401);
  });

  it('still cancels where its wrong orders are used up', async () => {
    const address = '192.0.2.5';
    await statuses(11, () => wrongMac(address));
    const user = await client.user('canceller');
    const body = JSON.stringify({ user, nonce: 1 });
    const path = '/v1/cancel-all';
    const headers = { ...client.envelope(path, body), ...from(address) };
    expect((await client.send(path, body, headers)).status).toBe(200);
    expect((await wrongMac(address, path)).status).toBe(401);
  });
});

describe('a key', () => {
  const all = (count: number, ask: (index: number) => Promise<HttpAnswer>) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
  const limited = (answers: readonly HttpAnswer[]) =>
    answers.filter(({ status }) => status === 429);

  it('has the rate it was issued with, and a lane for its cancels', async () => {
    const slow = await world.client(signer, { ordersPerSecond: 1 });
    const user = await slow.user('flooder');
    const flood = await all(MANY, () => slow.post(TRADES, { limit: 1 }));
    expect(limited(flood).length).toBeGreaterThan(0);
    const { body, headers } = limited(flood)[0]!;
    expect(body.error.details).toMatchObject({
      limit: 'key_orders',
      requests: 1,
      per_seconds: 1,
      burst: 2,
    });
    expect(headers.get('ratelimit-policy')).toBe('2;w=2;comment="key_orders"');
    const alls = await all(10, (index) => slow.post('/v1/cancel-all', { user, nonce: index + 1 }));
    expect(alls.map(({ status }) => status)).not.toContain(429);
    // Another key at the same address has its own.
    expect((await client.post(TRADES, { limit: 1 })).status).toBe(200);
  });

  it('that leaked without its secret keeps no orders of its builder out', async () => {
    const leaked = await world.client(signer, { ordersPerSecond: 1 });
    const calls = await all(MANY, () => leaked.postWithKey('/v1/keys', { user_id: 'somebody' }));
    expect(limited(calls)[0]?.body.error.details.limit).toBe('key_calls');
    expect((await leaked.post(TRADES, { limit: 1 })).status).toBe(200);
  });

  it('may ask for so many deposit addresses', async () => {
    const user = await client.user('depositor');
    const ask = () => client.postWithKey('/v1/deposit/address', { user, chain: 'ext' });
    // This exchange has no funding apps, so calls within the limit get that answer.
    expect(await statuses(5, ask)).toEqual([...times(3, 503), 429, 429]);
    expect((await ask()).body.error.details.limit).toBe('deposit_addresses_of_key');
  });

  it('makes so many users of its builder, who keep their keys', async () => {
    const make = (name: string) => client.postWithKey('/v1/keys', { user_id: name });
    let made = 0;
    while ((await make(`user ${made}`)).status === 200) made++;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(NEW_USERS);
    const { status, body } = await make(`user ${made}`);
    expect([status, body.error.details.limit]).toEqual([429, 'new_users_of_builder']);
    expect((await make('user 0')).status).toBe(200);
    // A user of another key of its builder is not new.
    const { builder_id: builderId } = (await client.get('/v1/builder')).body;
    const other = await world.client(signer, { builderId });
    expect((await other.postWithKey('/v1/keys', { user_id: 'user 0' })).status).toBe(200);
  });

  it('is told what is left', async () => {
    const { headers } = await client.post(TRADES, { limit: 1 });
    expect(headers.get('ratelimit-limit')).toBe('4000');
    expect(headers.get('ratelimit-policy')).toBe('4000;w=2;comment="key_orders"');
  });
});
