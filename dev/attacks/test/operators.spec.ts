/**
 * Attempts to act as an operator, or as another operator: by guesses, by a stolen cookie, from another page, without
 * the role.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { newOperatorKey } from '@bellwether/client';
import { expectError } from '../../e2e/src/answers';
import { http } from '../../e2e/src/http';
import type { HttpAnswer } from '../../e2e/src/http';
import { attackedExchange } from '../src/attacked-exchange';
import { Attacker } from '../src/attacker';

const GUESSES = 600;
const NAME = `of-attacks-${Date.now()}`;

const exchange = attackedExchange();
const { gateway_url: url } = exchange.file;
let key: string;

beforeAll(async () => {
  const made = await newOperatorKey(NAME);
  key = made.key;
  await exchange.operator.addOperator({ name: NAME, roles: ['read'], key_sha256: made.key_sha256 });
});

type Headers = Readonly<Record<string, string>>;
const send = (method: 'GET' | 'POST' | 'DELETE', path: string, headers: Headers, body = '{}') =>
  http(`${url}${path}`, { method, headers, text: method === 'GET' ? undefined : body });
const codeOf = (answer: HttpAnswer): string =>
  answer.status < 400 ? String(answer.status) : expectError(answer).code;

async function session(given = key) {
  const answer = await send('POST', '/admin/session', { 'X-Admin-Key': given });
  const data = Object(Object(answer.body)['data']);
  return {
    cookie: String(answer.headers.get('set-cookie')).split(';')[0] ?? '',
    csrf: String(data['csrf_token']),
  };
}

describe('an operator without the role', () => {
  const CHANGES: readonly (readonly [string, object])[] = [
    ['/admin/mode', { mode: 'halted' }],
    ['/admin/credit', { user: '11'.repeat(32), amount: 1, reference: 'mine' }],
    ['/admin/operators', { name: 'puppet', roles: ['admin'], key_sha256: 'ab'.repeat(32) }],
    ['/admin/operators/admin/rotate', {}],
    ['/admin/keys', { builder_id: exchange.file.builder_id, scopes: ['withdraw'] }],
    ['/admin/withdrawals/pause', {}],
  ];

  it.each(CHANGES)('changes nothing by POST %s', async (path, body) => {
    const byKey = await send('POST', path, { 'X-Admin-Key': key }, JSON.stringify(body));
    expect(codeOf(byKey)).toBe('ROLE_MISSING');
    const { cookie, csrf } = await session();
    const headers = { Cookie: cookie, 'X-CSRF-Token': csrf };
    expect(codeOf(await send('POST', path, headers, JSON.stringify(body)))).toBe('ROLE_MISSING');
    expect(
      await exchange.operator.audit({ operator: NAME, kind: 'changes', limit: 1 }),
    ).toMatchObject({ entries: [{ path, status: 403 }] });
  });
});

describe('lists of operators', () => {
  const LISTS = ['users', 'builders', 'withdrawals', 'alarms', 'confirmations', 'audit', 'queues'];

  it.each(LISTS)('/admin/%s are read with a key, and by nobody else', async (list) => {
    const path = `/admin/${list}`;
    expect(codeOf(await send('GET', path, { 'X-Admin-Key': key }))).toBe('200');
    const stranger = { 'X-Admin-Key': `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` };
    for (const headers of [{}, stranger, { Authorization: `Bearer ${key}` }]) {
      expect(codeOf(await send('GET', path, headers))).toBe('ADMIN_KEY_INVALID');
    }
  });
});

describe('a stolen cookie', () => {
  const ADMIN = exchange.file.admin_key;
  const OPEN = JSON.stringify({ mode: 'open' });

  it('changes nothing without the token of its page', async () => {
    const { cookie } = await session(ADMIN);
    const other = await session(ADMIN);
    for (const token of [undefined, '', 'x'.repeat(43), other.csrf]) {
      const headers = {
        Cookie: cookie,
        ...(token === undefined ? {} : { 'X-CSRF-Token': token }),
      };
      const answer = await send('POST', '/admin/mode', headers, OPEN);
      expect(codeOf(answer)).toBe('CSRF_TOKEN_INVALID');
    }
  });

  it('is of no use to a page of another origin, which may not even ask', async () => {
    const { cookie, csrf } = await session(ADMIN);
    const { hostname, port } = new URL(url);
    const origins = [
      'https://evil.example',
      'null',
      `https://${hostname}`,
      `http://${hostname}:${Number(port) + 1}`,
    ];
    for (const Origin of origins) {
      const headers = { Cookie: cookie, 'X-CSRF-Token': csrf, Origin };
      expect(codeOf(await send('POST', '/admin/mode', headers, OPEN))).toBe('CSRF_TOKEN_INVALID');
      const read = await send('GET', '/admin/audit', headers);
      expect(codeOf(read)).toBe('CSRF_TOKEN_INVALID');
      expect(read.headers.get('access-control-allow-origin')).toBeNull();
      const asked = await fetch(`${url}/admin/mode`, {
        method: 'OPTIONS',
        headers: { Origin, 'Access-Control-Request-Method': 'POST' },
      });
      expect(asked.headers.get('access-control-allow-origin')).toBeNull();
      expect(asked.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('is of no use once the session has ended, and begins no other', async () => {
    const { cookie, csrf } = await session(ADMIN);
    const headers = { Cookie: cookie, 'X-CSRF-Token': csrf };
    expect(codeOf(await send('POST', '/admin/session', headers))).toBe('ADMIN_KEY_INVALID');
    expect(codeOf(await send('DELETE', '/admin/session', headers))).toBe('200');
    expect(codeOf(await send('POST', '/admin/mode', headers, OPEN))).toBe('SESSION_ENDED');
    expect(codeOf(await send('GET', '/admin/audit', { Cookie: cookie }))).toBe('SESSION_ENDED');
  });

  it('cannot be made up', async () => {
    const made = [
      'bellwether_operator=',
      `bellwether_operator=${'A'.repeat(43)}`,
      'bellwether_operator=../admin',
      `bellwether_operator=${key}`,
    ];
    for (const Cookie of made) {
      const answer = await send('GET', '/admin/audit', { Cookie });
      expect(['SESSION_ENDED', 'ADMIN_KEY_INVALID']).toContain(codeOf(answer));
    }
  });
});

describe('guessing', () => {
  it(`${GUESSES} keys opens nothing, is slowed down, and locks nobody out`, async () => {
    const attacker = await Attacker.at(url, '127.0.72.1');
    const guess = (nth: number): string =>
      `bw_operator_${nth % 2 === 0 ? NAME : `nobody-${nth}`}_${String(nth).padStart(64, '0')}`;
    const requests = Array.from({ length: GUESSES }, (_, nth) =>
      attacker.post('/admin/session', {}, { 'X-Admin-Key': guess(nth) }),
    );
    const tally = await attacker.tally(requests);
    attacker.leave();
    expect(Object.keys(tally).toSorted()).toEqual(['401 ADMIN_KEY_INVALID', '429 RATE_LIMITED']);
    expect(tally['401 ADMIN_KEY_INVALID']).toBeLessThan(GUESSES / 4);
    expect((await session()).cookie).toMatch(/^bellwether_operator=/);
  });
});
