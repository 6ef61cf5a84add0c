/** Sources over HTTP: how operators add them, what events say of theirs, and what they attest through anybody. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attestedAnswer, sourcesAnswer } from '@bellwether/api';
import { eventHashOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { CaseHistory } from '@bellwether/persistence';
import { ADMIN_KEY, EVENT, GatewayUnderTest, SECOND_ADMIN_KEY } from './gateway-under-test';
import type { AnotherGateway, HttpAnswer } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';
import type { AttestationFields } from './user-under-test';

const RULE = { window_seconds: 7_200, stake_micro_usdc: 0, reward_pct: 0, second_role: false };
const SOURCE_WINDOW = 600;
const now = (): number => Math.floor(Date.now() / 1_000);
/** The moment that all rules here are about. */
const AT = now() - 60;
const ABOVE_ONE = { kind: 'value', op: '>=', threshold: 10, decimals: 1, at: AT };
const URL_OF = 'https://example.org/gauge';

const gauge = new UserUnderTest(51);
const stranger = new UserUnderTest(52);
let gateway: GatewayUnderTest;
/** On the same servers, with two operators required. */
let strict: AnotherGateway;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  strict = await gateway.startAnother({ adminConfirmations: 2 });
  const rules = [{ name: '*', sub: '*', ...RULE, source_window_seconds: SOURCE_WINDOW }];
  await gateway.admin('PUT', '/admin/resolution-rules', { rules });
  await add('gauge', gauge);
});
afterAll(async () => {
  await strict?.running.stop();
  await gateway?.stop();
});

const codeOf = ({ status, body }: HttpAnswer) => [status, body.error?.code];
const fieldOf = ({ body }: HttpAnswer) => body.error?.details?.field;
const add = (name: string, { name: key }: UserUnderTest, more: object = {}) =>
  gateway.admin('PUT', '/admin/sources', { name, key, url: URL_OF, about: 'A gauge.', ...more });
const retire = (name: string, { name: key }: UserUnderTest) =>
  gateway.admin('PUT', '/admin/sources', { name, key, retire: true });

let events = 0;
const create = (key: string, terms: object) =>
  gateway.admin('POST', '/admin/events', {
    ...EVENT,
    event_id: `sourced-${++events}`,
    source: { key, rule: ABOVE_ONE },
    ...terms,
  });
async function market(terms: object = {}): Promise<string> {
  const { body } = await create(gauge.name, terms);
  return body.data.outcomes[0].market_id;
}
async function race(): Promise<{ subject: string; eventId: string; markets: string[] }> {
  const outcomes = [{ label: 'A' }, { label: 'B' }, { label: 'C' }];
  const source = { key: gauge.name, rule: { kind: 'winner' } };
  const { body } = await create(gauge.name, { mutually_exclusive: true, outcomes, source });
  const eventId: string = body.data.event_id;
  const subject = toHex(eventHashOf({ network: 'test', eventId }));
  const made: { market_id: string }[] = body.data.outcomes;
  return { subject, eventId, markets: made.map(({ market_id }) => market_id) };
}

const said = (subject: string, more: Partial<AttestationFields> = {}): AttestationFields => ({
  subject,
  attests: 'value',
  value: 14,
  decimals: 1,
  observed_at: AT,
  signed_at: now(),
  statement: '1.4 mm at the bridge.',
  ...more,
});
const attest = (fields: AttestationFields, by = gauge) =>
  gateway.post('/v1/attestations', by.attestation(fields));

describe('a source', () => {
  it('is added, changed and retired, and shown to everybody', async () => {
    const key = new UserUnderTest(61);
    expect((await add('index', key)).body.data.source).toMatchObject({ retired_at: null });
    const changed = await add('index', key, { about: 'An index of prices.' });
    expect(changed.body.data.source).toMatchObject({ about: 'An index of prices.', url: URL_OF });
    const before = now();
    const retired = await retire('index', key);
    const { retired_at } = retired.body.data.source;
    expect(retired_at).toBeGreaterThanOrEqual(before);
    expect((await retire('index', key)).body.data.source.retired_at).toBe(retired_at);
    const { status, body } = await gateway.get('/v1/sources');
    expect([status, sourcesAnswer.safeParse(body).error]).toEqual([200, undefined]);
    expect(body.sources).toEqual([
      { name: 'gauge', key: gauge.name, url: URL_OF, about: 'A gauge.', retired_at: null },
      { name: 'index', key: key.name, url: URL_OF, about: 'An index of prices.', retired_at },
    ]);
  });

  it('keeps its key for itself, and a retired one is not added again', async () => {
    const key = new UserUnderTest(62);
    await add('one', key);
    const taken = await add('other', key);
    expect([codeOf(taken), taken.body.error.details]).toEqual([
      [409, 'SOURCE_KEY_TAKEN'],
      { name: 'one' },
    ]);
    await retire('one', key);
    expect(codeOf(await add('one', key))).toEqual([409, 'SOURCE_RETIRED']);
    expect(codeOf(await retire('none', stranger))).toEqual([404, 'SOURCE_NOT_FOUND']);
  });

  it.each([
    [{ name: 'Gauge' }, 'name'],
    [{ name: 'x'.repeat(33) }, 'name'],
    [{ key: 'none' }, 'key'],
    // No point of the curve, and one of those for which anything is a signature.
    [{ key: 'ff'.repeat(32) }, 'key'],
    [{ key: `01${'00'.repeat(31)}` }, 'key'],
    [{ url: 'http://example.org' }, 'url'],
    [{ url: undefined }, 'url'],
    [{ about: 'x'.repeat(513) }, 'about'],
    [{ about: undefined }, 'about'],
    [{ retire: true }, 'url'],
    [{ retire: false }, 'retire'],
  ])('is refused as %j', async (body, field) => {
    const refused = await add('gauge', gauge, body);
    expect([codeOf(refused), fieldOf(refused)]).toEqual([[400, 'VALIDATION_FAILED'], field]);
  });

  it('is added by two operators, and retired by one', async () => {
    const call = async (
      key: string,
      method: string,
      path: string,
      body: object,
    ): Promise<HttpAnswer> => {
      const response = await fetch(`${strict.url}${path}`, {
        method,
        headers: { 'x-admin-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { status, headers } = response;
      return { status, headers, body: await response.json() };
    };
    const { name: key } = new UserUnderTest(63);
    const row = { name: 'of-two', key, url: URL_OF, about: 'Two.' };
    const asked = await call(ADMIN_KEY, 'PUT', '/admin/sources', row);
    expect([asked.status, asked.body.error.code]).toEqual([409, 'CONFIRMATION_NEEDED']);
    const { confirmation_id: id } = asked.body.error.details;
    await call(SECOND_ADMIN_KEY, 'POST', `/admin/confirmations/${id}/confirm`, {});
    expect((await call(ADMIN_KEY, 'PUT', '/admin/sources', row)).status).toBe(200);
    const end = { name: 'of-two', key, retire: true };
    const retired = await call(ADMIN_KEY, 'PUT', '/admin/sources', end);
    expect(retired.body.data.source).toMatchObject({ url: URL_OF, about: 'Two.' });
    expect(retired.body.data.source.retired_at).not.toBeNull();
  });
});

describe('an event', () => {
  it('says who may say how it ends, and by which rule', async () => {
    const shown = await gateway.get(`/v1/markets/${await market()}`);
    expect(shown.body.source).toEqual({ key: gauge.name, rule: ABOVE_ONE });
    expect(shown.body.resolution_rules.source_window_seconds).toBe(SOURCE_WINDOW);
    const { eventId } = await race();
    const none = { op: null, threshold: null, decimals: null, at: null };
    const whole = await gateway.get(`/v1/events/${eventId}`);
    expect(whole.body.source).toEqual({ key: gauge.name, rule: { kind: 'winner', ...none } });
    const without = await gateway.openMarket({ ...EVENT, event_id: 'without-source' });
    expect((await gateway.get(`/v1/markets/${without}`)).body.source).toBeNull();
  });

  it('takes no source that nobody knows, and none that is retired', async () => {
    expect(codeOf(await create(stranger.name, {}))).toEqual([404, 'SOURCE_NOT_FOUND']);
    const key = new UserUnderTest(64);
    await add('past', key);
    await retire('past', key);
    expect(codeOf(await create(key.name, {}))).toEqual([409, 'SOURCE_RETIRED']);
  });

  it.each([
    [{ rule: { ...ABOVE_ONE, op: '=' } }, 'source.rule.op'],
    [{ rule: { ...ABOVE_ONE, threshold: 1.5 } }, 'source.rule.threshold'],
    [{ rule: { ...ABOVE_ONE, decimals: 16 } }, 'source.rule.decimals'],
    [{ rule: { ...ABOVE_ONE, at: AT * 1_000 } }, 'source.rule.at'],
    [{ rule: { kind: 'guess' } }, 'source.rule.kind'],
    [{ rule: { kind: 'winner' } }, 'source.rule.kind'],
    [{ key: 'none' }, 'source.key'],
  ])('is refused with %j', async (wrong, field) => {
    const source = { key: gauge.name, rule: ABOVE_ONE, ...wrong };
    const refused = await create(gauge.name, { source });
    expect([refused.status, fieldOf(refused)]).toEqual([400, field]);
  });
});

describe('an attestation', () => {
  it('from anybody proposes what follows, once', async () => {
    const subject = await market();
    const body = gauge.attestation(said(subject));
    const first = await gateway.post('/v1/attestations', body);
    expect([first.status, attestedAnswer.safeParse(first.body).error]).toEqual([200, undefined]);
    expect(first.body).toMatchObject({ status: 'proposed', round: 1 });
    expect(first.body.due).toBe(first.body.timestamp + SOURCE_WINDOW);
    const again = await gateway.post('/v1/attestations', body);
    expect([again.headers.get('idempotent-replay'), again.body]).toEqual(['true', first.body]);
    // Signed anew it says the same.
    const later = await attest(said(subject, { signed_at: now() + 1, statement: 'Still so.' }));
    expect(later.body).toEqual(first.body);
    await gateway.project();
    const { body: shown } = await gateway.get(`/v1/cases/${first.body.case_id}`);
    expect(shown).toMatchObject({
      by: 'source:gauge',
      source: 'gauge',
      outcome: 'yes',
      note: '1.4 mm at the bridge.',
      evidence_url: URL_OF,
      status: 'proposed',
    });
    expect(shown.history.map(({ what }: { what: string }) => what)).toEqual(['proposed']);
  });

  it.each([
    [-1, 'no'],
    [9, 'no'],
    [10, 'yes'],
  ])('of %d tenths is a %s', async (value, outcome) => {
    const { body } = await attest(said(await market(), { value }));
    await gateway.project();
    expect((await gateway.get(`/v1/cases/${body.case_id}`)).body.outcome).toBe(outcome);
  });

  it('of a winner is about the event', async () => {
    const { subject, markets } = await race();
    const winner = { attests: 'winner', value: 1, decimals: 0 } as const;
    const none = await attest(said(subject, { ...winner, value: 3 }));
    expect([codeOf(none), fieldOf(none)]).toEqual([[400, 'VALIDATION_FAILED'], 'value']);
    const { body } = await attest(said(subject, winner));
    await gateway.project();
    const { body: shown } = await gateway.get(`/v1/cases/${body.case_id}`);
    expect(shown).toMatchObject({ market_id: null, outcome: 'winner', winner: markets[1] });
  });

  it('against another one disputes the result, until an operator decides', async () => {
    const subject = await market();
    const { body: first } = await attest(said(subject));
    const second = await attest(said(subject, { value: 3, statement: '0.3 mm.' }));
    expect(second.body).toMatchObject({ case_id: first.case_id, status: 'disputed', due: null });
    expect((await gateway.get(`/v1/markets/${subject}`)).body.status).toBe('disputed');
    const third = await attest(said(subject, { value: 4 }));
    expect(codeOf(third)).toEqual([409, 'SOURCE_CONTRADICTED']);
    await gateway.project();
    const waiting = async () =>
      (await new CaseHistory(gateway.database).overdue(Date.now())).contradicted;
    expect(await waiting()).toBe(1);
    const { body: shown } = await gateway.get(`/v1/cases/${first.case_id}`);
    expect(shown).toMatchObject({ status: 'disputed', challenges: [] });
    const steps = shown.history.map(({ what, by, reason }: Record<string, string>) => [
      what,
      by,
      reason,
    ]);
    expect(steps).toEqual([
      ['proposed', 'source:gauge', null],
      ['contradicted', 'source:gauge', '0.3 mm.'],
    ]);
    const path = `/admin/cases/${first.case_id}/decide`;
    const verdict = { verdict: 'overturn', outcome: 'no', reason: 'The first was a misreading.' };
    expect((await gateway.admin('POST', path, verdict)).body.data).toMatchObject({ round: 2 });
    await gateway.project();
    expect(await waiting()).toBe(0);
  });

  it('after the end is 409, unless it is the same', async () => {
    const subject = await market();
    const { body: first } = await attest(said(subject));
    const other = await attest(said(subject, { value: 3 }));
    expect(other.body.status).toBe('disputed');
    const path = `/admin/cases/${first.case_id}/decide`;
    await gateway.admin('POST', path, { verdict: 'uphold', reason: 'Read again.' });
    const late = await attest(said(subject, { value: 5 }));
    expect([codeOf(late), late.body.error.details]).toEqual([
      [409, 'CASE_ENDED'],
      { case_id: first.case_id },
    ]);
    expect((await attest(said(subject))).body).toEqual(first);
  });

  it.each<[string, Partial<AttestationFields>]>([
    ['decimals', { decimals: 2 }],
    ['observed_at', { observed_at: AT - 1 }],
    ['signed_at', { signed_at: AT - 1 }],
  ])('whose %s does not fit its event is 400, and names it', async (field, wrong) => {
    const refused = await attest(said(await market(), wrong));
    expect([codeOf(refused), fieldOf(refused)]).toEqual([[400, 'VALIDATION_FAILED'], field]);
  });

  it('of a number where a winner is to be named is 400, and names what', async () => {
    const { markets } = await race();
    const refused = await attest(said(markets[0] ?? ''));
    expect([codeOf(refused), fieldOf(refused)]).toEqual([[400, 'VALIDATION_FAILED'], 'attests']);
  });

  it.each([
    ['source', { source: 'none' }],
    ['subject', { subject: 'ab' }],
    ['attests', { attests: 'price' }],
    ['value', { value: 1.5 }],
    ['decimals', { decimals: 16 }],
    ['observed_at', { observed_at: AT * 1_000 }],
    ['signed_at', { signed_at: 'now' }],
    ['statement', { statement: '' }],
    ['statement', { statement: 'x'.repeat(2_049) }],
    ['signature', { signature: 'ab' }],
  ])('whose %s is none is 400, and names it', async (field, wrong) => {
    const body = { ...gauge.attestation(said('ab'.repeat(32))), ...wrong };
    const refused = await gateway.post('/v1/attestations', body);
    expect([refused.status, fieldOf(refused)]).toEqual([400, field]);
  });

  it('by a key that is no source, or not this event’s, is refused', async () => {
    const subject = await market();
    expect(codeOf(await attest(said(subject), stranger))).toEqual([404, 'SOURCE_NOT_FOUND']);
    const other = new UserUnderTest(65);
    await add('another', other);
    const refused = await attest(said(subject), other);
    expect([codeOf(refused), fieldOf(refused)]).toEqual([[400, 'VALIDATION_FAILED'], 'source']);
    expect(codeOf(await attest(said('cd'.repeat(32))))).toEqual([404, 'MARKET_NOT_FOUND']);
    const winner = { attests: 'winner', value: 0, decimals: 0 } as const;
    expect(codeOf(await attest(said(subject, winner)))).toEqual([404, 'EVENT_NOT_FOUND']);
  });

  it('that was changed on its way is shown what should have been signed', async () => {
    const body = { ...gauge.attestation(said(await market())), value: 15 };
    const refused = await gateway.post('/v1/attestations', body);
    expect(codeOf(refused)).toEqual([401, 'SIGNATURE_INVALID']);
    expect(refused.body.error.details.message).toMatch(/^0b00/);
  });

  it('of what is to come is too early', async () => {
    const at = now() + 3_600;
    const source = { key: gauge.name, rule: { ...ABOVE_ONE, at } };
    const subject = await market({ source });
    const early = await attest(said(subject, { observed_at: at, signed_at: at }));
    expect([codeOf(early), fieldOf(early)]).toEqual([[400, 'VALIDATION_FAILED'], 'observed_at']);
  });

  it('of a retired source still counts where an event names it', async () => {
    const key = new UserUnderTest(66);
    await add('leaving', key);
    const subject = await market({ source: { key: key.name, rule: ABOVE_ONE } });
    await retire('leaving', key);
    expect((await attest(said(subject), key)).body.status).toBe('proposed');
  });
});
