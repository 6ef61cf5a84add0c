import { describe, expect, it } from 'vitest';
import { BellwetherError, Envelope, InvalidInputError } from './index';

const credentials = {
  apiKey: 'bw_test_k_r',
  secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

describe('the envelope', () => {
  it('has the signature of the vector', () => {
    const body = '{"user":"u","price":5000}';
    const request = { method: 'POST', path: '/v1/submit', body };
    expect(new Envelope(credentials).headersAt(1_700_000_000, request)).toEqual({
      'X-Api-Key': 'bw_test_k_r',
      'X-Timestamp': '1700000000',
      'X-Signature': 'cdabcf75d5c0d31af201aeec9527b8fa29b10e877d64c60ef082478006f54752',
    });
  });

  it('takes over the time of an exchange that says the clock is off, once', () => {
    const envelope = new Envelope(credentials);
    const serverTime = Math.floor(Date.now() / 1_000) + 5_000;
    const skew = (server_time: number) =>
      new BellwetherError({
        status: 401,
        code: 'TIMESTAMP_SKEW',
        message: '',
        details: { server_time },
        retryable: false,
        requestId: '',
      });
    expect(envelope.learnTime(skew(serverTime))).toBe(true);
    expect(envelope.learnTime(skew(serverTime))).toBe(false);
    const headers = envelope.headers({ method: 'POST', path: '/', body: '' });
    expect(Number(headers['X-Timestamp'])).toBeGreaterThanOrEqual(serverTime);
  });

  it('never shows the secret', () => {
    const envelope = new Envelope(credentials);
    expect(JSON.stringify(envelope)).not.toContain('AAEC');
    expect(Object.keys(envelope)).not.toContain('secret');
  });

  it.each(['', 'no base64!', 'AAEC'])('wants base64 of 32 bytes: %p', (secret) => {
    expect(() => new Envelope({ apiKey: 'k', secret })).toThrow(InvalidInputError);
  });
});
