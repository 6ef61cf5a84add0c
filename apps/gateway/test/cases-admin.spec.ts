/** Results over HTTP, as operators bring them about: rules, proposals, decisions, and what is given from fees. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorRole } from '@bellwether/api';
import { formatOperatorKey } from '../src/operators/operator-key';
import { ADMIN_KEY, EVENT, GatewayUnderTest, SECOND_ADMIN_KEY } from './gateway-under-test';
import type { AnotherGateway, HttpAnswer } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const RULES = {
  window_seconds: 7_200,
  source_window_seconds: 600,
  stake_micro_usdc: 5_000_000,
  reward_pct: 50,
};
const WEATHER = { name: 'weather', sub: '*', ...RULES, second_role: true };
const SHORT = { ...WEATHER, name: 'short', window_seconds: 60, second_role: false };
const CATEGORY = { name: 'weather', sub: 'rain' };
const alice = new UserUnderTest(1);
const bob = new UserUnderTest(2);

let gateway: GatewayUnderTest;
/** On the same servers, with two operators required. */
let strict: AnotherGateway;
const keys: Record<string, string> = {};

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  strict = await gateway.startAnother({ adminConfirmations: 2 });
  await addOperator('desk-1', 'markets', 'judge');
  await addOperator('desk-2', 'judge');
  for (const { name } of [alice, bob]) {
    const body = { user: name, amount: 10_000_000_000, reference: name };
    await gateway.admin('POST', '/admin/credit', body);
  }
});
afterAll(async () => {
  await strict?.running.stop();
  await gateway?.stop();
});

async function addOperator(name: string, ...roles: OperatorRole[]): Promise<void> {
  const key = formatOperatorKey(name, randomBytes(32));
  const key_sha256 = createHash('sha256').update(key).digest('hex');
  const added = await gateway.admin('POST', '/admin/operators', { name, roles, key_sha256 });
  expect(added.status).toBe(200);
  keys[name] = key;
}

const codeOf = ({ status, body }: HttpAnswer) => [status, body.error?.code];
const as = (name: string) => (path: string, body: object) =>
  gateway.send('POST', path, body, { 'x-admin-key': keys[name] ?? '' });
const propose = (market: string, body: object, query = '') =>
  as('desk-1')(`/admin/markets/${market}/propose${query}`, { note: 'It rained.', ...body });

let events = 0;
async function event(terms: object = {}): Promise<{ eventId: string; markets: string[] }> {
  const eventId = `case-${++events}`;
  const body = { ...EVENT, category: CATEGORY, event_id: eventId, ...terms };
  const made = await gateway.admin('POST', '/admin/events', body);
  expect(made.status).toBe(200);
  const outcomes: { market_id: string }[] = made.body.data.outcomes;
  return { eventId, markets: outcomes.map(({ market_id }) => market_id) };
}
const market = async (terms: object = {}) => (await event(terms)).markets[0] ?? '';

let lastNonce = 0;
/** A challenge as the engine gets it. */
function challenge(
  caseId: number,
  { publicKey: user }: UserUnderTest,
  claim: 'no' | 'void' = 'no',
): void {
  const said = { claim, claimMarket: null, reason: 'It did not.' } as const;
  const stake = RULES.stake_micro_usdc;
  const signature = new Uint8Array(64);
  const { reply } = gateway.engine.apply('order', {
    kind: 'challenge',
    user,
    caseId,
    ...said,
    stake,
    nonce: ++lastNonce,
    builder: null,
    signature,
  });
  expect(reply.body).toMatchObject({ kind: 'challenged', caseId });
}

describe('rules for results', () => {
  it('give what a source proposes the window of others, unless they say another', async () => {
    const { source_window_seconds: _, ...silent } = WEATHER;
    const set = await gateway.admin('PUT', '/admin/resolution-rules', { rules: [silent] });
    expect(set.body.data.rules).toMatchObject([{ source_window_seconds: WEATHER.window_seconds }]);
    await gateway.admin('PUT', '/admin/resolution-rules', { rules: [] });
  });

  it('are set as a whole, shown, and kept by events of their time', async () => {
    const before = await market();
    const rules = [WEATHER, SHORT];
    const set = await gateway.admin('PUT', '/admin/resolution-rules', { rules });
    expect(set.body.data.rules).toEqual(rules);
    const shown = await gateway.get('/v1/resolution-rules');
    expect(shown.body).toMatchObject({ rules });
    const kept = await gateway.get(`/v1/markets/${before}`);
    const none = {
      window_seconds: 0,
      source_window_seconds: 0,
      stake_micro_usdc: 0,
      reward_pct: 0,
      second_role: false,
    };
    expect(kept.body).toMatchObject({
      resolution_rules: none,
      void_rule: 'fixed',
      void_price: 5_000,
      exhaustive: false,
    });
    const after = await gateway.get(`/v1/markets/${await market()}`);
    expect(after.body.resolution_rules).toEqual({ ...RULES, second_role: true });
  });

  it.each([
    [{ ...WEATHER, window_seconds: 2_592_001 }, 'rules.0.window_seconds'],
    [{ ...WEATHER, source_window_seconds: 2_592_001 }, 'rules.0.source_window_seconds'],
    [{ ...WEATHER, stake_micro_usdc: 1_000_000_001 }, 'rules.0.stake_micro_usdc'],
    [{ ...WEATHER, reward_pct: 101 }, 'rules.0.reward_pct'],
    [{ ...WEATHER, second_role: 1 }, 'rules.0.second_role'],
  ])('are refused as %j', async (rule, field) => {
    const refused = await gateway.admin('PUT', '/admin/resolution-rules', { rules: [rule] });
    expect([codeOf(refused), refused.body.error.details.field]).toEqual([
      [400, 'VALIDATION_FAILED'],
      field,
    ]);
  });

  it('end resolutions at once', async () => {
    const id = await market();
    const resolved = await gateway.admin('POST', `/admin/markets/${id}/resolve`, {
      outcome: 'yes',
    });
    expect([codeOf(resolved), resolved.body.error.details]).toEqual([
      [409, 'RESOLUTION_BY_PROPOSAL'],
      { window_seconds: 7_200 },
    ]);
  });
});

describe('a proposal', () => {
  it('says without effect what it would pay', async () => {
    const id = await market();
    const dry = await propose(id, { outcome: 'yes' }, '?dry_run=true');
    expect(dry.body.data).toMatchObject({
      case_id: null,
      status: 'proposed',
      round: 1,
      dry_run: [{ market_id: id, outcome: 'yes', paid_micro_usdc: 0, dry_run: { users: 0 } }],
    });
    expect((await gateway.get(`/v1/markets/${id}`)).body.status).toBe('active');
  });

  it('closes the market, is corrected, and is taken back', async () => {
    const id = await market();
    const first = await propose(id, { outcome: 'yes' });
    expect(first.body.data).toMatchObject({ status: 'proposed', round: 1 });
    expect(first.body.data.seq).toBe(first.body.data.case_id);
    expect((await gateway.get(`/v1/markets/${id}`)).body.status).toBe('proposed');
    const corrected = await propose(id, { outcome: 'no' });
    expect(corrected.body.data.case_id).toBeGreaterThan(first.body.data.case_id);
    const reason = { reason: 'Too early.' };
    const old = await as('desk-1')(`/admin/cases/${first.body.data.case_id}/withdraw`, reason);
    expect(codeOf(old)).toEqual([409, 'CASE_ENDED']);
    const path = `/admin/cases/${corrected.body.data.case_id}/withdraw`;
    const withdrawn = await as('desk-1')(path, reason);
    expect(withdrawn.body.data).toMatchObject({ status: 'withdrawn', due: null, round: 1 });
    expect((await gateway.get(`/v1/markets/${id}`)).body.status).toBe('paused');
  });

  it.each([
    [{ outcome: 'maybe' }, 'outcome'],
    [{ outcome: 'yes', price: 5_000 }, 'price'],
    [{ outcome: 'void', price: 4_000 }, 'price'],
    [{ outcome: 'void', price_as_of: 1_790_000_000 }, 'price_as_of'],
    [{ outcome: 'yes', note: '' }, 'note'],
    [{ outcome: 'yes', note: 'x'.repeat(2_049) }, 'note'],
    [{ outcome: 'yes', evidence_url: 'http://example.org' }, 'evidence_url'],
    [{ outcome: 'yes', evidence_sha256: 'ab' }, 'evidence_sha256'],
  ])('is refused as %j', async (body, field) => {
    const refused = await propose(await market(), body);
    expect([codeOf(refused), refused.body.error.details.field]).toEqual([
      [400, 'VALIDATION_FAILED'],
      field,
    ]);
  });

  it('of outcomes that exclude each other is about the event', async () => {
    const outcomes = [{ label: 'A' }, { label: 'B' }, { label: 'C' }];
    const terms = { mutually_exclusive: true, exhaustive: true, outcomes };
    const { eventId, markets } = await event(terms);
    const path = `/admin/events/${eventId}/propose`;
    const of = (body: object) => as('desk-1')(path, { note: 'A dead heat.', ...body });
    expect(codeOf(await propose(markets[0] ?? '', { outcome: 'yes' }))).toEqual([
      409,
      'RESOLVE_BY_EVENT',
    ]);
    const wrong = await of({ prices: { [markets[0] ?? '']: 9_999 } });
    expect(wrong.body.error.details).toMatchObject({ field: 'prices', value: 9_999 });
    expect((await of({ prices: { xyz: 1 } })).body.error.details.field).toBe('prices');
    expect((await of({})).body.error.details.field).toBe('winner');
    const dry = await as('desk-1')(`${path}?dry_run=true`, { note: 'None.', void: true });
    const prices = dry.body.data.dry_run.map(({ price }: { price: number }) => price);
    expect(prices).toEqual([3_334, 3_333, 3_333]);
    const heat = await of({ prices: { [markets[0] ?? '']: 5_000, [markets[2] ?? '']: 5_000 } });
    expect(heat.body.data).toMatchObject({ status: 'proposed' });
    const shown = await gateway.get(`/v1/events/${eventId}`);
    expect(shown.body).toMatchObject({ void_rule: 'shares', void_price: null, exhaustive: true });
  });

  it('of a void by the last trade has the price of that trade, and no other', async () => {
    const id = await market({ void_rule: 'last' });
    const before = Math.floor(Date.now() / 1_000);
    const buy = { market_id: id, side: 'buy', size: 1_000 } as const;
    const orders = [
      alice.order({ ...buy, outcome: 'yes', price: 4_200, nonce: ++lastNonce }),
      bob.order({ ...buy, outcome: 'no', price: 5_800, nonce: ++lastNonce }),
    ];
    for (const order of orders) {
      expect((await gateway.send('POST', '/v1/orders', order)).status).toBe(200);
    }
    await gateway.project();
    const asOf = Math.floor(Date.now() / 1_000) + 1;
    const of = (body: object) => propose(id, { outcome: 'void', ...body });
    expect((await of({})).body.error.details.field).toBe('price_as_of');
    const future = await of({ price_as_of: asOf + 1_000 });
    expect(future.body.error.details.field).toBe('price_as_of');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const other = await of({ price_as_of: asOf, price: 4_201 });
    expect(other.body.error.details).toMatchObject({ field: 'price', expected: '4200, or absent' });
    const path = `/admin/markets/${id}/propose?dry_run=true`;
    const dry = async (price_as_of: number) =>
      (await as('desk-1')(path, { outcome: 'void', note: 'Void.', price_as_of })).body.data
        .dry_run[0].price;
    expect(await dry(before)).toBe(5_000);
    expect(await dry(asOf)).toBe(4_200);
    expect((await of({ price_as_of: asOf, price: 4_200 })).status).toBe(200);
  });
});

describe('a disputed case', () => {
  async function disputed(): Promise<number> {
    const { body } = await propose(await market(), { outcome: 'yes' });
    challenge(body.data.case_id, alice);
    return body.data.case_id;
  }
  const reason = 'Read again.';

  it('is decided by another operator than who proposed it', async () => {
    const id = await disputed();
    const path = `/admin/cases/${id}/decide`;
    const own = await as('desk-1')(path, { verdict: 'uphold', reason });
    expect(codeOf(own)).toEqual([403, 'OWN_ACT']);
    const overturned = await as('desk-2')(path, { verdict: 'overturn', outcome: 'no', reason });
    expect(overturned.body.data).toMatchObject({ case_id: id, status: 'proposed', round: 2 });
    challenge(id, bob, 'void');
    const upheld = await as('desk-1')(path, { verdict: 'uphold', reason });
    expect(upheld.body.data).toMatchObject({ status: 'final', due: null, round: 2 });
    expect(codeOf(await as('desk-1')(path, { verdict: 'uphold', reason }))).toEqual([
      409,
      'CASE_ENDED',
    ]);
  });

  it('that is overturned to a void has the price that a proposal would have', async () => {
    const { body } = await propose(await market({ void_rule: 'last' }), { outcome: 'yes' });
    const id = body.data.case_id;
    challenge(id, alice, 'void');
    await gateway.project();
    const decide = (terms: object) =>
      as('desk-2')(`/admin/cases/${id}/decide`, {
        verdict: 'overturn',
        outcome: 'void',
        reason,
        ...terms,
      });
    expect((await decide({})).body.error.details.field).toBe('price_as_of');
    const asOf = Math.floor(Date.now() / 1_000);
    const other = await decide({ price_as_of: asOf, price: 9_000 });
    expect(other.body.error.details).toMatchObject({ field: 'price', expected: '5000, or absent' });
    expect((await decide({ price_as_of: asOf })).body.data).toMatchObject({ round: 2 });
    await gateway.project();
    const shown = await gateway.get(`/v1/cases/${id}`);
    expect(shown.body.history.at(-1)).toMatchObject({
      what: 'decided',
      outcome: 'void',
      prices: [{ price: 5_000 }],
      price_as_of: asOf,
    });
  });

  it.each([
    [{ verdict: 'overturn' }, 'outcome'],
    [{ verdict: 'overturn', outcome: 'no', price_as_of: 1 }, 'price_as_of'],
    [{ verdict: 'uphold', outcome: 'no' }, 'outcome'],
    [{ verdict: 'overturn', outcome: 'no', refund_stakes: true }, 'refund_stakes'],
    [{ verdict: 'uphold', expiry: 2_000_000_000 }, 'expiry'],
    [{ verdict: 'overturn', outcome: 'no', void: true }, 'outcome'],
    [{ verdict: 'uphold', reason: '' }, 'reason'],
    [{ verdict: 'uphold', reason_url: 'example.org' }, 'reason_url'],
  ])('is not decided by %j', async (body, field) => {
    const refused = await as('desk-2')('/admin/cases/1/decide', { reason, ...body });
    expect([codeOf(refused), refused.body.error.details.field]).toEqual([
      [400, 'VALIDATION_FAILED'],
      field,
    ]);
  });

  it('that nobody knows is none', async () => {
    const decided = await as('desk-2')('/admin/cases/1/decide', { verdict: 'uphold', reason });
    expect(codeOf(decided)).toEqual([404, 'CASE_NOT_FOUND']);
  });
});

describe('what is given from protocol fees', () => {
  it('is no more than there is, once for each reference', async () => {
    const fees = (await gateway.get('/v1/solvency')).body.protocol_fees;
    expect(fees).toBeGreaterThan(0);
    const fill = (body: object) => gateway.admin('POST', '/admin/dispute-fund', body);
    const over = await fill({ amount: fees + 1, reference: 'all' });
    expect([codeOf(over), over.body.error.details]).toEqual([
      [422, 'INSUFFICIENT_REVENUE'],
      { required: fees + 1, available: fees, shortfall: 1 },
    ]);
    const before = (await gateway.get('/v1/solvency')).body.dispute_fund;
    const filled = await fill({ amount: 1_000, reference: 'june' });
    expect(filled.body.data).toMatchObject({ amount: 1_000, dispute_fund: before + 1_000 });
    const again = await fill({ amount: 1_000, reference: 'june' });
    expect([again.headers.get('idempotent-replay'), again.body]).toEqual(['true', filled.body]);
    const good = await gateway.admin('POST', `/admin/users/${bob.name}/make-good`, {
      amount: 2_000,
      reference: 'bob',
      reason: 'A wrong result.',
    });
    expect(good.body.data).toMatchObject({ user: bob.name, amount: 2_000 });
    expect((await gateway.get('/v1/solvency')).body.protocol_fees).toBe(fees - 3_000);
  });
});

describe('two operators', () => {
  const call = async (path: string, body: object, key = ADMIN_KEY): Promise<HttpAnswer> => {
    const response = await fetch(`${strict.url}${path}`, {
      method: 'POST',
      headers: { 'x-admin-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  async function byTwo(path: string, body: object): Promise<HttpAnswer> {
    const asked = await call(path, body);
    expect(codeOf(asked)).toEqual([409, 'CONFIRMATION_NEEDED']);
    const { confirmation_id } = asked.body.error.details;
    await call(`/admin/confirmations/${confirmation_id}/confirm`, {}, SECOND_ADMIN_KEY);
    return call(path, body);
  }
  const note = 'It rained.';

  it('agree on a proposal with a short window, not on one with a long one', async () => {
    const long = await call(`/admin/markets/${await market()}/propose`, { outcome: 'yes', note });
    expect(long.status).toBe(200);
    const short = await market({ category: { name: 'short', sub: 'x' } });
    const path = `/admin/markets/${short}/propose`;
    expect((await call(`${path}?dry_run=true`, { outcome: 'yes', note })).status).toBe(200);
    expect((await byTwo(path, { outcome: 'yes', note })).body.data.status).toBe('proposed');
  });

  it('agree on an overturned result and on what makes good, and on no other verdict', async () => {
    const { body } = await call(`/admin/markets/${await market()}/propose`, {
      outcome: 'yes',
      note,
    });
    const id = body.data.case_id;
    challenge(id, alice);
    const path = `/admin/cases/${id}/decide`;
    const own = await call(path, { verdict: 'uphold', reason: note });
    expect(codeOf(own)).toEqual([403, 'OWN_ACT']);
    const asked = { verdict: 'overturn', outcome: 'no', reason: note };
    expect(codeOf(await call(path, asked, SECOND_ADMIN_KEY))).toEqual([409, 'CONFIRMATION_NEEDED']);
    const given = { amount: 1, reference: 'two', reason: note };
    const good = await byTwo(`/admin/users/${bob.name}/make-good`, given);
    expect(good.body.data.amount).toBe(1);
  });
});
