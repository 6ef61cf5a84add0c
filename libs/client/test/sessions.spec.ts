/** An owner's reads: when the client opens a session, how often, and what it does when none can be had. */
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { AccountSessions, KeyPair, MarketStream, PublicClient, Trader } from '../src';
import type { AccountSession } from '../src';
import { ScriptedServer, failure } from './scripted-server';
import type { Asked, Reply } from './scripted-server';
import { ScriptedStream, until } from './scripted-stream';

const AT_ONCE = { firstPauseMs: 0, longestPauseMs: 0, maxAttempts: 4 };
const ORDERS = { orders: [], next_cursor: null, has_more: false };
const REQUIRED = failure(401, 'SESSION_REQUIRED');
const key = KeyPair.random();
const inADay = () => Math.floor(Date.now() / 1_000) + 86_400;
const sessionOf = (token: string): AccountSession => ({
  public_key: key.publicKey,
  token,
  expires_at: inADay(),
});

let server: ScriptedServer;
afterEach(() => server?.stop());

/** A gateway that asks for a session, and answers `tokens` in turn. */
async function gateway(tokens: readonly string[], isPublic = false): Promise<Trader> {
  let opened = 0;
  const valid = () => `Bearer ${tokens[opened - 1]}`;
  const reply = ({ path, headers }: Asked): Reply => {
    if (path === '/v1/time') return { body: { time: 1_795_000_000, time_ms: 1_795_000_000_000 } };
    if (path === '/v1/session') return { body: sessionOf(tokens[opened++] ?? 'none left') };
    if (isPublic) return { body: ORDERS };
    if (headers.authorization === undefined) return REQUIRED;
    return headers.authorization === valid() ? { body: ORDERS } : failure(401, 'SESSION_INVALID');
  };
  server = await ScriptedServer.start(reply);
  return new Trader({ gatewayUrl: server.url, key, network: 'test', retry: AT_ONCE });
}
const pathsAsked = () => server.asked.map(({ path }) => path.split('?')[0]);

describe('an owner’s read', () => {
  it('opens a session when it is asked for one, and keeps it', async () => {
    const { gateway: reads } = await gateway(['one']);
    for (let i = 0; i < 3; i++) expect(await reads.orders(key.publicKey)).toEqual(ORDERS);
    const orders = `/v1/orders/${key.publicKey}`;
    expect(pathsAsked()).toEqual([orders, '/v1/time', '/v1/session', orders, orders, orders]);
    const body = JSON.parse(server.asked[2]!.body);
    expect(body).toMatchObject({ public_key: key.publicKey, timestamp: 1_795_000_000 });
  });

  it('opens none where the operator leaves these reads to everybody', async () => {
    const { gateway: reads } = await gateway([], true);
    await reads.ledger(key.publicKey).catch(() => undefined);
    await reads.orders(key.publicKey);
    expect(pathsAsked()).not.toContain('/v1/session');
  });

  it('opens another one when the first has ended', async () => {
    const { gateway: reads } = await gateway(['one', 'two']);
    await reads.orders(key.publicKey);
    // The exchange forgets it: whatever it answered last is valid.
    await reads.sessions!.tokenOf(key.publicKey);
    reads.sessions!.forget(key.publicKey);
    await reads.orders(key.publicKey);
    expect(pathsAsked().filter((path) => path === '/v1/session')).toHaveLength(2);
  });

  it('of another account fails with what the exchange says', async () => {
    const { gateway: reads } = await gateway(['one']);
    const error = await reads.orders(KeyPair.random().publicKey).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SESSION_REQUIRED' });
    const anonymous = new PublicClient({ url: server.url, retry: AT_ONCE });
    await expect(anonymous.orders(key.publicKey)).rejects.toMatchObject({
      code: 'SESSION_REQUIRED',
    });
  });
});

describe('sessions', () => {
  it('are opened once for all who ask at once, and again after a failure', async () => {
    let opened = 0;
    const sessions = new AccountSessions(async () => {
      if (opened++ === 0) throw new Error('the exchange is away');
      return sessionOf('token');
    });
    await expect(sessions.tokenOf(key.publicKey)).rejects.toThrow('away');
    const tokens = await Promise.all([1, 2, 3].map(() => sessions.tokenOf(key.publicKey)));
    expect(tokens).toEqual(['token', 'token', 'token']);
    expect(opened).toBe(2);
  });

  it('are renewed before they end', async () => {
    let opened = 0;
    const nearlyOver = { ...sessionOf('token'), expires_at: Math.floor(Date.now() / 1_000) + 30 };
    const sessions = new AccountSessions(async () => {
      opened++;
      return nearlyOver;
    });
    await sessions.tokenOf(key.publicKey);
    await sessions.tokenOf(key.publicKey);
    expect(opened).toBe(2);
  });
});

describe('the channel of a user', () => {
  const channel = `user:${key.publicKey}`;
  const refusal = (code: string) => ({
    type: 'error',
    id: null,
    channel,
    error: { code, message: 'No.', details: {}, retryable: false, request_id: 'r' },
  });
  let line: ScriptedStream;
  let stream: MarketStream;
  afterEach(async () => {
    stream.close();
    await line.stop();
  });

  it('gets its session when the exchange asks for it, and again on a new connection', async () => {
    line = await ScriptedStream.start();
    const sessions = new AccountSessions(async () => sessionOf('token'));
    stream = new MarketStream({ gatewayUrl: line.url, webSocket: WebSocket, sessions });
    stream.user(key.publicKey);
    const subscribe = { op: 'subscribe', channels: [channel] };
    await until(() => line.heard.length === 1);
    line.say(refusal('SESSION_REQUIRED'));
    await until(() => line.heard.length === 3);
    line.end('cut');
    await until(() => line.heard.length === 4);
    line.say(refusal('SESSION_REQUIRED'));
    await until(() => line.heard.length === 6);
    const session = { op: 'session', token: 'token' };
    expect(line.heard).toEqual([subscribe, session, subscribe, subscribe, session, subscribe]);
  });

  it('survives an opening that outlasts the connection: the next refusal is not the last', async () => {
    line = await ScriptedStream.start();
    let open: ((session: AccountSession) => void) | undefined;
    const opened = new Promise<AccountSession>((resolve) => (open = resolve));
    const sessions = new AccountSessions(() => opened);
    stream = new MarketStream({ gatewayUrl: line.url, webSocket: WebSocket, sessions });
    const errors: unknown[] = [];
    stream.on('error', (error) => errors.push(error));
    stream.user(key.publicKey);
    await until(() => line.heard.length === 1);
    line.say(refusal('SESSION_REQUIRED'));
    line.end('cut');
    await until(() => line.heard.length === 2);
    open?.(sessionOf('token'));
    await sessions.tokenOf(key.publicKey);
    // The new connection has asked for the channel before there was a token.
    line.say(refusal('SESSION_REQUIRED'));
    await until(() => line.heard.length === 4 || errors.length > 0);
    expect(errors).toEqual([]);
    const subscribe = { op: 'subscribe', channels: [channel] };
    const session = { op: 'session', token: 'token' };
    expect(line.heard).toEqual([subscribe, subscribe, session, subscribe]);
  });

  it('is refused where no session can be had, or one did not help', async () => {
    line = await ScriptedStream.start();
    const sessions = new AccountSessions(async () => sessionOf('token'));
    stream = new MarketStream({ gatewayUrl: line.url, webSocket: WebSocket, sessions });
    const view = stream.user(key.publicKey);
    const ready = view.ready().catch((error: unknown) => error);
    await until(() => line.heard.length === 1);
    line.say(refusal('SESSION_REQUIRED'));
    await until(() => line.heard.length === 3);
    line.say(refusal('SESSION_REQUIRED'));
    expect(await ready).toMatchObject({ code: 'SESSION_REQUIRED' });
  });
});
