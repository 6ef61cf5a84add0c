/** Series of events: set by an operator, made by every gateway with the admin role, each event once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeriesStore } from '@bellwether/persistence';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import type { AnotherGateway } from './gateway-under-test';
import { UserUnderTest } from './user-under-test';

const { event_id: _, expiry: __, ...TERMS } = EVENT;
const HOUR = 3_600;
const nowSeconds = Math.floor(Date.now() / 1_000);
const first = nowSeconds - 30 * HOUR + 600;
const SERIES = {
  series_id: 'rain-by-hour',
  event: { ...TERMS, question: 'Will it rain between {start} and {end}?' },
  period_seconds: HOUR,
  first_start: first,
  lead_seconds: 3 * HOUR,
};
/** Those to come within three hours. */
const STARTS = [30, 31, 32].map((hour) => first + hour * HOUR);
const IDS = STARTS.map((start) => `rain-by-hour-${start}`);
const said = (seconds: number) =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

let gateway: GatewayUnderTest;
let other: AnotherGateway;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  other = await gateway.startAnother({ hasAdmin: true });
});
afterAll(async () => {
  await other?.running.stop();
  await gateway?.stop();
});

const put = (terms: object = {}) => gateway.admin('PUT', '/admin/series', { ...SERIES, ...terms });
/** In the order they were made. */
const madeOf = (seriesId: string) =>
  gateway.engine.exchange
    .events()
    .filter(({ eventId }) => eventId.startsWith(`${seriesId}-`))
    .toReversed();
const rows = () => new SeriesStore(gateway.database);
const idsOf = (seriesId: string) => madeOf(seriesId).map(({ eventId }) => eventId);

describe('a series', () => {
  it('is set, shown to everybody, and makes the events to come within its lead', async () => {
    const missing = await gateway.get('/v1/series/rain-by-hour');
    expect([missing.status, missing.body.error.code]).toEqual([404, 'SERIES_NOT_FOUND']);
    const set = await put();
    expect(set.body.data).toMatchObject({ ...SERIES, ends_at: null, events_ahead: IDS });
    expect((await gateway.get('/v1/series/rain-by-hour')).body).toEqual(set.body.data);
    await expect.poll(() => idsOf('rain-by-hour')).toEqual(IDS);
    for (const [index, event] of madeOf('rain-by-hour').entries()) {
      const [start, end] = [STARTS[index]!, STARTS[index]! + HOUR];
      expect(event).toMatchObject({
        question: `Will it rain between ${said(start)} and ${said(end)}?`,
        expiry: end,
        category: TERMS.category,
      });
    }
  });

  it('makes each once, whichever gateway looks, and again after a restart', async () => {
    const { lastSeq } = gateway.engine.exchange;
    const before = madeOf('rain-by-hour').map(({ createdSeq }) => createdSeq);
    const again = await gateway.startAnother({ hasAdmin: true });
    await expect.poll(() => gateway.engine.exchange.lastSeq).toBeGreaterThan(lastSeq);
    await again.running.stop();
    expect((await put()).status).toBe(200);
    expect(madeOf('rain-by-hour').map(({ createdSeq }) => createdSeq)).toEqual(before);
  });

  it('changes for events to come: what is made stays', async () => {
    const set = await put({
      lead_seconds: 4 * HOUR,
      event: { ...TERMS, question: 'Or will it snow?' },
    });
    expect(set.status).toBe(200);
    await expect.poll(() => idsOf('rain-by-hour')).toHaveLength(4);
    const questions = madeOf('rain-by-hour').map(({ question }) => question);
    expect(questions.map((question) => question.startsWith('Will it rain'))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('ends', async () => {
    const set = await put({ series_id: 'short', ends_at: STARTS[1] });
    expect(set.body.data.events_ahead).toEqual([`short-${STARTS[0]}`]);
    await expect.poll(() => idsOf('short')).toEqual([`short-${STARTS[0]}`]);
    expect((await put({ series_id: 'over', ends_at: nowSeconds })).body.data.events_ahead).toEqual(
      [],
    );
  });

  const VALUE = { kind: 'value', op: '>=', threshold: 10, decimals: 1 };
  const RACE = { mutually_exclusive: true, outcomes: [{ label: 'A' }, { label: 'B' }] };
  const { name: GAUGE } = new UserUnderTest(71);
  const { name: LEAVING } = new UserUnderTest(72);
  const registered = (name: string, key: string, terms: object) =>
    gateway.admin('PUT', '/admin/sources', { name, key, ...terms });
  const NEW = { url: 'https://example.org/gauge', about: 'A gauge.' };
  const naming = (key: string, seriesId: string, rule: object = VALUE, terms: object = {}) => {
    const source = { key, rule };
    return put({ series_id: seriesId, event: { ...SERIES.event, ...terms, source } });
  };
  const failures = async () =>
    /^bellwether_gateway_series_failures_total(?:\{.*\})? (\d+)$/m.exec(
      await (await fetch(`${gateway.url}/metrics`)).text(),
    )?.[1];

  it('has its events name a source, which says a number as of their end', async () => {
    await registered('gauge', GAUGE, NEW);
    const set = await naming(GAUGE, 'gauged');
    expect(set.body.data.event.source).toEqual({ key: GAUGE, rule: VALUE });
    await expect.poll(() => idsOf('gauged')).toHaveLength(3);
    for (const start of STARTS) {
      const { body } = await gateway.get(`/v1/events/gauged-${start}`);
      expect(body.source).toEqual({ key: GAUGE, rule: { ...VALUE, at: start + HOUR } });
      expect(body.expiry).toBe(start + HOUR);
    }
    expect((await naming(GAUGE, 'race', { kind: 'winner' }, RACE)).status).toBe(200);
    await expect.poll(() => idsOf('race')).toHaveLength(3);
    expect(madeOf('race').map(({ source }) => source?.rule)).toEqual(
      STARTS.map(() => ({ kind: 'winner' })),
    );
  });

  it('makes none while its source is retired, which is counted, and others are made', async () => {
    await registered('leaving', LEAVING, NEW);
    expect((await naming(LEAVING, 'leaving')).status).toBe(200);
    await expect.poll(() => idsOf('leaving')).toHaveLength(3);
    await registered('leaving', LEAVING, { retire: true });
    // As it was set before: an hour more is due.
    const row = await rows().series('leaving');
    expect(await failures()).toBe('0');
    await rows().put({ ...row!, leadSeconds: 4 * HOUR }, 1_000);
    await naming(GAUGE, 'next-by-name');
    await expect.poll(() => idsOf('next-by-name')).toHaveLength(3);
    // Once a look.
    await expect.poll(async () => Number(await failures())).toBeGreaterThan(0);
    const refused = gateway.log.filter((line) => line.includes('SOURCE_RETIRED'));
    expect(refused.join()).toContain(`leaving-${STARTS[2]! + HOUR}`);
    expect(idsOf('leaving')).toHaveLength(3);
  });

  it('is left out where this release cannot read it, and those behind it go on', async () => {
    const [periodSeconds, leadSeconds, seriesId] = [HOUR, 3 * HOUR, 'a-of-another-release'];
    const row = { seriesId, template: {}, periodSeconds, leadSeconds, firstStart: first };
    await rows().put({ ...row, endsAt: null }, 1_000);
    await put({ series_id: 'behind-it' });
    await expect.poll(() => idsOf('behind-it')).toHaveLength(3);
    expect(gateway.log.join()).toContain(seriesId);
    await rows().put({ ...row, endsAt: nowSeconds }, 1_000);
  });

  it('is refused with a source that nobody knows, or that is retired', async () => {
    const codeOf = async (key: string) => (await naming(key, 'refused')).body.error.code;
    expect(await codeOf(new UserUnderTest(73).name)).toBe('SOURCE_NOT_FOUND');
    expect(await codeOf(LEAVING)).toBe('SOURCE_RETIRED');
    expect((await gateway.get('/v1/series/refused')).status).toBe(404);
  });

  it('whose source is retired can be ended', async () => {
    const event = { ...SERIES.event, source: { key: LEAVING, rule: VALUE } };
    const set = await put({ series_id: 'leaving', event, ends_at: nowSeconds });
    expect([set.status, set.body.data?.events_ahead]).toEqual([200, []]);
  });

  it.each([
    [{ ...VALUE, at: 1_900_000_000 }, {}, 'event.source.rule.at'],
    [{ ...VALUE, decimals: 16 }, {}, 'event.source.rule.decimals'],
    [VALUE, RACE, 'event.source.rule.kind'],
    [{ kind: 'winner' }, {}, 'event.source.rule.kind'],
  ])('is refused with a source whose rule is %j, with %j', async (rule, terms, field) => {
    const { status, body } = await naming(GAUGE, 'refused', rule, terms);
    expect([status, body.error.details.field]).toEqual([400, field]);
  });

  it.each([
    [{ series_id: 'Rain' }, 'series_id'],
    [{ period_seconds: 299 }, 'period_seconds'],
    [{ lead_seconds: 59 }, 'lead_seconds'],
    [{ lead_seconds: 17 * HOUR }, 'lead_seconds'],
    [{ event: { ...TERMS, expiry: 1_900_000_000 } }, 'event.expiry'],
    [{ event: { ...TERMS, exhaustive: true } }, 'event.exhaustive'],
    [{ event: { ...TERMS, question: '{end}'.repeat(60) } }, 'event.question'],
  ])('is refused with %j', async (terms, field) => {
    const { status, body } = await put({ series_id: 'refused', ...terms });
    expect([status, body.error.details.field]).toEqual([400, field]);
    expect((await gateway.get('/v1/series/refused')).status).toBe(404);
  });
});
