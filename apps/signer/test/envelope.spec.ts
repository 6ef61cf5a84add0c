/**
 * Over HTTP the envelope is what docs/protocol/builder-envelope.md says, in its order. A client signs with the
 * unmodified function of @polymarket/builder-signing-sdk; each case differs in one way from a valid request to a
 * running signer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHmac } from 'node:crypto';
import type { RunningSigner } from '../src/start';
import type { BuilderClient, HttpAnswer } from './builder-client';
import { SignerUnderTest } from './signer-under-test';

const PATH = '/v1/trades';
const BODY = '{"limit":5}';
const HASH = /^[0-9a-f]{64}$/;

describe('the envelope over HTTP', () => {
  let world: SignerUnderTest;
  let signer: RunningSigner;
  let client: BuilderClient;
  let stranger: BuilderClient;

  beforeAll(async () => {
    world = await SignerUnderTest.start();
    signer = await world.startSigner();
    client = await world.client(signer);
    stranger = await world.client(signer);
  });
  afterAll(async () => world.stop());

  const nowSeconds = (): number => Math.floor(Date.now() / 1_000);
  const send = (headers: Record<string, string>, body = BODY, path = PATH): Promise<HttpAnswer> =>
    client.send(path, body, headers);

  it('accepts what the unmodified Polymarket SDK signs', async () => {
    const { status, body } = await send(client.envelope(PATH, BODY));
    expect([status, body.trades]).toEqual([200, []]);
  });

  it('accepts the SDK with its number of milliseconds too', async () => {
    expect((await send(client.envelope(PATH, BODY, Date.now()))).status).toBe(200);
  });

  it('covers the bytes of a body, not its values', async () => {
    const spaced = '{ "limit" : 5 }\n';
    expect((await send(client.envelope(PATH, spaced), spaced)).status).toBe(200);
    expect((await send(client.envelope(PATH, spaced), BODY)).status).toBe(401);
  });

  it('accepts an empty body with a MAC over nothing', async () => {
    expect((await send(client.envelope(PATH, ''), '')).status).toBe(200);
  });

  it('accepts the MAC in hex', async () => {
    const timestamp = String(nowSeconds());
    const mac = createHmac('sha256', Buffer.from(client.credentials.secret, 'base64'))
      .update(`${timestamp}POST${PATH}${BODY}`)
      .digest('hex');
    const { status } = await send({
      'x-api-key': client.credentials.apiKey,
      'x-timestamp': timestamp,
      'x-signature': mac,
    });
    expect(status).toBe(200);
  });

  const refused: [title: string, send: () => Promise<HttpAnswer>][] = [
    ['an unknown key', () => send({ ...client.envelope(PATH, BODY), 'x-api-key': unknownKey() })],
    ['a key that cannot be one', () => send({ ...client.envelope(PATH, BODY), 'x-api-key': 'x' })],
    [
      'a key of the other network',
      () =>
        send({
          ...client.envelope(PATH, BODY),
          'x-api-key': client.credentials.apiKey.replace('_test_', '_production_'),
        }),
    ],
    [
      'another builder’s key with one’s own MAC',
      () => send({ ...client.envelope(PATH, BODY), 'x-api-key': stranger.credentials.apiKey }),
    ],
    ['another body', () => send(client.envelope(PATH, BODY), '{"limit":6}')],
    ['another path', () => send(client.envelope('/v1/submit', BODY))],
    ['an added query', () => send(client.envelope(PATH, BODY), BODY, `${PATH}?limit=6`)],
    ['a MAC over another second', () => send({ ...client.envelope(PATH, BODY), ...otherSecond() })],
  ];
  const unknownKey = () => `bw_test_${'00'.repeat(16)}_${'00'.repeat(32)}`;
  const otherSecond = () => ({ 'x-timestamp': String(nowSeconds() - 7) });

  it.each(refused)('answers the same 401 to %s', async (_, attempt) => {
    const { status, body } = await attempt();
    expect(status).toBe(401);
    const { code, message, details, retryable } = body.error;
    expect({ code, message, details, retryable }).toEqual({
      code: 'API_KEY_INVALID',
      message: 'The API key or the request signature is not valid.',
      details: {
        expected: expect.stringContaining('as it was issued'),
        recipe: expect.stringContaining('HMAC-SHA256'),
        encodings: expect.stringContaining('hex'),
        timestamp: expect.stringMatching(/^\d{10}$/),
        method: 'POST',
        path: expect.stringContaining(PATH),
        body_bytes: BODY.length,
        body_sha256: expect.stringMatching(HASH),
        signed_bytes: expect.any(Number),
        signed_sha256: expect.stringMatching(HASH),
      },
      retryable: false,
    });
  });

  it.each(['x-api-key', 'x-timestamp', 'x-signature'])('names a missing %s', async (name) => {
    const headers: Record<string, string> = client.envelope(PATH, BODY);
    delete headers[name];
    const { status, body } = await send(headers);
    expect([status, body.error.code]).toEqual([401, 'API_KEY_INVALID']);
    expect(body.error.details.header.toLowerCase()).toBe(name);
    expect(body.error.details.problem).toBe('missing');
  });

  it.each([-31, 31])('answers a clock %i s off with its own time', async (seconds) => {
    // A second early, so that the timestamp does not expire on the way.
    const off = nowSeconds() + seconds + Math.sign(seconds);
    const { status, body } = await send(client.envelope(PATH, BODY, off));
    expect([status, body.error.code]).toEqual([401, 'TIMESTAMP_SKEW']);
    expect(Math.abs(body.error.details.server_time - nowSeconds())).toBeLessThanOrEqual(1);
  });

  it('reads nothing of a body before its MAC holds', async () => {
    const broken = '{"limit":5,"limit":6';
    const envelope = client.envelope(PATH, broken);
    const forged = { ...envelope, 'x-signature': '0'.repeat(64) };
    expect((await send(forged, broken)).body.error.code).toBe('API_KEY_INVALID');
    expect((await send(envelope, broken)).body.error.code).toBe('VALIDATION_FAILED');
  });

  it('looks at no query before its MAC holds', async () => {
    const path = `${PATH}?verbose=1`;
    expect((await send(client.envelope(PATH, BODY), BODY, path)).status).toBe(401);
    const { status, body } = await send(client.envelope(path, BODY), BODY, path);
    expect([status, body.error.code, body.error.details.field]).toEqual([
      400,
      'UNKNOWN_FIELD',
      'verbose',
    ]);
  });

  it('refuses a large body before it looks at a key', async () => {
    const large = JSON.stringify({ pad: 'x'.repeat(16 * 1024) });
    const { status, body } = await send({ 'x-api-key': 'x' }, large);
    expect([status, body.error.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each(['/v1/submit', '/v1/cancel', '/v1/cancel-all', '/v1/trades'])(
    '%s does not go by an API key alone',
    async (path) => {
      const { status, body } = await client.postWithKey(path, {});
      expect([status, body.error.code]).toEqual([401, 'API_KEY_INVALID']);
    },
  );

  it.each(['/v1/keys', '/v1/sign', '/v1/deposit/address'])(
    '%s goes by an API key alone, and not without',
    async (path) => {
      expect((await client.postWithKey(path, {})).status).toBe(400);
      expect((await client.send(path, '{}', {})).status).toBe(401);
      expect((await client.send(path, '{}', { 'x-api-key': unknownKey() })).status).toBe(401);
    },
  );

  it('answers health, metrics and unknown paths without a key', async () => {
    const get = (path: string) => fetch(`${signer.url}${path}`);
    expect((await get('/healthz')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('bellwether_http_request');
    expect((await get('/v1/nothing')).status).toBe(404);
    expect((await get('/v1/submit')).status).toBe(405);
  });

  it('logs no credential', () => {
    const log = world.logged.join('');
    for (const { credentials } of [client, stranger]) {
      expect(log).not.toContain(credentials.apiKey);
      expect(log).not.toContain(credentials.secret);
    }
  });
});
