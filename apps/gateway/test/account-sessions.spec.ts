/** Who may read an owner's data, over HTTP and on a stream, on a whole gateway. */
import { createHash, randomBytes } from 'node:crypto';
import { formatOperatorKey } from '../src/operators/operator-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_SECONDS } from '@bellwether/canonical-message';
import { ADMIN_KEY, EVENT, GatewayUnderTest } from './gateway-under-test';
import { StreamClient } from './stream/stream-client';
import { UserUnderTest } from './user-under-test';

const alice = new UserUnderTest(1);
const bob = new UserUnderTest(2);
let gateway: GatewayUnderTest;
let market_id: string;
const clients: StreamClient[] = [];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({
    hasPublicUserReads: false,
    streams: { heartbeatMs: 200 },
  });
  market_id = await gateway.openMarket(EVENT);
  await gateway.credit(alice, bob);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await gateway?.stop();
});

const now = async (): Promise<number> => (await gateway.get('/v1/time')).body.time;
const tokenOf = async (user: UserUnderTest): Promise<string> => {
  const answer = await gateway.post('/v1/session', user.session(await now()));
  expect(answer).toMatchObject({ status: 200, body: { public_key: user.name } });
  return answer.body.token;
};
const read = (path: string, token?: string) =>
  gateway.send(
    'GET',
    path,
    undefined,
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );

describe('the owner’s reads', () => {
  const paths = (user: string) => [
    `/v1/orders/${user}?status=open`,
    `/v1/orders/${user}`,
    `/v1/orders/${user}/1`,
    `/v1/orders/${user}/by-nonce/1`,
    `/v1/ledger/${user}`,
    `/v1/deposit/status/${user}`,
  ];

  it.each(paths(alice.name))('%s takes a session of the account', async (path) => {
    const without = await read(path);
    expect(without).toMatchObject({ status: 401, body: { error: { code: 'SESSION_REQUIRED' } } });
    expect(without.headers.get('www-authenticate')).toBe('Bearer');
    const bobs = await read(path, await tokenOf(bob));
    expect(bobs).toMatchObject({ status: 403, body: { error: { code: 'NOT_YOUR_ACCOUNT' } } });
    const own = await read(path, await tokenOf(alice));
    expect([200, 404, 503]).toContain(own.status);
    const invalid = await read(path, 'no token');
    expect(invalid).toMatchObject({ status: 401, body: { error: { code: 'SESSION_INVALID' } } });
  });

  it('a preview tells the owner alone which orders the user has open', async () => {
    const side = { market_id, outcome: 'yes', price: 5_000, size: 20, order_type: 'gtc' } as const;
    const resting = await gateway.post(
      '/v1/orders',
      alice.order({ ...side, side: 'buy', outcome: 'no', nonce: 1 }),
    );
    expect(resting.body).toMatchObject({ status: 'resting' });
    const terms = { ...side, side: 'buy', user: alice.name };
    const ask = async (token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await gateway.send('POST', '/v1/preview', terms, headers)).body.order;
    };
    const own = { filled: 0, self_trade_cancelled: [resting.body.order_id] };
    expect(await ask(await tokenOf(alice))).toMatchObject(own);
    const others = { filled: 20, self_trade_cancelled: [], released_micro_usdc: 0 };
    expect(await ask()).toMatchObject(others);
    expect(await ask(await tokenOf(bob))).toMatchObject(others);
    const { user: _, ...nobody } = terms;
    const anonymous = (await gateway.post('/v1/preview', nobody)).body.order;
    expect(await ask()).toEqual(anonymous);
    const invalid = await gateway.send('POST', '/v1/preview', terms, { authorization: 'Bearer x' });
    expect(invalid).toMatchObject({ status: 401, body: { error: { code: 'SESSION_INVALID' } } });
  });

  it('are named by either form of the key', async () => {
    const token = await tokenOf(alice);
    const hex = Buffer.from(alice.publicKey).toString('hex');
    expect((await read(`/v1/orders/${hex}?status=open`, token)).status).toBe(200);
    expect((await read('/v1/orders/nobody?status=open', token)).status).toBe(400);
  });

  it.each(['/v1/balance/', '/v1/nonce/', '/v1/trades/', '/v1/positions/'])(
    'are not all: %s is public',
    async (path) => {
      expect((await read(`${path}${alice.name}`)).status).toBe(200);
    },
  );

  it('change nothing: a session is no signature', async () => {
    const order = alice.order({
      market_id,
      side: 'buy',
      outcome: 'yes',
      price: 4000,
      size: 1,
      nonce: 1,
    });
    const headers = { authorization: `Bearer ${await tokenOf(alice)}` };
    const forged = { ...order, signature: '00'.repeat(64) };
    const answer = await gateway.send('POST', '/v1/orders', forged, headers);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'SIGNATURE_INVALID' } } });
  });

  it('are an operator’s, by the admin key; a wrong one opens nothing', async () => {
    const path = `/v1/ledger/${alice.name}`;
    expect((await gateway.admin('GET', path)).status).toBe(200);
    const wrong = await gateway.send('GET', path, undefined, { 'x-admin-key': 'a guess' });
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'SESSION_INVALID' } } });
  });

  it('leave an audit row where an operator reads, and where somebody tries a key', async () => {
    const key = formatOperatorKey('reader', randomBytes(32));
    const key_sha256 = createHash('sha256').update(key).digest('hex');
    const named = { name: 'reader', roles: ['read'], key_sha256 };
    expect((await gateway.admin('POST', '/admin/operators', named)).status).toBe(200);
    const by = (given: string, method: string, path: string, body?: unknown) =>
      gateway.send(method, path, body, { 'x-admin-key': given });
    const [ledger, gone] = [`/v1/ledger/${bob.name}`, `/v1/orders/${bob.name}/999999`];
    const terms = { market_id, side: 'buy', outcome: 'yes', price: 100, size: 10 };
    const preview = { ...terms, order_type: 'gtc', user: bob.name };
    expect((await by(key, 'GET', ledger)).status).toBe(200);
    const { status } = await by(key, 'GET', gone);
    expect(status).not.toBe(200);
    expect((await by(key, 'GET', '/v1/orders/nobody')).status).toBe(400);
    expect((await by(key, 'POST', '/v1/preview', preview)).status).toBe(200);
    expect((await by('a guess', 'GET', ledger)).status).toBe(401);
    expect((await by('a guess', 'POST', '/v1/preview', preview)).status).toBe(401);
    // Only an operator may.
    expect((await read(ledger, await tokenOf(bob))).status).toBe(200);

    const rows = async (query: string): Promise<string[]> => {
      const { body } = await gateway.admin('GET', `/admin/audit?${query}`);
      return body.data.entries.map((row: Record<string, unknown>) =>
        [row['operator'], row['method'], row['path'], row['status'], row['code']].join(' '),
      );
    };
    const ofReader = await rows('operator=reader');
    expect(ofReader).toEqual([
      'reader POST /v1/preview 200 ',
      'reader GET /v1/orders/nobody 400 VALIDATION_FAILED',
      expect.stringMatching(`^reader GET ${gone} ${status} [A-Z_]+$`),
      `reader GET ${ledger} 200 `,
    ]);
    expect((await rows('limit=3')).slice(1)).toEqual([
      ' POST /v1/preview 401 SESSION_INVALID',
      ` GET ${ledger} 401 SESSION_INVALID`,
    ]);
    // A preview changes nothing.
    expect(await rows('operator=reader&kind=changes')).toEqual([]);
  });

  it('are no operator’s on a gateway without `/admin`, which may write no audit rows', async () => {
    const bare = await gateway.startAnother({ hasAdmin: false, hasPublicUserReads: false });
    const headers = { 'x-admin-key': ADMIN_KEY };
    const answer = await fetch(`${bare.url}/v1/ledger/${alice.name}`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 'SESSION_REQUIRED' } });
    await bare.running.stop();
  });

  it('are everybody’s where the operator says so', async () => {
    const open = await gateway.startAnother({ hasPublicUserReads: true });
    const answer = await fetch(`${open.url}/v1/orders/${alice.name}?status=open`);
    expect(answer.status).toBe(200);
    await open.running.stop();
  });
});

describe('the channel of a user', () => {
  async function open(): Promise<StreamClient> {
    const client = await StreamClient.open(gateway.url);
    clients.push(client);
    return client;
  }

  it('takes a session on the connection, which counts for all that is sent after it', async () => {
    const client = await open();
    const channel = `user:${alice.name}`;
    const [refused] = await client.request({ op: 'subscribe', channels: [channel] });
    expect(refused).toMatchObject({
      type: 'error',
      channel,
      error: { code: 'SESSION_REQUIRED', details: { public_key: alice.name } },
    });
    const session = client.request({ op: 'session', token: await tokenOf(alice) });
    const [own, bobs] = await client.request(
      { op: 'subscribe', channels: [channel, `user:${bob.name}`] },
      2,
    );
    expect(await session).toMatchObject([{ type: 'session', public_key: alice.name }]);
    expect([own, bobs].map((answer) => answer!.type).toSorted()).toEqual(['error', 'subscribed']);
    await client.next('snapshot', ({ channel: of }) => of === channel);
  });

  it('follows several accounts, each with its session', async () => {
    const client = await open();
    for (const user of [alice, bob]) {
      await client.request({ op: 'session', token: await tokenOf(user) });
    }
    const channels = [alice, bob].map(({ name }) => `user:${name}`);
    await client.subscribe(...channels);
    expect(client.of(channels[1]!).length).toBe(1);
  });

  it('is one of two: the same session opens that of deposits', async () => {
    const client = await open();
    const channels = [`deposits:${alice.name}`];
    const [refused] = await client.request({ op: 'subscribe', channels });
    expect(refused).toMatchObject({ type: 'error', error: { code: 'SESSION_REQUIRED' } });
    await client.request({ op: 'session', token: await tokenOf(bob) });
    const [others] = await client.request({ op: 'subscribe', channels });
    expect(others).toMatchObject({ type: 'error', error: { code: 'SESSION_REQUIRED' } });
    await client.request({ op: 'session', token: await tokenOf(alice) });
    // Active now; this exchange has no chains.
    const [own] = await client.request({ op: 'subscribe', channels });
    expect(own).toMatchObject({ type: 'error', error: { code: 'FUNDING_NOT_CONFIGURED' } });
  });

  it('is not opened by what is no session', async () => {
    const client = await open();
    const [answer] = await client.request({ op: 'session', token: 'bws1.' });
    expect(answer).toMatchObject({ type: 'error', error: { code: 'SESSION_INVALID' } });
  });

  it('ends with its session', async () => {
    const client = await open();
    const channel = `user:${alice.name}`;
    // Some seconds of it are left.
    const nearlyOver = alice.session((await now()) - SESSION_SECONDS + 8);
    const { token } = (await gateway.post('/v1/session', nearlyOver)).body;
    await client.request({ op: 'session', token });
    await client.subscribe(channel);
    const ended = await client.next('error', (message) => message.channel === channel);
    expect(ended).toMatchObject({
      id: null,
      error: { code: 'SESSION_INVALID', details: { problem: 'it has ended' } },
    });
  });
});
