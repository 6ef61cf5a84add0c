/**
 * What two operators must agree to: an act is confirmed as it will be done, once, by an operator whom two have added.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorRole } from '@bellwether/api';
import { OPERATORS_FRESH_MS } from '../src/operators/operator-directory';
import { formatOperatorKey } from '../src/operators/operator-key';
import { ADMIN_KEY, EVENT, GatewayUnderTest, SECOND_ADMIN_KEY } from './gateway-under-test';
import type { AnotherGateway, HttpAnswer } from './gateway-under-test';

let gateway: GatewayUnderTest;
/** On the same servers, with two operators required. */
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

async function call(
  key: string,
  method: string,
  path: string,
  body: unknown = {},
): Promise<HttpAnswer> {
  const response = await fetch(`${strict.url}${path}`, {
    method,
    headers: { 'x-admin-key': key, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}

type Request = readonly [method: string, path: string, body?: unknown];
const NEEDED = [409, 'CONFIRMATION_NEEDED'];

/** Requests an act. @returns the id of its confirmation */
async function ask(key: string, request: Request): Promise<number> {
  const asked = await call(key, ...request);
  expect(codeOf(asked)).toEqual(NEEDED);
  return asked.body.error.details.confirmation_id;
}
const confirm = (key: string, id: number) =>
  call(key, 'POST', `/admin/confirmations/${id}/confirm`);

/** Requested by the first person of the configuration, confirmed by the second. */
async function byTwo(...request: Request): Promise<HttpAnswer> {
  const id = await ask(ADMIN_KEY, request);
  expect((await confirm(SECOND_ADMIN_KEY, id)).status).toBe(200);
  return call(ADMIN_KEY, ...request);
}

const newKey = (name: string) => {
  const key = formatOperatorKey(name, randomBytes(32));
  return { key, key_sha256: createHash('sha256').update(key).digest('hex') };
};
async function operator(name: string, ...roles: OperatorRole[]): Promise<string> {
  const { key, key_sha256 } = newKey(name);
  const added = await byTwo('POST', '/admin/operators', { name, roles, key_sha256 });
  expect(added.body.data).toEqual({ name, roles });
  return key;
}

describe('an act', () => {
  let asker: string;
  let second: string;
  let market: string;
  beforeAll(async () => {
    asker = await operator('ask', 'markets', 'money');
    second = await operator('bea', 'markets');
    market = await gateway.openMarket({ ...EVENT, event_id: 'two' });
  });
  const resolving = (outcome: string): Request => [
    'POST',
    `/admin/markets/${market}/resolve`,
    { outcome },
  ];

  it('is shown to whoever confirms it as it was sent, and is of one operator and one body', async () => {
    const id = await ask(asker, resolving('yes'));
    expect(await ask(asker, resolving('yes'))).toBe(id);
    const open = await call(second, 'GET', '/admin/confirmations');
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
    expect(codeOf(await confirm(asker, id))).toEqual([403, 'OWN_ACT']);
    const confirmed = await confirm(second, id);
    expect(confirmed.body.data).toMatchObject({ state: 'confirmed', decided_by: 'bea' });
    expect(codeOf(await call(second, ...resolving('yes')))).toEqual(NEEDED);
    expect(codeOf(await call(asker, ...resolving('no')))).toEqual(NEEDED);
    const changed = ['POST', `/admin/markets/${market}/resolve?dry_run=false`] as const;
    expect(codeOf(await call(asker, ...changed, { outcome: 'yes' }))).toEqual(NEEDED);
    const done = await call(asker, ...resolving('yes'));
    expect(done.body.data).toMatchObject({ outcome: 'yes', status: 'resolved' });
  });

  it.each([
    ['PUT', '/admin/bridge/daily-cap', { micro_usdc: 1 }],
    ['POST', '/admin/bridge/user-tier', { user: 'cd'.repeat(32), tier: 2 }],
    ['POST', `/admin/queues/${'ab'.repeat(32)}/release`, {}],
    ['POST', '/admin/scan/step-over', { chain: 'ext', slot: 7 }],
    ['POST', '/admin/withdrawals/resume', {}],
    [
      'POST',
      '/admin/treasury/payout',
      { source: 'gas_revenue', reference: 'a', amount: 1, user: 'cd'.repeat(32) },
    ],
    ['POST', '/admin/keys', { builder_id: 'builder-1' }],
    ['POST', `/admin/keys/${'ab'.repeat(16)}/restore`, {}],
    ['POST', '/admin/operators', { name: 'once', roles: ['read'], key_sha256: 'ab'.repeat(32) }],
  ])('is done once for one confirmation: %s %s', async (...request: Request) => {
    const id = await ask(ADMIN_KEY, request);
    expect((await confirm(SECOND_ADMIN_KEY, id)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => codeOf(await call(ADMIN_KEY, ...request))),
    );
    const carriedOut = answers.filter(([, code]) => code !== 'CONFIRMATION_NEEDED');
    expect(carriedOut).toHaveLength(1);
    expect(codeOf(await call(ADMIN_KEY, ...request))).toEqual(NEEDED);
    const all = await call(ADMIN_KEY, 'GET', '/admin/confirmations?state=all&limit=100');
    expect(all.body.data.confirmations).toContainEqual(
      expect.objectContaining({ confirmation_id: id, state: 'spent' }),
    );
  });

  it('needs the role of the act to be confirmed, and who asked may take it back', async () => {
    const cap: Request = ['PUT', '/admin/bridge/daily-cap', { micro_usdc: 5_000_000 }];
    const id = await ask(asker, cap);
    const path = `/admin/confirmations/${id}`;
    expect(codeOf(await confirm(second, id))).toEqual([403, 'ROLE_MISSING']);
    expect(codeOf(await call(second, 'POST', `${path}/reject`))).toEqual([403, 'ROLE_MISSING']);
    const back = await call(asker, 'POST', `${path}/reject`);
    expect(back.body.data).toMatchObject({ state: 'rejected', decided_by: 'ask' });
    expect(codeOf(await confirm(ADMIN_KEY, id))).toEqual([409, 'CONFIRMATION_ENDED']);
    expect(await ask(asker, cap)).not.toBe(id);
    expect(codeOf(await confirm(ADMIN_KEY, 999_999))).toEqual([404, 'CONFIRMATION_NOT_FOUND']);
  });

  it('is not confirmed any more once who confirmed it was revoked', async () => {
    const gone = await operator('gone', 'money');
    const cap: Request = ['PUT', '/admin/bridge/daily-cap', { micro_usdc: 6_000_000 }];
    expect((await confirm(gone, await ask(asker, cap))).status).toBe(200);
    expect((await call(ADMIN_KEY, 'DELETE', '/admin/operators/gone')).status).toBe(200);
    expect(codeOf(await call(asker, ...cap))).toEqual(NEEDED);
  });

  it('is nobody’s once who asked for it was revoked, whoever confirms it', async () => {
    const gone = await operator('gone-too', 'money');
    const cap: Request = ['PUT', '/admin/bridge/daily-cap', { micro_usdc: 7_000_000 }];
    const id = await ask(gone, cap);
    expect((await call(SECOND_ADMIN_KEY, 'DELETE', '/admin/operators/gone-too')).status).toBe(200);
    expect((await confirm(ADMIN_KEY, id)).status).toBe(200);
    expect(codeOf(await call(gone, ...cap))).toEqual([401, 'ADMIN_KEY_INVALID']);
    expect(codeOf(await call(ADMIN_KEY, ...cap))).toEqual(NEEDED);
  });

  it('needs nobody else where it stops harm', async () => {
    expect((await call(asker, 'POST', '/admin/mode', { mode: 'halted' })).status).toBe(200);
    expect((await call(asker, 'POST', '/admin/mode', { mode: 'open' })).status).toBe(200);
    const other = await gateway.openMarket({ ...EVENT, event_id: 'three' });
    expect((await call(asker, 'POST', `/admin/markets/${other}/pause`)).status).toBe(200);
    expect((await call(asker, 'POST', '/admin/withdrawals/pause')).status).toBe(200);
  });
});

describe('an operator', () => {
  it('is added by two from the very first on: one alone adds no puppet that confirms', async () => {
    const { key, key_sha256 } = newKey('puppet');
    const adding = { name: 'puppet', roles: ['admin'], key_sha256 };
    const id = await ask(ADMIN_KEY, ['POST', '/admin/operators', adding]);
    expect(codeOf(await confirm(ADMIN_KEY, id))).toEqual([403, 'OWN_ACT']);
    expect(codeOf(await call(key, 'GET', '/admin/session'))).toEqual([401, 'ADMIN_KEY_INVALID']);
  });

  it('that one alone has added, where that was allowed, confirms nothing', async () => {
    const { key, key_sha256 } = newKey('alone');
    const body = { name: 'alone', roles: ['admin'], key_sha256 };
    expect((await gateway.admin('POST', '/admin/operators', body)).status).toBe(200);
    // The other gateway reads operators every two seconds.
    await sleep(OPERATORS_FRESH_MS);
    const listed = await gateway.admin('GET', '/admin/operators');
    expect(listed.body.data.operators).toContainEqual(
      expect.objectContaining({ name: 'alone', may_confirm: false }),
    );
    const id = await ask(ADMIN_KEY, ['PUT', '/admin/bridge/daily-cap', { micro_usdc: 9 }]);
    expect(codeOf(await confirm(key, id))).toEqual([403, 'ADDED_BY_ONE']);
  });

  it('makes the own key: neither who adds it nor who confirms gets one that works', async () => {
    const { key, key_sha256 } = newKey('own');
    const body = { name: 'own', roles: ['admin'], key_sha256 };
    expect(JSON.stringify((await byTwo('POST', '/admin/operators', body)).body)).not.toContain(
      'bw_operator',
    );
    expect((await call(key, 'GET', '/admin/session')).status).toBe(200);
    // The hash is no key, and no other operator gets the next one.
    expect(codeOf(await call(key_sha256, 'GET', '/admin/session'))).toEqual([
      401,
      'ADMIN_KEY_INVALID',
    ]);
    const others = await call(ADMIN_KEY, 'POST', '/admin/operators/own/rotate');
    expect(codeOf(others)).toEqual([403, 'ROLE_MISSING']);
  });

  it('revokes one other alone in a day, so that a stolen key is stopped; more take a second', async () => {
    const thief = await operator('thief', 'admin');
    for (const name of ['victim-1', 'victim-2', 'victim-3']) await operator(name, 'admin');
    expect((await call(thief, 'DELETE', '/admin/operators/victim-1')).status).toBe(200);
    expect((await call(thief, 'DELETE', '/admin/operators/victim-1')).status).toBe(200);
    for (const name of ['victim-2', 'victim-3'])
      expect(codeOf(await call(thief, 'DELETE', `/admin/operators/${name}`))).toEqual(NEEDED);
    // The two of the configuration can always confirm.
    for (const name of ['admin', 'admin-2'])
      expect(codeOf(await call(thief, 'DELETE', `/admin/operators/${name}`))).toEqual([
        409,
        'OPERATOR_OF_CONFIGURATION',
      ]);
    expect((await byTwo('DELETE', '/admin/operators/thief')).status).toBe(200);
    expect(codeOf(await call(thief, 'GET', '/admin/session'))).toEqual([401, 'ADMIN_KEY_INVALID']);
  });
});
