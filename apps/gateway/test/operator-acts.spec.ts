/** docs/OPERATORS.md has a verdict on every call under /admin, so a new call needs one there first. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operationsOf } from '@bellwether/runtime';
import type { OpenApiDocument } from '@bellwether/runtime';
import { FundingApps } from './funding-apps';
import { ADMIN_KEY, EVENT, GatewayUnderTest, KEY_ID } from './gateway-under-test';
import type { AnotherGateway } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const PAGE = new URL('../../../docs/OPERATORS.md', import.meta.url);
const ROW = /^\| `([A-Z]+) (\/admin[^`]*)` +\| (one|two) +\| ([^|]+?) +\|/;
const judged = readFileSync(PAGE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, method = '', path = '', needs = '', money = ''] = ROW.exec(line) ?? [];
    return method === '' ? [] : [{ method, path, needs, money }];
  });

const [alice, bob] = [new UserUnderTest(1), new UserUnderTest(2)];
let gateway: GatewayUnderTest;
let strict: AnotherGateway;
let market: string;
let proposed: string;
const [PROPOSED, WHOLE] = ['proposed', 'whole'];
beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ hasFunding: true });
  await new FundingApps(gateway.bus).start();
  strict = await gateway.startAnother({ adminConfirmations: 2 });
  market = await gateway.openMarket(EVENT);
  // Results that may be challenged for less than an hour, and for long enough to be proposed again.
  const rule = { window_seconds: 3_599, stake_micro_usdc: 0, reward_pct: 0, second_role: false };
  const rules = [{ name: '*', sub: '*', ...rule }];
  await gateway.admin('PUT', '/admin/resolution-rules', { rules });
  proposed = await gateway.openMarket({ ...EVENT, event_id: PROPOSED });
  const outcomes = [{ label: 'A' }, { label: 'B' }];
  const whole = { mutually_exclusive: true, exhaustive: true, outcomes };
  await gateway.admin('POST', '/admin/events', { ...EVENT, event_id: WHOLE, ...whole });
  await gateway.credit(alice, bob);
  // Contracts, orders and money of both.
  const order = { market_id: market, side: 'buy', price: 5_000, size: 100 } as const;
  for (const nonce of [1, 2]) {
    await gateway.post('/v1/orders', alice.order({ ...order, outcome: 'yes', nonce }));
    if (nonce === 1)
      await gateway.post('/v1/orders', bob.order({ ...order, outcome: 'no', nonce }));
  }
});
afterAll(async () => {
  await strict?.running.stop();
  await gateway?.stop();
});

/** What the exchange owes its users without test money, and what has left it. */
async function moneyOfUsers() {
  const { body } = await gateway.get('/v1/solvency');
  const { user_available, user_locked, withdrawing, collateral, test_credits, payouts } = body;
  const sum = user_available + user_locked + withdrawing + collateral;
  return { sum: sum - test_credits, withdrawing, payouts };
}

it('every call under /admin is judged, and nothing else', async () => {
  const { body } = await gateway.get('/openapi.json');
  const served = operationsOf(body as OpenApiDocument)
    .filter(({ path }) => path.startsWith('/admin/'))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const known = judged.map(({ method, path }) => `${method} ${path}`);
  expect(known.toSorted()).toEqual(served.toSorted());
});

it('none is judged to move money of users', () => {
  for (const { method, path, money } of judged)
    expect([method, path, money]).toEqual([
      method,
      path,
      expect.stringMatching(/^(none|test money)/),
    ]);
});

/** Of what the exchange earned. */
const PAID_TO_ALICE: Readonly<Record<string, number>> = {
  'POST /admin/treasury/payout': 1_000_000,
  'POST /admin/users/{public_key}/make-good': 100_000,
};

/** Valid bodies, so that the act is refused and not its body. */
const BODIES: Readonly<Record<string, () => object>> = {
  'POST /admin/events': () => ({ ...EVENT, event_id: 'judged' }),
  'POST /admin/markets/{market_id}/resolve': () => ({ outcome: 'yes' }),
  'POST /admin/events/{event_id}/resolve': () => ({ void: true }),
  'POST /admin/credit': () => ({ user: alice.name, amount: 1_000_000_000, reference: 'judged' }),
  'POST /admin/mode': () => ({ mode: 'halted' }),
  'PUT /admin/fees': () => ({
    categories: [{ name: '*', sub: '*', fee_bps: 1_000, maker_rebate_pct: 0 }],
  }),
  'PUT /admin/users/{public_key}/limits': () => ({ max_open_orders: 1_000 }),
  'POST /admin/builders': () => ({ name: 'judged' }),
  'POST /admin/keys': () => ({ builder_id: 'builder-1' }),
  'POST /admin/bridge/user-tier': () => ({ user: alice.name, tier: 2 }),
  'POST /admin/bridge/invalidate-tier-cache': () => ({ user: alice.name }),
  'POST /admin/bridge/executor': () => ({ enabled: false }),
  'PUT /admin/bridge/daily-cap': () => ({ micro_usdc: 0 }),
  'POST /admin/scan/step-over': () => ({ chain: 'ext', slot: 1 }),
  'POST /admin/treasury/payout': () => ({
    source: 'protocol_fees',
    reference: 'judged',
    amount: PAID_TO_ALICE['POST /admin/treasury/payout'],
    user: alice.name,
  }),
  'PUT /admin/resolution-rules': () => ({ rules: [] }),
  'PUT /admin/series': () => {
    const { event_id: _, expiry: firstStart, ...event } = EVENT;
    const times = { first_start: firstStart, period_seconds: 3_600, lead_seconds: 3_600 };
    return { series_id: 'judged', event, ...times };
  },
  'PUT /admin/sources': () => ({
    name: 'judged',
    key: bob.name,
    url: 'https://example.org/judged',
    about: 'judged',
  }),
  'POST /admin/markets/{market_id}/propose': () => ({ outcome: 'yes', note: 'judged' }),
  'POST /admin/events/{event_id}/propose': () => ({ void: true, note: 'judged' }),
  'POST /admin/cases/{case_id}/decide': () => ({
    verdict: 'overturn',
    outcome: 'no',
    reason: 'judged',
  }),
  'POST /admin/cases/{case_id}/withdraw': () => ({ reason: 'judged' }),
  'POST /admin/dispute-fund': () => ({ reference: 'judged', amount: 100_000 }),
  'POST /admin/users/{public_key}/make-good': () => ({
    reference: 'judged-user',
    reason: 'judged',
    amount: PAID_TO_ALICE['POST /admin/users/{public_key}/make-good'],
  }),
  'POST /admin/operators': () => ({
    name: 'judged',
    roles: ['admin'],
    key_sha256: 'ab'.repeat(32),
  }),
};

const judgedCalls = judged.map(({ method, path, needs }) => [method, path, needs] as const);
const targetOf = (path: string) =>
  path
    .replace('{market_id}', path.endsWith('/propose') ? proposed : market)
    .replace('{event_id}', path.endsWith('/propose') ? WHOLE : EVENT.event_id)
    .replace('{case_id}', '1')
    .replace('{public_key}', alice.name)
    .replace('{key_id}', KEY_ID)
    .replace('{deposit_id}', 'cd'.repeat(32))
    .replace('{confirmation_id}', '999999')
    .replace('{name}', 'nobody');
const bodyOf = (method: string, path: string) => BODIES[`${method} ${path}`]?.() ?? {};

/** Secrets that an answer may show: the caller's own session, and a credential that can only be replaced. */
const SHOWS_A_SECRET = ['POST /admin/keys', 'POST /admin/session'];

it.each(judgedCalls)('%s %s moves no money, carried out', async (method, path) => {
  const before = await moneyOfUsers();
  const body = method === 'GET' ? undefined : bodyOf(method, path);
  const answer = await gateway.admin(method, targetOf(path), body);
  const added = PAID_TO_ALICE[`${method} ${path}`] ?? 0;
  expect(await moneyOfUsers()).toEqual({ ...before, sum: before.sum + added });
  const shows = /api_key"|secret"|token"|seed"|bw_operator_/.test(JSON.stringify(answer.body));
  expect(shows).toBe(SHOWS_A_SECRET.includes(`${method} ${path}`));
  // Resumes what was stopped, for the calls after it.
  await gateway.admin('POST', '/admin/mode', { mode: 'open' });
});

it.each(judgedCalls)('%s %s needs %s, and is refused for nothing else', async (...call) => {
  const [method, path, needs] = call;
  const response = await fetch(`${strict.url}${targetOf(path)}`, {
    method,
    headers: { 'x-admin-key': ADMIN_KEY, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(bodyOf(method, path)) }),
  });
  const answer = (await response.json()) as { error?: { code: string } };
  const code = answer.error?.code ?? null;
  expect([code, code === 'CONFIRMATION_NEEDED']).toEqual([code, needs === 'two']);
  expect(String(code)).not.toMatch(/VALIDATION_FAILED|UNKNOWN_FIELD|ADMIN_KEY_INVALID/);
});
