/** Series of events: set by an operator, made by every gateway with the admin role, each event once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT, GatewayUnderTest } from './gateway-under-test';
import type { AnotherGateway } from './gateway-under-test';

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
