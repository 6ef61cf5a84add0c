/** How results came about, as everybody reads it: of history, with users' keys for themselves and operators alone. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOwnerText } from '@bellwether/canonical-message';
import { ADMIN_KEY, EVENT, GatewayUnderTest } from './gateway-under-test';
import type { HttpAnswer } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';
import type { ChallengeFields } from './user-under-test';

const STAKE = 5_000_000;
const RULE = { window_seconds: 7_200, stake_micro_usdc: STAKE, reward_pct: 50, second_role: false };
const REASON = 'It did not.';
const alice = new UserUnderTest(1);
const bob = new UserUnderTest(2);

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ hasPublicUserReads: false });
  const rules = [{ name: '*', sub: '*', ...RULE }];
  await gateway.admin('PUT', '/admin/resolution-rules', { rules });
  await gateway.credit(alice, bob);
});
afterAll(async () => {
  await gateway?.stop();
});

let events = 0;
async function market(category = { name: 'weather', sub: 'rain' }): Promise<string> {
  return gateway.openMarket({ ...EVENT, category, event_id: `read-${++events}` });
}

async function propose(id: string, outcome = 'yes'): Promise<number> {
  const body = { outcome, note: 'It rained.', evidence_url: 'https://example.org/a' };
  const proposed = await gateway.admin('POST', `/admin/markets/${id}/propose`, body);
  return proposed.body.data.case_id;
}

let lastNonce = 0;
function challenge(caseId: number, { publicKey: user }: UserUnderTest, claim: 'no' | 'void'): void {
  const said = { claim, claimMarket: null, reason: REASON, stake: STAKE, nonce: ++lastNonce };
  const signature = new Uint8Array(64);
  const { reply } = gateway.engine.apply('order', {
    kind: 'challenge',
    user,
    caseId,
    ...said,
    builder: null,
    signature,
  });
  expect(reply.body.kind).toBe('challenged');
}

async function session(user: UserUnderTest): Promise<Record<string, string>> {
  const { body } = await gateway.post('/v1/session', user.session(Math.floor(Date.now() / 1_000)));
  return { authorization: `Bearer ${body.token}` };
}

describe('a case', () => {
  it('shows the way of its result, and each step of it', async () => {
    const id = await market();
    const caseId = await propose(id);
    challenge(caseId, alice, 'no');
    challenge(caseId, bob, 'void');
    const decided = { verdict: 'overturn', outcome: 'no', reason: 'The gauge was dry.' };
    await gateway.admin('POST', `/admin/cases/${caseId}/decide`, decided);
    await gateway.project();
    const { status, body } = await gateway.get(`/v1/cases/${caseId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      case_id: caseId,
      event_id: `read-${events}`,
      market_id: id,
      status: 'proposed',
      round: 2,
      outcome: 'no',
      winner: null,
      prices: [{ market_id: id, price: 0 }],
      by: 'admin',
      evidence_url: 'https://example.org/a',
      evidence_sha256: null,
      note: 'It rained.',
      overdue: false,
      paid_micro_usdc: null,
      decision: { verdict: 'overturn', by: 'admin', reason: 'The gauge was dry.' },
    });
    expect(body.due).toBe(body.decision.at + RULE.window_seconds);
    const sha = createHash('sha256').update(REASON).digest('hex');
    // The fund is empty, so nobody is rewarded.
    expect(body.challenges).toMatchObject([
      { claim: 'no', reason: REASON, reason_sha256: sha, state: 'returned', user: null },
      { claim: 'void', stake_micro_usdc: STAKE, state: 'returned', user: null },
    ]);
    expect(body.history.map(({ what, by }: { what: string; by: string }) => [what, by])).toEqual([
      ['proposed', 'admin'],
      ['challenged', null],
      ['challenged', null],
      ['decided', 'admin'],
    ]);
  });

  it('names users to themselves and to operators alone', async () => {
    const caseId = await propose(await market());
    challenge(caseId, alice, 'no');
    challenge(caseId, bob, 'void');
    await gateway.project();
    const users = async (headers: Record<string, string>) => {
      const { body } = await gateway.get(`/v1/cases/${caseId}`, headers);
      return body.challenges.map(({ user }: { user: string | null }) => user);
    };
    expect(await users({})).toEqual([null, null]);
    expect(await users(await session(alice))).toEqual([alice.name, null]);
    expect(await users(await session(bob))).toEqual([null, bob.name]);
    expect(await users({ 'x-admin-key': ADMIN_KEY })).toEqual([alice.name, bob.name]);
    const wrong = await gateway.get(`/v1/cases/${caseId}`, { authorization: 'Bearer x' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'SESSION_INVALID']);
  });

  it('that history does not have yet is not denied', async () => {
    const caseId = await propose(await market());
    const early = await gateway.get(`/v1/cases/${caseId}`);
    expect([early.status, early.body.error.code]).toEqual([503, 'HISTORY_UNAVAILABLE']);
    await gateway.project();
    expect((await gateway.get(`/v1/cases/${caseId}`)).status).toBe(200);
    for (const none of [1, Number.MAX_SAFE_INTEGER]) {
      const missing = await gateway.get(`/v1/cases/${none}`);
      expect([missing.status, missing.body.error.code]).toEqual([404, 'CASE_NOT_FOUND']);
    }
  });
});

describe('a challenge', () => {
  const sent = (case_id: number, user: UserUnderTest, over: Partial<ChallengeFields> = {}) => {
    const fields = { case_id, claim: 'no', reason: REASON, stake_micro_usdc: STAKE } as const;
    return user.challenge({ ...fields, nonce: ++lastNonce, ...over });
  };
  const post = (caseId: number, body: object) =>
    gateway.post(`/v1/cases/${caseId}/challenge`, body);
  const codeOf = ({ status, body }: HttpAnswer) => [status, body.error?.code];
  const staked = async ({ name }: UserUnderTest): Promise<[number, number]> => {
    const { body } = await gateway.get(`/v1/balance/${name}`);
    return [body.available, body.staked];
  };

  it('takes its stake once, however often it is sent', async () => {
    const caseId = await propose(await market());
    const [available, held] = await staked(alice);
    const body = sent(caseId, alice);
    const first = await post(caseId, body);
    expect([first.status, first.body]).toMatchObject([
      200,
      { case_id: caseId, nonce: body.nonce, client_id: null },
    ]);
    expect(first.body.challenge_id).toBe(first.body.seq);
    const again = await post(caseId, body);
    expect([again.headers.get('idempotent-replay'), again.body]).toEqual(['true', first.body]);
    expect(await staked(alice)).toEqual([available - STAKE, held + STAKE]);
    const outcome = await gateway.get(
      `/v1/orders/${alice.name}/by-nonce/${body.nonce}`,
      await session(alice),
    );
    const of = { outcome: 'challenged', challenge: { challenge_id: first.body.challenge_id } };
    expect(outcome.body).toMatchObject(of);
    await gateway.project();
    const { body: shown } = await gateway.get(`/v1/cases/${caseId}`, await session(alice));
    expect(shown).toMatchObject({ status: 'disputed', due: null });
    expect(shown.challenges).toMatchObject([{ claim: 'no', state: 'open', user: alice.name }]);
  });

  it.each(['raw', 'envelope'] as const)('may be signed as a text, %s', async (form) => {
    const caseId = await propose(await market());
    const nonce = ++lastNonce;
    const said = { caseId, claim: 'void', claimMarket: null, stake: STAKE, nonce } as const;
    const reasonSha256 = new Uint8Array(createHash('sha256').update(REASON).digest());
    const { publicKey: account } = bob;
    const of = { kind: 'challenge', network: 'test', account, reasonSha256 } as const;
    const text = buildOwnerText({ ...of, ...said });
    const body = { text, reason: REASON, signature: bob.text(text, form) };
    const other = await post(caseId, { ...body, reason: `${REASON}!` });
    expect(other.body.error.details.field).toBe('reason');
    const elsewhere = await post(caseId + 1, body);
    expect(elsewhere.body.error.details).toMatchObject({ field: 'text', value: caseId });
    const both = await post(caseId, { ...body, claim: 'void' });
    expect(both.body.error.details.field).toBe('claim');
    const done = await post(caseId, body);
    expect([done.status, done.body]).toMatchObject([200, { case_id: caseId, nonce }]);
    expect((await post(caseId, body)).body).toEqual(done.body);
  });

  it('is refused by the rules of the engine', async () => {
    const id = await market();
    const caseId = await propose(id);
    expect(codeOf(await post(1, sent(1, bob)))).toEqual([404, 'CASE_NOT_FOUND']);
    const same = await post(caseId, sent(caseId, bob, { claim: 'yes' }));
    expect(codeOf(same)).toEqual([409, 'CLAIM_IS_THE_PROPOSAL']);
    const other = await post(caseId, sent(caseId, bob, { stake_micro_usdc: STAKE + 1 }));
    expect(other.body.error.details).toMatchObject({
      field: 'stake_micro_usdc',
      expected: `${STAKE}`,
    });
    const winner = await post(caseId, sent(caseId, bob, { claim: 'winner', claim_market: id }));
    expect(winner.body.error.details.field).toBe('claim');
    expect((await post(caseId, sent(caseId, bob))).status).toBe(200);
    const second = await post(caseId, sent(caseId, bob, { claim: 'void' }));
    expect(codeOf(second)).toEqual([409, 'ALREADY_CHALLENGED']);
    const poor = new UserUnderTest(3);
    await gateway.admin('POST', '/admin/credit', { user: poor.name, amount: 1, reference: 'poor' });
    const broke = await post(caseId, sent(caseId, poor));
    expect([codeOf(broke), broke.body.error.details]).toEqual([
      [422, 'INSUFFICIENT_BALANCE'],
      { required: STAKE, available: 1, locked: 0, shortfall: STAKE - 1 },
    ]);
    const corrected = await propose(await market());
    await gateway.admin('POST', `/admin/cases/${corrected}/withdraw`, { reason: 'Too early.' });
    expect(codeOf(await post(corrected, sent(corrected, bob)))).toEqual([409, 'CASE_ENDED']);
  });

  it('signed wrongly is shown the bytes, which the debugger explains', async () => {
    const caseId = await propose(await market());
    const body = sent(caseId, alice);
    const wrong = await post(caseId, { ...body, reason: 'Another.' });
    expect(codeOf(wrong)).toEqual([401, 'SIGNATURE_INVALID']);
    expect(wrong.body.error.details.message_bytes).toBe(123);
    const { claim, reason, stake_micro_usdc, nonce, user, signature } = body;
    const asked = { case_id: caseId, claim, reason, stake_micro_usdc, nonce, user, signature };
    const debug = async (fields: object) =>
      (await gateway.post('/v1/debug/signature', { kind: 'challenge', ...asked, ...fields })).body;
    expect(await debug({})).toMatchObject({ verifies: true });
    expect(await debug({ reason: 'Another.' })).toMatchObject({ verifies: false });
  });
});

describe('the list of cases', () => {
  const idsOf = async (query: string): Promise<number[]> => {
    const { body } = await gateway.get(`/v1/cases?${query}`);
    return body.cases.map(({ case_id }: { case_id: number }) => case_id);
  };

  it('is filtered, and read in pages', async () => {
    const chess = { name: 'sports', sub: 'chess/blitz' };
    const [first, second] = [
      await propose(await market(chess)),
      await propose(await market(chess)),
    ];
    const other = await propose(await market({ name: 'sports', sub: 'go' }));
    challenge(second, alice, 'no');
    await gateway.project();
    expect(await idsOf('category=sports')).toEqual([other, second, first]);
    expect(await idsOf('category=sports/chess/blitz')).toEqual([second, first]);
    expect(await idsOf('category=sports&status=disputed')).toEqual([second]);
    expect(await idsOf('category=sports&status=final')).toEqual([]);
    const page = await gateway.get('/v1/cases?category=sports&limit=2');
    expect(page.body.has_more).toBe(true);
    expect(await idsOf(`category=sports&before=${page.body.next_cursor}`)).toEqual([first]);
    const bad = await gateway.get('/v1/cases?status=open');
    expect(bad.body.error.details.field).toBe('status');
  });
});

describe('the resolution of a market', () => {
  it('has its rules, and all that was proposed of it', async () => {
    const id = await market();
    const first = await propose(id);
    const second = await propose(id, 'no');
    await gateway.project();
    const { body } = await gateway.get(`/v1/markets/${id}/resolution`);
    expect(body).toMatchObject({
      market_id: id,
      status: 'proposed',
      outcome: null,
      resolution_rules: RULE,
      void_rule: 'fixed',
      cases: [
        { case_id: second, status: 'proposed', outcome: 'no' },
        { case_id: first, status: 'withdrawn', due: null },
      ],
    });
    expect(body.cases[1].history.at(-1)).toMatchObject({ what: 'corrected', seq: second });
    const unknown = await gateway.get(`/v1/markets/${'ab'.repeat(32)}/resolution`);
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'MARKET_NOT_FOUND']);
  });
});
