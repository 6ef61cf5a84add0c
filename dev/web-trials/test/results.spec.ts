/**
 * A disputed result, in the pages alone: proposed, challenged by a user, decided by another operator, paid; and one that
 * its source disputes.
 */
import type { Page } from 'playwright-core';
import { KeyPair, newOperatorKey, signAttestation } from '@bellwether/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whenThere } from '../../e2e/src/eventually';
import { newEvent } from '../../e2e/src/scenario';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { MICRO, openMarket, richTrader, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { backupOf, enter, hasText, part, send, signAsOwner, textOf, traderAt } from '../src/steps';
import { shoot } from '../src/visit';

const RULES = {
  name: 'disputes',
  sub: '*',
  window_seconds: 86_400,
  source_window_seconds: 86_400,
  stake_micro_usdc: 5 * MICRO,
  reward_pct: 50,
  second_role: true,
};

const source = {
  name: 'gauge-4711',
  key: KeyPair.random().publicKey,
  url: 'https://example.org/gauges/4711',
  about: 'The gauge at the old bridge.',
};

describeInBrowser('a result', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let trader: Visitor;
  let proposer: Visitor;
  let judge: Visitor;
  let market: OpenMarket;
  let user: string;
  const labels = Array.from({ length: 12 }, (_, at) => `Candidate ${at + 1}`);
  const election = `Who wins election ${Date.now()}?`;

  beforeAll(async () => {
    await exchange.operator.setResolutionRules({ rules: [RULES] });
    await exchange.operator.setSource(source);
    market = await openMarket(exchange, { category: RULES.name });
    const name = `judge-${Date.now()}`;
    const { key, key_sha256 } = await newOperatorKey(name);
    await exchange.operator.addOperator({ name, roles: ['judge'], key_sha256 });
    const { gateway_url: url, console_url: console_ } = exchange.file;
    [trader, proposer, judge] = [await visit(url), await visit(console_), await visit(console_)];
    user = await traderAt(trader.page, exchange, `/market/${market.id}`);
    await logIn(proposer.page, exchange.file.admin_key);
    await logIn(judge.page, key);
  });
  afterAll(async () => {
    for (const one of [trader, proposer, judge]) await one?.leave();
  });

  it('is proposed with its reason alone, and everybody sees who, why and until when', async () => {
    const { page } = trader;
    await enter(page, 10, /Buy 10 Yes, at most/);
    await send(page);
    const desk = proposer.page;
    await propose(desk, market.question, 'No');
    expect(await part(desk, 'act').isDisabled()).toBe(true);
    await part(desk, 'act-word').fill('no');
    expect(await part(desk, 'act').isDisabled()).toBe(true);
    await part(desk, 'result-note').fill('The referee said no.');
    await part(desk, 'more-evidence').click();
    await part(desk, 'result-evidence').fill('ftp://referee');
    expect(await part(desk, 'act').isDisabled()).toBe(true);
    await part(desk, 'result-evidence').fill('https://example.org/referee');
    expect(await textOf(desk, 'pays')).toContain('It may be challenged until');
    await shoot(desk, 'result-propose');
    await part(desk, 'act').click();
    await hasText(page, 'course', 'proposed: No');
    const course = await textOf(page, 'course');
    expect(course).toContain('The referee said no.');
    expect(course).toMatch(/command [\d,]+/);
    expect(course).toContain('unless somebody challenges it before');
    const link = part(page, 'evidence');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await part(page, 'ticket').count()).toBe(0);
    await shoot(page, 'result-proposed');
  });

  it('is challenged with the own key: the stake leaves the balance, and is said to come back', async () => {
    const { page } = trader;
    const { available } = await exchange.gateway.balance(user);
    await part(page, 'challenge').click();
    expect(await textOf(page, 'stake')).toBe('$5.00');
    await page.locator('dialog').getByText('Yes', { exact: true }).click();
    await part(page, 'challenge-reason').fill('The referee took it back.');
    await shoot(page, 'result-challenge');
    await part(page, 'challenge-sign').click();
    await signAsOwner(page, backupOf(user));
    await hasText(page, 'course', 'A user challenged it: it is Yes');
    expect(await exchange.gateway.balance(user)).toMatchObject({
      available: available - 5 * MICRO,
      staked: 5 * MICRO,
    });
    await hasText(page, 'end', 'is disputed');
    await shoot(page, 'result-disputed');
  });

  it('is decided by another operator than its proposer, with a reason', async () => {
    const desk = judge.page;
    await goTo(desk, 'Results');
    await part(desk, 'cases-disputed').waitFor();
    await hasText(desk, 'sources', source.name);
    await hasText(desk, 'sources', source.key);
    await shoot(desk, 'results-inbox');
    await desk.getByRole('button', { name: `Look: ${market.question}` }).click();
    await hasText(desk, 'case', 'The referee took it back.');
    await shoot(desk, 'result-case');
    await part(desk, 'decide').click();
    await desk.getByText('Another result', { exact: true }).click();
    await part(desk, 'act-word').fill('overturn');
    expect(await part(desk, 'act').isDisabled()).toBe(true);
    await part(desk, 'decide-reason').fill('He did.');
    await shoot(desk, 'result-decide');
    await part(desk, 'act').click();
    await hasText(trader.page, 'course', 'decided: another result');
    await expect.poll(() => exchange.gateway.balance(user)).toMatchObject({ staked: 0 });
    await shoot(trader.page, 'result-overturned');
    // In its second round it can be challenged anew.
    await part(trader.page, 'challenge').waitFor();
  });

  it('is paid when it stands, and the end says what it paid and brought', async () => {
    const other = await richTrader(exchange);
    const { cases } = await exchange.gateway.marketResolution(market.id);
    const terms = { case_id: cases[0]!.case_id, claim: 'no', reason: 'No.' } as const;
    await other.challenge({ ...terms, stake_micro_usdc: RULES.stake_micro_usdc });
    const desk = proposer.page;
    await goTo(desk, 'Results');
    await desk.getByRole('button', { name: `Look: ${market.question}` }).click();
    await part(desk, 'decide').click();
    await part(desk, 'decide-reason').fill('It stands.');
    await part(desk, 'act-word').fill('uphold');
    await part(desk, 'act').click();
    const { page } = trader;
    await hasText(page, 'result', 'Yes');
    await hasText(page, 'paid', '$10.00');
    await hasText(page, 'own-result', '$');
    await hasText(page, 'course', 'Final: $10.00 were paid');
    await shoot(page, 'result-final');
    for (const { problems } of [trader, proposer, judge]) expect(problems).toEqual([]);
  });

  it('of twelve is void by the last prices, never by a half each', async () => {
    const category = { name: RULES.name, sub: 'election' };
    const terms = { question: election, labels, mutually_exclusive: true, category };
    const { eventId, marketIds } = await newEvent(exchange, terms);
    const desk = proposer.page;
    await propose(desk, election, 'Void');
    await part(desk, 'result-note').fill('It did not take place.');
    await part(desk, 'act-word').fill('void');
    await hasText(desk, 'pays', 'Candidate 12');
    await shoot(desk, 'result-void');
    await part(desk, 'act').click();
    await part(desk, 'act').waitFor({ state: 'detached' });
    const proposed = await whenThere(
      async () => (await exchange.gateway.marketResolution(marketIds[0]!)).cases[0],
    );
    const prices = proposed.prices.map(({ price }) => price);
    expect(proposed.event_id).toBe(eventId);
    expect(prices).toHaveLength(12);
    expect(prices.reduce((a, b) => a + b, 0)).toBe(10_000);
    await trader.page.goto(`/market/${marketIds[0]}`);
    await hasText(trader.page, 'course', 'proposed: Void');
    await shoot(trader.page, 'result-void-proposed');
  });

  it('of a source that says two things is disputed without a stake, and an operator decides', async () => {
    const { gateway, operator, file } = exchange;
    const gauge = KeyPair.random();
    const name = `gauge-${Date.now()}`;
    const about = { url: 'https://example.org/gauge', about: 'A gauge.' };
    await operator.setSource({ name, key: gauge.publicKey, ...about });
    const question = `Do more than 0.9 mm fall, as ${name} has it?`;
    const at = Math.floor(Date.now() / 1_000) - 60;
    const { marketIds } = await newEvent(exchange, {
      question,
      category: { name: RULES.name, sub: 'rain' },
      source: {
        key: gauge.publicKey,
        rule: { kind: 'value', op: '>', threshold: 9, decimals: 1, at },
      },
    });
    const subject = marketIds[0]!;
    const say = async (value: number, statement: string) => {
      const said = { subject, attests: 'value', decimals: 1, observed_at: at, value } as const;
      return gateway.attest(await signAttestation(gauge, { ...said, statement }, file.network));
    };
    const { page } = trader;
    await page.goto(`/market/${subject}`);
    await say(14, 'The gauge measured 1.4 mm.');
    await hasText(page, 'course', `${name} proposed: Yes`);
    await say(3, 'Corrected: it measured 0.3 mm.');
    await hasText(page, 'course', `${name} says something else: disputed`);
    await hasText(page, 'course', 'Corrected: it measured 0.3 mm.');
    await hasText(page, 'end', 'is disputed');
    await shoot(page, 'result-contradicted');
    const desk = judge.page;
    await goTo(desk, 'Results');
    const row = desk.locator('[data-test=cases-disputed] tr', { hasText: question });
    await row.getByText('By its source', { exact: true }).waitFor();
    expect(await row.innerText()).toContain(`Source ${name}`);
    await shoot(desk, 'results-inbox-contradicted');
    await row.locator('[data-test=look]').click();
    await hasText(desk, 'case', `Source ${name} says something else`);
    await shoot(desk, 'result-case-contradicted');
    await part(desk, 'decide').click();
    await desk.getByText('Another result', { exact: true }).click();
    await desk.locator('dialog').getByText('No', { exact: true }).click();
    await part(desk, 'act-word').fill('overturn');
    await part(desk, 'decide-reason').fill('It was 0.3 mm.');
    await part(desk, 'act').click();
    await hasText(page, 'course', 'decided: another result, No');
    await hasText(page, 'course', `${name} proposed: Yes`);
    const decided = await whenThere(async () => {
      const [newest] = (await gateway.marketResolution(subject)).cases;
      return newest?.decision === null ? undefined : newest;
    });
    expect(decided).toMatchObject({ status: 'proposed', round: 2, outcome: 'no', challenges: [] });
    await shoot(page, 'result-contradicted-decided');
    for (const { problems } of [trader, judge]) expect(problems).toEqual([]);
  });
});

async function logIn(page: Page, key: string): Promise<void> {
  await page.goto('/operate');
  await part(page, 'operator-key').fill(key);
  await part(page, 'log-in').click();
  await part(page, 'operator').waitFor();
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name }).click();

async function propose(page: Page, question: string, way: string): Promise<void> {
  await goTo(page, 'Markets');
  await part(page, 'search').fill(question);
  const row = page.locator('[data-test=questions] tr', { hasText: question }).first();
  await row.locator('[data-test=resolve]').click();
  await page.locator('dialog').getByText(way, { exact: true }).click();
  await part(page, 'next').click();
  await part(page, 'pays').waitFor();
}
