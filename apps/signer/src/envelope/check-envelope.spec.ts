/**
 * The full envelope accepts exactly what docs/protocol/builder-envelope.md says, and refuses each single deviation with
 * the code that the page names. The spec has one valid request, and a table of everything that can differ.
 */
import { describe, expect, it } from 'vitest';
import { createHash, createSecretKey } from 'node:crypto';
import { BuilderConfig, buildHmacSignature } from '@polymarket/builder-signing-sdk';
import { CodedError } from '@bellwether/errors';
import { apiKeyHash, hmacSecret } from '../keys/derivation';
import { HmacSecrets } from '../keys/hmac-secrets';
import { checkApiKey, checkEnvelope, type KnownKey } from './check-envelope';
import { readSignedHeaders, type Headers } from './envelope-headers';

const NOW = 1_700_000_000_400;
const hmacMaster = createSecretKey(new Uint8Array(32).fill(1));
const keys = {
  secrets: new HmacSecrets(hmacMaster),
  apiKeyPepper: createSecretKey(new Uint8Array(32).fill(2)),
};
const API_KEY = 'bw_test_new';
const OLD_API_KEY = 'bw_test_old';
const known: KnownKey = {
  keyId: new Uint8Array(16).fill(7),
  generation: 2,
  apiKeyHash: apiKeyHash(keys.apiKeyPepper, API_KEY),
  previousApiKeyHash: apiKeyHash(keys.apiKeyPepper, OLD_API_KEY),
  previousValidUntilMs: NOW + 1,
  revokedMs: null,
};
const secretOf = (generation: number): string =>
  Buffer.from(hmacSecret(hmacMaster, known.keyId, generation)).toString('base64');

interface Request {
  headers: Headers;
  method: string;
  target: string;
  body: string;
}

const BODY = '{"user":"u","price":5000}';
const signed = (
  over: { timestamp?: number; generation?: number; apiKey?: string } = {},
): Request => {
  const timestamp = over.timestamp ?? 1_700_000_000;
  const signature = buildHmacSignature(
    secretOf(over.generation ?? 2),
    timestamp,
    'POST',
    '/v1/submit?a=1',
    BODY,
  );
  return {
    headers: {
      'x-api-key': over.apiKey ?? API_KEY,
      'x-timestamp': String(timestamp),
      'x-signature': signature,
    },
    method: 'POST',
    target: '/v1/submit?a=1',
    body: BODY,
  };
};
const withHeader = (
  request: Request,
  name: string,
  value: string | string[] | undefined,
): Request => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hexOf = (signature: unknown): string =>
  Buffer.from(String(signature), 'base64').toString('hex');

const checkAgainst = (key: KnownKey | undefined, request: Request): KnownKey =>
  checkEnvelope(
    {
      headers: readSignedHeaders(request.headers),
      method: request.method,
      target: request.target,
      rawBody: Buffer.from(request.body),
    },
    key,
    NOW,
    keys,
  );
const check = (request: Request): KnownKey => checkAgainst(known, request);
const refusal = (run: () => unknown): CodedError => {
  try {
    run();
  } catch (error) {
    if (error instanceof CodedError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('a full envelope', () => {
  const valid = signed();
  const signature = String(valid.headers['x-signature']);
  const standard = signature.replaceAll('-', '+').replaceAll('_', '/');
  const accepted: [string, Request][] = [
    ['as buildHmacSignature signs it, base64url with its =', valid],
    ['base64url without =', withHeader(valid, 'x-signature', signature.replace('=', ''))],
    ['standard base64', withHeader(valid, 'x-signature', standard)],
    ['lower-case hex', withHeader(valid, 'x-signature', hexOf(signature))],
    ['upper-case hex', withHeader(valid, 'x-signature', hexOf(signature).toUpperCase())],
    ['milliseconds', signed({ timestamp: NOW })],
    ['seconds, 30 late', signed({ timestamp: 1_700_000_000 - 30 })],
    ['seconds, 30 early', signed({ timestamp: 1_700_000_000 + 30 })],
    ['milliseconds, 30,000 late', signed({ timestamp: NOW - 30_000 })],
    ['milliseconds, 30,000 early', signed({ timestamp: NOW + 30_000 })],
    ['the previous credential within the overlap', signed({ generation: 1, apiKey: OLD_API_KEY })],
  ];
  it.each(accepted)('is accepted: %s', (_, request) => {
    expect(check(request)).toBe(known);
  });

  const flipped = hexOf(signature).replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  const wrong: [string, Request][] = [
    ['another method', { ...valid, method: 'PUT' }],
    ['another path', { ...valid, target: '/v1/submit2?a=1' }],
    ['a path in other case', { ...valid, target: '/v1/Submit?a=1' }],
    ['another query', { ...valid, target: '/v1/submit?a=2' }],
    ['no query', { ...valid, target: '/v1/submit' }],
    ['one byte of the body', { ...valid, body: BODY.replace('5000', '5001') }],
    ['a space in the body', { ...valid, body: BODY.replace(':', ': ') }],
    ['a byte after the body', { ...valid, body: `${BODY}\n` }],
    ['no body', { ...valid, body: '' }],
    ['another timestamp', withHeader(valid, 'x-timestamp', '1700000001')],
    ['the same time in milliseconds', withHeader(valid, 'x-timestamp', '1700000000000')],
    ['one bit of the MAC', withHeader(valid, 'x-signature', flipped)],
    ['another API key', withHeader(valid, 'x-api-key', 'bw_test_other')],
    ['the new API key with the old secret', signed({ generation: 1 })],
    ['the old API key with the new secret', signed({ apiKey: OLD_API_KEY })],
    ['a secret of a generation that is not yet', signed({ generation: 3 })],
  ];
  it.each(wrong)('does not hold with %s: API_KEY_INVALID, and what was read', (_, request) => {
    const error = refusal(() => check(request));
    const { timestamp } = readSignedHeaders(request.headers);
    const { method, target, body } = request;
    expect([error.code, error.details]).toEqual([
      'API_KEY_INVALID',
      {
        expected: expect.stringContaining('bw_<network>_'),
        recipe: expect.stringContaining('timestamp + METHOD + path[?query] + body'),
        encodings: expect.stringContaining('base64url'),
        timestamp,
        method,
        path: target,
        body_bytes: body.length,
        body_sha256: sha256(body),
        signed_bytes: (timestamp + method + target + body).length,
        signed_sha256: sha256(timestamp + method + target + body),
      },
    ]);
  });

  it('gives away nothing of a secret, nor the MAC that would hold', () => {
    const reported = JSON.stringify(refusal(() => check({ ...valid, body: '' })).details);
    const expected = buildHmacSignature(secretOf(2), 1_700_000_000, 'POST', '/v1/submit?a=1', '');
    for (const secret of [secretOf(1), secretOf(2), expected, hexOf(expected), API_KEY]) {
      expect(reported).not.toContain(secret);
    }
  });

  const unusable: [string, Request, KnownKey | undefined][] = [
    ['unknown', valid, undefined],
    ['revoked', valid, { ...known, revokedMs: NOW - 1 }],
    [
      'rotated out',
      signed({ generation: 1, apiKey: OLD_API_KEY }),
      { ...known, previousValidUntilMs: NOW },
    ],
  ];
  it.each(unusable)(
    'with a key that is %s gets the very answer of a wrong MAC',
    (_, request, key) => {
      const wrongMac = refusal(() => check(withHeader(valid, 'x-signature', flipped)));
      const error = refusal(() => checkAgainst(key, request));
      // Its text depends on the request alone, which is the same here except for the MAC.
      expect([error.code, error.message, error.details]).toEqual([
        wrongMac.code,
        wrongMac.message,
        wrongMac.details,
      ]);
    },
  );

  it('asks for the secret of no key before its API key holds: the time of that would tell', () => {
    const asked: Uint8Array[] = [];
    class WatchedSecrets extends HmacSecrets {
      override of(keyId: Uint8Array, generation: number) {
        asked.push(keyId);
        return super.of(keyId, generation);
      }
    }
    const watched = { ...keys, secrets: new WatchedSecrets(hmacMaster) };
    const checkWatched = ({ headers, body, ...request }: Request, key: KnownKey | undefined) =>
      checkEnvelope(
        { ...request, headers: readSignedHeaders(headers), rawBody: Buffer.from(body) },
        key,
        NOW,
        watched,
      );
    const other = withHeader(valid, 'x-api-key', 'bw_test_other');
    for (const key of [undefined, known, { ...known, revokedMs: NOW - 1 }]) {
      expect(refusal(() => checkWatched(other, key)).code).toBe('API_KEY_INVALID');
    }
    expect(asked).toEqual([]);
    expect(checkWatched(valid, known)).toBe(known);
    expect(asked).toEqual([known.keyId]);
  });

  const skewed: [string, number][] = [
    ['31 seconds late', 1_700_000_000 - 31],
    ['31 seconds early', 1_700_000_000 + 31],
    ['30,001 ms late', NOW - 30_001],
    ['30,001 ms early', NOW + 30_001],
    ['year 2001', 1_000_000_000],
  ];
  it.each(skewed)('%s is TIMESTAMP_SKEW with the server time', (_, timestamp) => {
    const error = refusal(() => check(signed({ timestamp })));
    expect([error.code, error.details]).toEqual([
      'TIMESTAMP_SKEW',
      { server_time: 1_700_000_000, timestamp: String(timestamp), max_skew_seconds: 30 },
    ]);
  });

  it('tells the server time to nobody whose API key is unknown', () => {
    const error = refusal(() => checkAgainst(undefined, signed({ timestamp: 1_000_000_000 })));
    expect(error.code).toBe('API_KEY_INVALID');
    expect(Object.keys(error.details)).not.toContain('server_time');
  });

  const malformed: [string, string, string | string[] | undefined, string][] = [
    ['no API key', 'x-api-key', undefined, 'X-Api-Key'],
    ['an empty API key', 'x-api-key', '', 'X-Api-Key'],
    ['a long API key', 'x-api-key', 'k'.repeat(129), 'X-Api-Key'],
    ['no timestamp', 'x-timestamp', undefined, 'X-Timestamp'],
    ['a timestamp of 9 digits', 'x-timestamp', '170000000', 'X-Timestamp'],
    ['a timestamp of 11 digits', 'x-timestamp', '17000000000', 'X-Timestamp'],
    ['microseconds', 'x-timestamp', '1700000000000000', 'X-Timestamp'],
    ['a signed timestamp', 'x-timestamp', '+170000000', 'X-Timestamp'],
    ['a fraction', 'x-timestamp', '1700000000.000', 'X-Timestamp'],
    ['an ISO date', 'x-timestamp', '2023-11-14T22:13:20Z', 'X-Timestamp'],
    ['a timestamp with a line end', 'x-timestamp', '1700000000\n', 'X-Timestamp'],
    ['no signature', 'x-signature', undefined, 'X-Signature'],
    ['an empty signature', 'x-signature', '', 'X-Signature'],
    ['bad hex', 'x-signature', `${'0'.repeat(63)}g`, 'X-Signature'],
    ['hex cut by a digit', 'x-signature', '0'.repeat(63), 'X-Signature'],
    ['hex cut to half', 'x-signature', '0'.repeat(32), 'X-Signature'],
    ['hex with 0x', 'x-signature', `0x${'0'.repeat(64)}`, 'X-Signature'],
    ['base64 cut by a character', 'x-signature', signature.slice(0, 42), 'X-Signature'],
    ['base64 of 31 bytes', 'x-signature', Buffer.alloc(31).toString('base64'), 'X-Signature'],
    ['base64 of 33 bytes', 'x-signature', Buffer.alloc(33).toString('base64'), 'X-Signature'],
    ['two signatures', 'x-signature', [signature, signature], 'X-Signature'],
  ];
  it.each(malformed)('%s is API_KEY_INVALID naming the header', (_, name, value, header) => {
    const error = refusal(() => check(withHeader(valid, name, value)));
    expect(error.code).toBe('API_KEY_INVALID');
    const problem = value === undefined || value === '' ? 'missing' : 'malformed';
    expect(error.details).toEqual({ header, problem, expected: expect.any(String) });
  });
});

describe('the headers of the published SDK', () => {
  const { 'x-api-key': key, 'x-timestamp': timestamp, 'x-signature': mac } = signed().headers;
  const aliases = {
    poly_builder_api_key: key,
    poly_builder_timestamp: timestamp,
    poly_builder_signature: mac,
    poly_builder_passphrase: 'ignored',
  };

  it('are aliases of ours', () => {
    expect(check({ ...signed(), headers: aliases })).toBe(known);
  });

  it('are taken as its own function makes them', async () => {
    const localBuilderCreds = { key: API_KEY, secret: secretOf(2), passphrase: 'any' };
    const made = await new BuilderConfig({ localBuilderCreds }).generateBuilderHeaders(
      'POST',
      '/v1/submit?a=1',
      BODY,
      1_700_000_000,
    );
    const sent = Object.entries(made ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    expect(check({ ...signed(), headers: Object.fromEntries(sent) })).toBe(known);
  });

  it('give way to ours, and are named by ours where they are wrong', () => {
    expect(check({ ...signed(), headers: { ...aliases, ...signed().headers } })).toBe(known);
    const wrong = { ...aliases, poly_builder_timestamp: 'yesterday' };
    expect(refusal(() => check({ ...signed(), headers: wrong })).details).toMatchObject({
      header: 'X-Timestamp',
      problem: 'malformed',
    });
  });
});

describe('an API key alone', () => {
  const check = (apiKey: string, key: KnownKey | undefined): KnownKey =>
    checkApiKey(apiKey, key, NOW, keys);

  it('is accepted in its current and, within the overlap, its previous generation', () => {
    expect(check(API_KEY, known)).toBe(known);
    expect(check(OLD_API_KEY, known)).toBe(known);
  });

  const refused: [string, string, KnownKey | undefined][] = [
    ['unknown', API_KEY, undefined],
    ['another text for a known key id', `${API_KEY}0`, known],
    ['revoked', API_KEY, { ...known, revokedMs: 1 }],
    ['rotated out', OLD_API_KEY, { ...known, previousValidUntilMs: NOW }],
  ];
  it.each(refused)('is API_KEY_INVALID when %s', (_, apiKey, key) => {
    const { code, details } = refusal(() => check(apiKey, key));
    expect([code, details]).toEqual([
      'API_KEY_INVALID',
      { header: 'X-Api-Key', expected: expect.stringContaining('bw_<network>_') },
    ]);
  });
});
