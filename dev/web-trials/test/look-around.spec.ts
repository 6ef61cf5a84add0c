/** Without a key: everything that can be read is there, live, and has an address. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { openMarket, richTrader, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { hasText, isClean, part, textOf } from '../src/steps';

/** A busy machine is not a failure. */
const PATIENT = { timeout: 300_000 };

describeInBrowser('a stranger', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let market: OpenMarket;
  beforeAll(async () => {
    market = await openMarket(exchange);
    visitor = await visit(exchange.file.gateway_url);
  });
  afterAll(() => visitor.leave());

  const card = () => part(visitor.page, 'event').filter({ hasText: market.question });

  it('1. finds every question with its chance and both prices, and nothing else is asked', async () => {
    await visitor.page.goto('/?show=all&sort=newest');
    await card().waitFor();
    const { markets } = await exchange.gateway.markets({ limit: 12 });
    const shown = await part(visitor.page, 'event').locator('h2').allTextContents();
    expect(shown).toEqual(markets.map(({ question }) => question));
    expect(await card().innerText()).toMatch(/44%[\s\S]*Yes\s+45¢[\s\S]*No\s+57¢/);
    isClean(visitor.problems);
  });

  it('2. sees the trades of others move chance, price and volume, without a reload', async () => {
    const taker = await richTrader(exchange);
    const order = { market_id: market.id, outcome: 'yes', price: 4_500, size: 100 } as const;
    await taker.placeOrder({ ...order, side: 'buy', order_type: 'ioc' });
    await card().getByText('100 traded').waitFor();
    await card().getByText('46¢').waitFor();
    await visitor.page.goto(`/market/${market.id}`);
    await hasText(visitor.page, 'volume', '100 contracts');
    await taker.placeOrder({ ...order, price: 4_600, size: 50, side: 'buy', order_type: 'ioc' });
    await hasText(visitor.page, 'volume', '150 contracts');
  });

  it('3. sees a market that is made and one that is decided', async () => {
    await visitor.page.goto('/');
    await card().waitFor();
    const made = await openMarket(exchange, { hasQuotes: false });
    const shown = part(visitor.page, 'event').filter({ hasText: made.question });
    await shown.waitFor();
    await exchange.operator.resolveMarket(made.id, { outcome: 'yes' });
    await shown.getByText('Decided: Yes').waitFor();
  });

  it('4. narrows the list by text and category, which are in the address', async () => {
    const category = `rarities-${Date.now()}`;
    const other = await openMarket(exchange, { category, hasQuotes: false });
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('searchbox').fill(other.question.slice(5, 30));
    await expect.poll(() => part(page, 'event').count(), PATIENT).toBe(1);
    expect(page.url()).toContain('q=');
    await page.goto(`/?category=${category}`);
    await part(page, 'event').getByRole('link', { name: other.question }).click();
    await page.getByRole('heading', { level: 1, name: other.question }).waitFor();
    await page.goBack();
    await expect.poll(() => part(page, 'event').count(), PATIENT).toBe(1);
    expect(page.url()).toContain(`category=${category}`);
  });

  it('5. finds chart, book, tape, rules and fee; a level is what the book has', async () => {
    const { page } = visitor;
    await page.goto(`/market/${market.id}`);
    await part(page, 'book').waitFor();
    await part(page, 'tape').waitFor();
    await part(page, 'chart').waitFor();
    await page.getByText('It is decided by trial').waitFor();
    await page.getByText('price × (1 − price)').waitFor();
    const { yes } = await exchange.gateway.book(market.id);
    const rows = (side: string) =>
      page
        .locator(`tr.${side}`)
        .evaluateAll((levels) =>
          levels.map(({ dataset }) => [Number(dataset['price']), Number(dataset['size'])]),
        );
    expect(await rows('bid')).toEqual(yes.bids.map(({ price, size }) => [price, size]));
    expect(await rows('ask')).toEqual(
      yes.asks.map(({ price, size }) => [price, size]).toReversed(),
    );
  });

  it('6. opens a market by its address, and is told where there is none', async () => {
    const { page } = visitor;
    await page.goto(`/market/${'00'.repeat(32)}`);
    await page.getByRole('heading', { name: 'There is no such market' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'All markets' }).click();
    await card().waitFor();
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });

  it('7. sees the last trade at the end of the chart, and the same as a table', async () => {
    const { page } = visitor;
    await page.goto(`/market/${market.id}`);
    const { last_price: last } = await exchange.gateway.book(market.id);
    for (const range of ['1H', '6H', '1W', 'All']) {
      await page.getByText(range, { exact: true }).click();
      await expect
        .poll(() => part(page, 'chart').getAttribute('data-last'), PATIENT)
        .toBe(String(last));
    }
    await page.getByText('The same as a table').click();
    expect(await textOf(page, 'chart-table')).toContain(`${Math.round((last ?? 0) / 100)}%`);
  });
});
