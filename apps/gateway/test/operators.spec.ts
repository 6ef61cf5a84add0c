/** Named operators over HTTP: keys, roles, sessions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { OPERATOR_ROLES } from '@bellwether/api';
import type { OperatorRole } from '@bellwether/api';
import { formatOperatorKey } from '../src/operators/operator-key';
import { ADMIN_KEY, EVENT, GatewayUnderTest } from './gateway-under-test';
import type { HttpAnswer } from './gateway-under-test';

const PAGE = { 'sec-fetch-site': 'same-origin' };

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(async () => {
  await gateway?.stop();
});

const codeOf = ({ status, body }: HttpAnswer) => [status, body.error?.code];

const HASH = 'ab'.repeat(32);
const newKey = (name: string) => {
  const key = formatOperatorKey(name, randomBytes(32));
  return { key, key_sha256: createHash('sha256').update(key).digest('hex') };
};
const addOperator = async (name: string, ...roles: OperatorRole[]): Promise<string> => {
  const { key, key_sha256 } = newKey(name);
  const added = await gateway.admin('POST', '/admin/operators', { name, roles, key_sha256 });
  expect(added.status).toBe(200);
  return key;
};
const as = (key: string) => (method: string, path: string, body?: unknown) =>
  gateway.send(method, path, body, { 'x-admin-key': key });

describe('named operators', () => {
  it('have a key that they made, which is told to nobody and stored nowhere', async () => {
    const key = await addOperator('alice', 'markets');
    expect((await as(key)('GET', '/admin/operators')).status).toBe(200);
    const listed = await gateway.admin('GET', '/admin/operators');
    expect(listed.body.data.operators).toEqual([
      expect.objectContaining({ name: 'admin', roles: ['admin'], is_of_configuration: true }),
      expect.objectContaining({ name: 'admin-2', roles: ['admin'], is_of_configuration: true }),
      expect.objectContaining({ name: 'alice', roles: ['markets'], added_by: 'admin' }),
    ]);
    const random = key.slice(-64);
    expect(JSON.stringify(listed.body)).not.toContain(random);
    expect(gateway.log.join('')).not.toContain(random);
    const audit = await gateway.admin('GET', '/admin/audit?limit=1000');
    expect(JSON.stringify(audit.body)).not.toContain(random);
  });

  it('have a name once, for ever', async () => {
    const again = await gateway.admin('POST', '/admin/operators', {
      name: 'alice',
      roles: ['read'],
      key_sha256: HASH,
    });
    expect(codeOf(again)).toEqual([409, 'OPERATOR_EXISTS']);
    for (const name of ['admin', 'admin-2']) {
      const body = { name, roles: ['read'], key_sha256: HASH };
      const first = await gateway.admin('POST', '/admin/operators', body);
      expect(codeOf(first)).toEqual([409, 'OPERATOR_EXISTS']);
    }
  });

  it.each([
    [{ name: 'Alice', roles: ['read'] }, 'name'],
    [{ name: 'x'.repeat(33), roles: ['read'] }, 'name'],
    [{ name: 'bob_1', roles: ['read'] }, 'name'],
    [{ name: 'bob', roles: [] }, 'roles'],
    [{ name: 'bob', roles: ['read', 'read'] }, 'roles'],
    [{ name: 'bob', roles: ['root'] }, 'roles.0'],
    [{ name: 'bob', roles: ['read'], key_sha256: 'ab' }, 'key_sha256'],
    [{ name: 'bob', roles: ['read'], key_sha256: undefined }, 'key_sha256'],
  ])('are refused as %j', async (body, field) => {
    const sent = { key_sha256: HASH, ...body };
    const refused = await gateway.admin('POST', '/admin/operators', sent);
    expect(codeOf(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details.field).toBe(field);
  });

  it('end with their revocation, and keep their rows', async () => {
    const key = await addOperator('carol', 'read');
    expect((await as(key)('GET', '/admin/operators')).status).toBe(200);
    expect((await gateway.admin('DELETE', '/admin/operators/carol')).body.data.name).toBe('carol');
    expect(codeOf(await as(key)('GET', '/admin/operators'))).toEqual([401, 'ADMIN_KEY_INVALID']);
    expect((await gateway.admin('DELETE', '/admin/operators/carol')).status).toBe(200);
    const unknown = await gateway.admin('DELETE', '/admin/operators/nobody');
    expect(codeOf(unknown)).toEqual([404, 'OPERATOR_NOT_FOUND']);
    for (const name of ['admin', 'admin-2']) {
      const first = await gateway.admin('DELETE', `/admin/operators/${name}`);
      expect(codeOf(first)).toEqual([409, 'OPERATOR_OF_CONFIGURATION']);
    }
  });

  it('may replace their own key, whatever their role, and nobody replaces that of another', async () => {
    const key = await addOperator('dora', 'read');
    const rotated = await as(key)('POST', '/admin/operators/dora/rotate');
    expect(rotated.body.data).toMatchObject({ name: 'dora', roles: ['read'] });
    expect(codeOf(await as(key)('GET', '/admin/operators'))).toEqual([401, 'ADMIN_KEY_INVALID']);
    const next: string = rotated.body.data.key;
    expect((await as(next)('GET', '/admin/operators')).status).toBe(200);
    const others = await as(next)('POST', '/admin/operators/alice/rotate');
    expect(codeOf(others)).toEqual([403, 'ROLE_MISSING']);
    // With another operator's key one could confirm one's own acts.
    const byAdmin = await gateway.admin('POST', '/admin/operators/alice/rotate');
    expect(codeOf(byAdmin)).toEqual([403, 'ROLE_MISSING']);
  });

  it('are named in the audit trail, which is filtered by them', async () => {
    const key = await addOperator('erin', 'markets');
    await as(key)('POST', '/admin/events', { ...EVENT, event_id: 'of-erin' });
    await as(key)('GET', '/admin/operators');
    await as(key)('POST', '/admin/credit', {});
    const rows = async (query: string) => {
      const { body } = await gateway.admin('GET', `/admin/audit?limit=1000${query}`);
      return body.data.entries.map((row: Record<string, unknown>) =>
        [row['operator'], row['method'], row['path'], row['status']].join(' '),
      );
    };
    expect(await rows('&operator=erin')).toEqual([
      'erin POST /admin/credit 403',
      'erin GET /admin/operators 200',
      'erin POST /admin/events 200',
    ]);
    expect(await rows('&operator=erin&kind=changes')).toEqual([
      'erin POST /admin/credit 403',
      'erin POST /admin/events 200',
    ]);
    await gateway.send('GET', '/admin/operators', undefined, { 'x-admin-key': 'wrong' });
    expect((await rows(''))[0]).toBe(' GET /admin/operators 401');
  });

  it('are none without a pepper, while the key of the configuration works', async () => {
    const key = await addOperator('frank', 'admin');
    const bare = await gateway.startAnother({ hasPepper: false });
    const call = async (given: string, method: string, body?: object) => {
      const response = await fetch(`${bare.url}/admin/operators`, {
        method,
        headers: { 'x-admin-key': given, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { error } = (await response.json()) as { error?: { code: string } };
      return error?.code ?? response.status;
    };
    expect(await call(key, 'GET')).toBe('ADMIN_KEY_INVALID');
    expect(await call(ADMIN_KEY, 'GET')).toBe(200);
    const added = await call(ADMIN_KEY, 'POST', {
      name: 'gina',
      roles: ['read'],
      key_sha256: HASH,
    });
    expect(added).toBe('OPERATORS_NOT_CONFIGURED');
    await bare.running.stop();
  });
});

describe('roles', () => {
  const MARKET = 'ab'.repeat(32);
  const DEPOSIT = 'cd'.repeat(32);
  const KEY = 'ef'.repeat(16);
  /** Every call under /admin, and the roles that it needs one of. `read` is every operator's. */
  const CALLS: readonly (readonly [string, string, string])[] = [
    ['POST', '/admin/events', 'markets'],
    ['POST', `/admin/markets/${MARKET}/pause`, 'markets'],
    ['POST', `/admin/markets/${MARKET}/resume`, 'markets'],
    ['POST', `/admin/markets/${MARKET}/close`, 'markets'],
    ['POST', `/admin/markets/${MARKET}/resolve`, 'markets'],
    ['POST', '/admin/events/none/resolve', 'markets'],
    ['PUT', '/admin/resolution-rules', 'admin'],
    ['PUT', '/admin/series', 'markets'],
    ['PUT', '/admin/sources', 'admin'],
    ['POST', `/admin/markets/${MARKET}/propose`, 'markets'],
    ['POST', '/admin/events/none/propose', 'markets'],
    ['POST', '/admin/cases/1/decide', 'judge'],
    ['POST', '/admin/cases/1/withdraw', 'markets'],
    ['POST', '/admin/dispute-fund', 'money'],
    ['POST', `/admin/users/${MARKET}/make-good`, 'money'],
    ['POST', '/admin/mode', 'markets or money'],
    ['POST', '/admin/credit', 'money'],
    ['PUT', '/admin/fees', 'money'],
    ['PUT', `/admin/users/${MARKET}/limits`, 'money'],
    ['POST', '/admin/bridge/user-tier', 'money'],
    ['POST', '/admin/bridge/invalidate-tier-cache', 'money'],
    ['POST', '/admin/bridge/executor', 'money'],
    ['PUT', '/admin/bridge/daily-cap', 'money'],
    ['POST', '/admin/scan/step-over', 'money'],
    ['GET', '/admin/users', 'read'],
    ['GET', '/admin/builders', 'read'],
    ['GET', '/admin/withdrawals', 'read'],
    ['GET', '/admin/alarms', 'read'],
    ['GET', '/admin/queues', 'read'],
    ['POST', `/admin/queues/${DEPOSIT}/release`, 'money'],
    ['POST', `/admin/queues/${DEPOSIT}/reject`, 'money'],
    ['POST', '/admin/withdrawals/pause', 'money'],
    ['POST', '/admin/withdrawals/resume', 'money'],
    ['POST', '/admin/builders', 'admin'],
    ['POST', '/admin/keys', 'admin'],
    ['POST', `/admin/keys/${KEY}/restore`, 'admin'],
    ['DELETE', `/admin/keys/${KEY}`, 'admin'],
    ['GET', '/admin/treasury', 'read'],
    ['GET', '/admin/treasury/payouts', 'read'],
    ['POST', '/admin/treasury/payout', 'money'],
    ['GET', '/admin/keys', 'read'],
    ['GET', '/admin/audit', 'read'],
    ['GET', '/admin/operators', 'read'],
    ['POST', '/admin/operators', 'admin'],
    ['DELETE', '/admin/operators/nobody', 'admin'],
    ['GET', '/admin/confirmations', 'read'],
    ['GET', '/admin/session', 'read'],
  ];
  const keys: Partial<Record<OperatorRole, string>> = {};

  beforeAll(async () => {
    for (const role of OPERATOR_ROLES) {
      keys[role] = await addOperator(`only-${role}`, role);
    }
  });

  it('the table names every call under /admin', async () => {
    const { body } = await gateway.get('/openapi.json');
    const documented = Object.entries<object>(body.paths).flatMap(([path, item]) =>
      path.startsWith('/admin/') ? Object.keys(item).map((method) => `${method} ${path}`) : [],
    );
    const known = new Set(
      CALLS.map(([method, path]) => `${method.toLowerCase()} ${path.split('/')[2]}`),
    );
    const unknown = documented.filter((call) => {
      const [method, path] = call.split(' ');
      const part = path?.split('/')[2];
      // Calls about the own key, the own session, and confirmations, whose acts decide the role.
      if (part === 'confirmations' || part === 'session') return false;
      return !known.has(`${method} ${part}`) && !known.has(`post ${part}`);
    });
    expect(unknown, 'to be added to CALLS').toEqual([]);
  });

  it.each(CALLS)('%s %s asks for %s', async (method, path, asked) => {
    const admitted: string[] = [];
    for (const role of OPERATOR_ROLES) {
      // A body that every schema refuses, so that nothing is done.
      const body = method === 'GET' ? undefined : { no: 'such field' };
      const [status, code] = codeOf(await as(keys[role] ?? '')(method, path, body));
      expect([403, 401].includes(status)).toBe(code === 'ROLE_MISSING');
      if (code !== 'ROLE_MISSING') admitted.push(role);
    }
    expect(admitted).toEqual(
      OPERATOR_ROLES.filter(
        (role) => asked === 'read' || role === 'admin' || asked.split(' or ').includes(role),
      ),
    );
  });
});

describe('a session', () => {
  let key: string;
  const login = async (given = key) => {
    const answer = await gateway.send('POST', '/admin/session', {}, { 'x-admin-key': given });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { answer, cookie, csrf: String(answer.body.data?.csrf_token) };
  };
  const MODE = { mode: 'open' };

  beforeAll(async () => {
    key = await addOperator('sam', 'markets');
  });

  it('is a cookie that no script reads and no other site sends', async () => {
    const { answer } = await login();
    expect(answer.body.data).toMatchObject({
      operator: 'sam',
      roles: ['markets'],
      confirmations: 1,
      idle_seconds: 900,
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^bellwether_operator=[A-Za-z0-9_-]{43}; Path=\/admin; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(gateway.log.join('')).not.toContain(answer.body.data.csrf_token);
  });

  it('reads with the cookie alone, and changes with its token too', async () => {
    const { cookie, csrf } = await login();
    const who = await gateway.get('/admin/session', { cookie });
    expect(who.body.data).toMatchObject({ operator: 'sam', session: { idle_seconds: 900 } });
    const change = (headers: Record<string, string>) =>
      gateway.send('POST', '/admin/mode', MODE, { cookie, ...headers });
    expect(codeOf(await change({}))).toEqual([403, 'CSRF_TOKEN_INVALID']);
    expect(codeOf(await change({ 'x-csrf-token': 'wrong' }))).toEqual([403, 'CSRF_TOKEN_INVALID']);
    const other = await login();
    expect(codeOf(await change({ 'x-csrf-token': other.csrf }))).toEqual([
      403,
      'CSRF_TOKEN_INVALID',
    ]);
    expect((await change({ 'x-csrf-token': csrf })).status).toBe(200);
    expect((await change({ 'x-csrf-token': csrf, ...PAGE })).status).toBe(200);
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is of no use from elsewhere: %j', async (from) => {
    const { cookie, csrf } = await login();
    const headers: Record<string, string> = { cookie, 'x-csrf-token': csrf, ...from } as never;
    const changed = await gateway.send('POST', '/admin/mode', MODE, headers);
    expect(codeOf(changed)).toEqual([403, 'CSRF_TOKEN_INVALID']);
    const read = await gateway.get('/admin/operators', headers);
    expect(codeOf(read)).toEqual([403, 'CSRF_TOKEN_INVALID']);
  });

  it('is not read by pages of another origin, which are not answered their question either', async () => {
    const { cookie } = await login();
    const read = await gateway.get('/admin/operators', { cookie, origin: gateway.url });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    for (const path of ['/admin/session', '/%61dmin/session']) {
      const asked = await fetch(`${gateway.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-csrf-token',
        },
      });
      expect(asked.status).toBeGreaterThanOrEqual(400);
      expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(
      (await gateway.get('/v1/status', { origin: 'https://page.example' })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe('*');
  });

  it('ends when it is ended, and with its key', async () => {
    const one = await login();
    const ended = await gateway.send(
      'DELETE',
      '/admin/session',
      {},
      {
        cookie: one.cookie,
        'x-csrf-token': one.csrf,
      },
    );
    expect(ended.body.data).toEqual({ ended: true });
    expect(ended.headers.get('set-cookie')).toContain('Max-Age=0');
    const gone = await gateway.get('/admin/session', { cookie: one.cookie });
    expect(codeOf(gone)).toEqual([401, 'SESSION_ENDED']);

    const two = await login();
    key = (await as(key)('POST', '/admin/operators/sam/rotate')).body.data.key;
    expect(codeOf(await gateway.get('/admin/session', { cookie: two.cookie }))).toEqual([
      401,
      'SESSION_ENDED',
    ]);
    const three = await login();
    await gateway.admin('DELETE', '/admin/operators/sam');
    expect(codeOf(await gateway.get('/admin/session', { cookie: three.cookie }))).toEqual([
      401,
      'SESSION_ENDED',
    ]);
  });

  it('does not begin with a wrong key, nor by another session', async () => {
    const wrong = await login('bw_operator_sam_' + '0'.repeat(64));
    expect(codeOf(wrong.answer)).toEqual([401, 'ADMIN_KEY_INVALID']);
    expect(wrong.answer.headers.get('set-cookie')).toBeNull();
    const { cookie, csrf } = await login('an admin key for the test');
    const next = await gateway.send('POST', '/admin/session', {}, { cookie, 'x-csrf-token': csrf });
    expect(codeOf(next)).toEqual([401, 'ADMIN_KEY_INVALID']);
  });

  it('does not begin after too many wrong keys, except with the right one', async () => {
    // At once, as the limit fills up again with time.
    const logins = Array.from({ length: 30 }, async (_, at) => login(`wrong-${at}`));
    const statuses = (await Promise.all(logins)).map(({ answer }) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await login('an admin key for the test')).answer.status).toBe(200);
  });
});
