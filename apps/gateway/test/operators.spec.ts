/** Named operators over HTTP: keys, roles, sessions, and what two of them must agree to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorRole } from '@bellwether/api';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import type { AnotherGateway, HttpAnswer } from './gateway-under-test';

const PAGE = { 'sec-fetch-site': 'same-origin' };

let gateway: GatewayUnderTest;
/** On the same servers, where two operators must agree. */
let strict: AnotherGateway;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  strict = await gateway.startAnother({ adminConfirmations: 2 });
});
afterAll(async () => {
  await strict?.running.stop();
  await gateway?.stop();
});

const codeOf = ({ status, body }: HttpAnswer) => [status, body.error?.code];

const addOperator = async (name: string, ...roles: OperatorRole[]): Promise<string> => {
  const added = await gateway.admin('POST', '/admin/operators', { name, roles });
  expect(added.status).toBe(200);
  return added.body.data.key;
};
const as = (key: string) => (method: string, path: string, body?: unknown) =>
  gateway.send(method, path, body, { 'x-admin-key': key });

/** The same call at the gateway where two must agree. */
async function strictly(key: string, method: string, path: string, body: unknown = {}) {
  const response = await fetch(`${strict.url}${path}`, {
    method,
    headers: { 'x-admin-key': key, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const answer: HttpAnswer = {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  };
  return answer;
}

describe('named operators', () => {
  it('have a key that is shown once and stored nowhere', async () => {
    const key = await addOperator('alice', 'markets');
    expect(key).toMatch(/^bw_operator_alice_[0-9a-f]{64}$/);
    const listed = await gateway.admin('GET', '/admin/operators');
    expect(listed.body.data.operators).toEqual([
      expect.objectContaining({ name: 'admin', roles: ['admin'], is_of_configuration: true }),
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
    });
    expect(codeOf(again)).toEqual([409, 'OPERATOR_EXISTS']);
    const first = await gateway.admin('POST', '/admin/operators', {
      name: 'admin',
      roles: ['read'],
    });
    expect(codeOf(first)).toEqual([409, 'OPERATOR_EXISTS']);
  });

  it.each([
    [{ name: 'Alice', roles: ['read'] }, 'name'],
    [{ name: 'x'.repeat(33), roles: ['read'] }, 'name'],
    [{ name: 'bob_1', roles: ['read'] }, 'name'],
    [{ name: 'bob', roles: [] }, 'roles'],
    [{ name: 'bob', roles: ['read', 'read'] }, 'roles'],
    [{ name: 'bob', roles: ['root'] }, 'roles.0'],
  ])('are refused as %j', async (body, field) => {
    const refused = await gateway.admin('POST', '/admin/operators', body);
    expect(codeOf(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.error.details.field).toBe(field);
  });

  it('end with their revocation, and keep their rows', async () => {
    const key = await addOperator('carol', 'read');
    expect((await as(key)('GET', '/admin/operators')).status).toBe(200);
    expect((await gateway.admin('DELETE', '/admin/operators/carol')).body.data.name).toBe('carol');
    expect(codeOf(await as(key)('GET', '/admin/operators'))).toEqual([401, 'ADMIN_KEY_INVALID']);
    expect((await gateway.admin('DELETE', '/admin/operators/carol')).status).toBe(200);
    const rotated = await gateway.admin('POST', '/admin/operators/carol/rotate');
    expect(codeOf(rotated)).toEqual([404, 'OPERATOR_NOT_FOUND']);
    const unknown = await gateway.admin('DELETE', '/admin/operators/nobody');
    expect(codeOf(unknown)).toEqual([404, 'OPERATOR_NOT_FOUND']);
    const first = await gateway.admin('DELETE', '/admin/operators/admin');
    expect(codeOf(first)).toEqual([409, 'OPERATOR_OF_CONFIGURATION']);
  });

  it('may replace their own key, whatever their role, and no other', async () => {
    const key = await addOperator('dora', 'read');
    const rotated = await as(key)('POST', '/admin/operators/dora/rotate');
    expect(rotated.body.data).toMatchObject({ name: 'dora', roles: ['read'] });
    expect(codeOf(await as(key)('GET', '/admin/operators'))).toEqual([401, 'ADMIN_KEY_INVALID']);
    const next: string = rotated.body.data.key;
    expect((await as(next)('GET', '/admin/operators')).status).toBe(200);
    const others = await as(next)('POST', '/admin/operators/alice/rotate');
    expect(codeOf(others)).toEqual([403, 'ROLE_MISSING']);
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
    expect(await call('an admin key for the test', 'GET')).toBe(200);
    const added = await call('an admin key for the test', 'POST', {
      name: 'gina',
      roles: ['read'],
    });
    expect(added).toBe('OPERATORS_NOT_CONFIGURED');
    await bare.running.stop();
  });
});

describe('roles', () => {
  const MARKET = 'ab'.repeat(32);
  const DEPOSIT = 'cd'.repeat(32);
  const KEY = 'ef'.repeat(16);
  /** Every call under /admin, and the roles of which it asks for one; `read` is every operator's. */
  const CALLS: readonly (readonly [string, string, string])[] = [
    ['POST', '/admin/events', 'markets'],
    ['POST', `/admin/markets/${MARKET}/pause`, 'markets'],
    ['POST', `/admin/markets/${MARKET}/resume`, 'markets'],
    ['POST', `/admin/markets/${MARKET}/close`, 'markets'],
    ['POST', `/admin/markets/${MARKET}/resolve`, 'markets'],
    ['POST', '/admin/events/none/resolve', 'markets'],
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
    ['POST', '/admin/recoveries', 'money'],
    ['POST', '/admin/withdrawals/pause', 'money'],
    ['POST', '/admin/withdrawals/resume', 'money'],
    ['POST', '/admin/builders', 'admin'],
    ['POST', '/admin/keys', 'admin'],
    ['POST', `/admin/keys/${KEY}/rotate`, 'admin'],
    ['DELETE', `/admin/keys/${KEY}`, 'admin'],
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
    for (const role of ['read', 'markets', 'money', 'admin'] as const) {
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
      // Of one's own key, of one's own session, and of acts, whose own role counts.
      if (part === 'confirmations' || part === 'session') return false;
      return !known.has(`${method} ${part}`) && !known.has(`post ${part}`);
    });
    expect(unknown).toEqual([]);
  });

  it.each(CALLS)('%s %s asks for %s', async (method, path, asked) => {
    const admitted: string[] = [];
    for (const role of ['read', 'markets', 'money', 'admin'] as const) {
      // A body that no schema takes: nothing is carried out.
      const body = method === 'GET' ? undefined : { no: 'such field' };
      const [status, code] = codeOf(await as(keys[role] ?? '')(method, path, body));
      expect([403, 401].includes(status)).toBe(code === 'ROLE_MISSING');
      if (code !== 'ROLE_MISSING') admitted.push(role);
    }
    const all = ['read', 'markets', 'money', 'admin'];
    expect(admitted).toEqual(
      all.filter(
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

describe('two operators', () => {
  let asker: string;
  let second: string;
  let market: string;

  beforeAll(async () => {
    asker = await addOperator('ask', 'markets', 'money');
    second = await addOperator('bea', 'markets');
    market = await gateway.openMarket({ ...EVENT, event_id: 'two' });
  });

  const resolve = (key: string, outcome: string) =>
    strictly(key, 'POST', `/admin/markets/${market}/resolve`, { outcome });

  it('agree before a market is resolved; then it may be repeated', async () => {
    const first = await resolve(asker, 'yes');
    expect(codeOf(first)).toEqual([409, 'CONFIRMATION_NEEDED']);
    const { confirmation_id: id, role } = first.body.error.details;
    expect(role).toBe('markets');
    const again = await resolve(asker, 'yes');
    expect(again.body.error.details.confirmation_id).toBe(id);

    const open = await strictly(second, 'GET', '/admin/confirmations');
    expect(open.body.data.confirmations).toContainEqual(
      expect.objectContaining({
        confirmation_id: id,
        state: 'open',
        operator: 'ask',
        method: 'POST',
        path: `/admin/markets/${market}/resolve`,
        body: '{"outcome":"yes"}',
      }),
    );
    const own = await strictly(asker, 'POST', `/admin/confirmations/${id}/confirm`);
    expect(codeOf(own)).toEqual([403, 'OWN_ACT']);
    const confirmed = await strictly(second, 'POST', `/admin/confirmations/${id}/confirm`);
    expect(confirmed.body.data).toMatchObject({ state: 'confirmed', decided_by: 'bea' });

    // Of this operator, and of this act: no other.
    expect(codeOf(await resolve(second, 'yes'))).toEqual([409, 'CONFIRMATION_NEEDED']);
    expect(codeOf(await resolve(asker, 'no'))).toEqual([409, 'CONFIRMATION_NEEDED']);
    const done = await resolve(asker, 'yes');
    expect(done.body.data).toMatchObject({ outcome: 'yes', status: 'resolved' });
    const repeated = await resolve(asker, 'yes');
    expect([repeated.status, repeated.headers.get('idempotent-replay')]).toEqual([200, 'true']);
  });

  it('need the role of the act to confirm it, and who asked may take it back', async () => {
    const cap = () => strictly(asker, 'PUT', '/admin/bridge/daily-cap', { micro_usdc: 5_000_000 });
    const { details } = (await cap()).body.error;
    const path = `/admin/confirmations/${details.confirmation_id}`;
    expect(codeOf(await strictly(second, 'POST', `${path}/confirm`))).toEqual([
      403,
      'ROLE_MISSING',
    ]);
    expect(codeOf(await strictly(second, 'POST', `${path}/reject`))).toEqual([403, 'ROLE_MISSING']);
    const back = await strictly(asker, 'POST', `${path}/reject`);
    expect(back.body.data).toMatchObject({ state: 'rejected', decided_by: 'ask' });
    const admin = 'an admin key for the test';
    expect(codeOf(await strictly(admin, 'POST', `${path}/confirm`))).toEqual([
      409,
      'CONFIRMATION_ENDED',
    ]);
    const anew = (await cap()).body.error.details.confirmation_id;
    expect(anew).not.toBe(details.confirmation_id);
    const unknown = await strictly(admin, 'POST', '/admin/confirmations/999999/confirm');
    expect(codeOf(unknown)).toEqual([404, 'CONFIRMATION_NOT_FOUND']);
    const closed = await strictly(admin, 'GET', '/admin/confirmations?state=all&limit=2');
    expect(closed.body.data).toMatchObject({ has_more: true });
  });

  it('agree before an operator is added, or gets another key', async () => {
    const admin = 'an admin key for the test';
    const body = { name: 'puppet', roles: ['admin'] };
    const added = await strictly(admin, 'POST', '/admin/operators', body);
    expect(codeOf(added)).toEqual([409, 'CONFIRMATION_NEEDED']);
    const rotated = await strictly(admin, 'POST', '/admin/operators/bea/rotate');
    expect(codeOf(rotated)).toEqual([409, 'CONFIRMATION_NEEDED']);
    expect(rotated.body.error.details.role).toBe('admin');
  });

  it('need not agree on what stops harm', async () => {
    expect((await strictly(asker, 'POST', '/admin/mode', { mode: 'open' })).status).toBe(200);
    const other = await gateway.openMarket({ ...EVENT, event_id: 'three' });
    expect((await strictly(asker, 'POST', `/admin/markets/${other}/pause`)).status).toBe(200);
    const last = await addOperator('zoe', 'read');
    const admin = 'an admin key for the test';
    expect((await strictly(admin, 'DELETE', '/admin/operators/zoe')).status).toBe(200);
    expect(codeOf(await strictly(last, 'GET', '/admin/operators'))).toEqual([
      401,
      'ADMIN_KEY_INVALID',
    ]);
  });
});
