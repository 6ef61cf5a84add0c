/**
 * A result that is signed where it arises: a source that operators have added, an event that names it, an attestation
 * that a stranger hands in through the SDK, its window, one payment; and a source that says two things.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  KeyPair,
  Trader,
  eventHashFor,
  signAttestation,
  verifyAttestation,
} from '@bellwether/client';
import type { AdminClient, CreateEventRequest, SignedAttestation } from '@bellwether/client';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import {
  RESULT_RULES,
  SOURCE_WINDOW_SECONDS,
  USDC,
  balanceOf,
  credit,
  historyCaughtUp,
  newEvent,
  newJudge,
} from '../src/scenario';

const exchange = suiteExchange();
const CATEGORY = { name: 'tests', sub: 'short-results' };
const SIZE = 40;
/** A window, and a slow machine. */
const WHOLE_WAY_MS = 180_000;
const now = (): number => Math.floor(Date.now() / 1_000);
/** What all of this is about. */
const AT = now() - 60;
const ABOVE_ONE = { kind: 'value', op: '>', threshold: 10, decimals: 1, at: AT } as const;

const gauge = KeyPair.random();
const name = `gauge-${randomUUID().slice(0, 8)}`;
let judge: AdminClient;
let yes: Trader;
let no: Trader;

const traderOf = async (): Promise<Trader> => {
  const { gateway_url: gatewayUrl } = exchange.file;
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, 1_000 * USDC);
  return new Trader({ gatewayUrl, key, network: 'test' });
};

beforeAll(async () => {
  const { operator } = exchange;
  await operator.setResolutionRules({ rules: RESULT_RULES });
  const row = { name, key: gauge.publicKey, url: 'https://example.org/gauge', about: 'A gauge.' };
  await operator.setSource(row);
  [yes, no] = [await traderOf(), await traderOf()];
  judge = await newJudge(exchange);
});

const sourced = (rule: NonNullable<CreateEventRequest['source']>['rule'], more = {}) =>
  newEvent(exchange, { category: CATEGORY, source: { key: gauge.publicKey, rule }, ...more });

async function held(market_id: string): Promise<void> {
  const terms = { market_id, side: 'buy', price: 5_000, size: SIZE } as const;
  await yes.placeOrder({ ...terms, outcome: 'yes' });
  await no.placeOrder({ ...terms, outcome: 'no' });
}

const signed = (
  subject: string,
  value: number,
  more: { readonly attests?: 'winner'; readonly decimals?: number } = {},
): Promise<SignedAttestation> => {
  const said = { subject, attests: 'value', decimals: 1, observed_at: AT, ...more } as const;
  return signAttestation(gauge, { ...said, value, statement: `${value} tenths.` }, 'test');
};

/** Its sender needs no key. */
const handIn = (attested: SignedAttestation) => exchange.gateway.attest(attested);

describe('what a source attests', () => {
  it(
    'is proposed under its name, and paid after its window',
    { timeout: WHOLE_WAY_MS },
    async () => {
      const { gateway } = exchange;
      const { marketIds } = await sourced(ABOVE_ONE);
      const [marketId = ''] = marketIds;
      await held(marketId);
      const entry = await gateway.market(marketId);
      expect(entry.source).toEqual({ key: gauge.publicKey, rule: ABOVE_ONE });
      expect(entry.resolution_rules.source_window_seconds).toBe(SOURCE_WINDOW_SECONDS);
      const known = (await gateway.sources()).sources;
      expect(known.find(({ key }) => key === gauge.publicKey)).toMatchObject({ name });

      const attested = await signed(marketId, 14);
      expect(verifyAttestation(attested, 'test')).toBe(true);
      const { answer: first } = await handIn(attested);
      expect(first).toMatchObject({ status: 'proposed', round: 1 });
      expect(first.due).toBe(first.timestamp + SOURCE_WINDOW_SECONDS);
      const before = await balanceOf(exchange, yes.user);
      await eventually(
        async () => (await gateway.market(marketId)).status,
        (status) => status === 'resolved',
        WHOLE_WAY_MS / 2,
      );
      expect(await balanceOf(exchange, yes.user)).toMatchObject({
        available: before.available + SIZE * USDC,
      });
      const again = await handIn(attested);
      expect([again.replayed, again.answer]).toEqual([true, first]);
      await historyCaughtUp(exchange);
      expect(await gateway.case(first.case_id)).toMatchObject({
        status: 'final',
        outcome: 'yes',
        by: `source:${name}`,
        source: name,
        note: '14 tenths.',
        paid_micro_usdc: SIZE * USDC,
      });
      const late = handIn(await signed(marketId, 3));
      await expect(late).rejects.toMatchObject({ code: 'CASE_ENDED', status: 409 });
    },
  );

  it(
    'of outcomes that exclude each other is the one that won',
    { timeout: WHOLE_WAY_MS },
    async () => {
      const { gateway } = exchange;
      const terms = { mutually_exclusive: true, labels: ['A', 'B', 'C'] };
      const { eventId, marketIds } = await sourced({ kind: 'winner' }, terms);
      const subject = eventHashFor({ event_id: eventId, network: 'test' });
      const { answer } = await handIn(await signed(subject, 2, { attests: 'winner', decimals: 0 }));
      expect(answer.status).toBe('proposed');
      await eventually(
        async () => (await gateway.event(eventId)).status,
        (status) => status === 'resolved',
        WHOLE_WAY_MS / 2,
      );
      const { outcomes } = await gateway.event(eventId);
      const results = outcomes.map(({ market_id, resolution }) => [market_id, resolution]);
      expect(results).toEqual(marketIds.map((id, place) => [id, place === 2 ? 'yes' : 'no']));
    },
  );

  it('twice in two ways is disputed without a stake, until an operator decides', async () => {
    const { gateway } = exchange;
    const { marketIds } = await sourced(ABOVE_ONE);
    const [marketId = ''] = marketIds;
    await held(marketId);
    const { answer: first } = await handIn(await signed(marketId, 14));
    const { answer: second } = await handIn(await signed(marketId, 3));
    expect(second).toMatchObject({ case_id: first.case_id, status: 'disputed', due: null });
    expect((await gateway.market(marketId)).status).toBe('disputed');
    const before = await balanceOf(exchange, no.user);
    const decision = { verdict: 'overturn', outcome: 'no', reason: 'It was 0.3 mm.' } as const;
    const { answer: decided } = await judge.decideCase(first.case_id, decision);
    expect(decided).toMatchObject({ status: 'proposed', round: 2 });
    await historyCaughtUp(exchange);
    const shown = await gateway.case(first.case_id);
    expect(shown.challenges).toEqual([]);
    expect(shown.history.map(({ what }) => what)).toEqual(['proposed', 'contradicted', 'decided']);
    expect((await balanceOf(exchange, no.user)).available).toBe(before.available);
  });

  it('by a retired source is no result of a new event', async () => {
    const key = KeyPair.random().publicKey;
    const row = { name: `${name}-past`, key, url: 'https://example.org/a', about: 'Past.' };
    await exchange.operator.setSource(row);
    const retired = await exchange.operator.setSource({ name: row.name, key, retire: true });
    expect(retired.answer.source.retired_at).not.toBeNull();
    const source = { key, rule: { kind: 'winner' } } as const;
    const refused = newEvent(exchange, { labels: ['A', 'B'], mutually_exclusive: true, source });
    await expect(refused).rejects.toMatchObject({ code: 'SOURCE_RETIRED' });
  });

  it.each([
    ['decimals', { decimals: 2 }],
    ['attests', { attests: 'winner' as const, decimals: 0 }],
  ])('with other %s than the rule is refused', async (field, more) => {
    const { marketIds } = await sourced(ABOVE_ONE);
    const refused = handIn(await signed(marketIds[0] ?? '', 0, more));
    await expect(refused).rejects.toMatchObject(
      field === 'attests'
        ? { code: 'EVENT_NOT_FOUND' }
        : { code: 'VALIDATION_FAILED', details: { field } },
    );
  });
});
