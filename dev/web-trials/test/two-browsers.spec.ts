/** Two browsers of one account, and the same order at the same moment: as many orders as receipts. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { credit, openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { backupOf, enter, hasText, part, textOf, traderAt } from '../src/steps';

const ROUNDS = Number(process.env['WEB_ROUNDS'] ?? 10);

describeInBrowser('two browsers of one account', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  const visitors: Visitor[] = [];
  let market: OpenMarket;
  let user: string;
  beforeAll(async () => {
    market = await openMarket(exchange, { hasQuotes: false });
    await market.maker.placeOrder({
      market_id: market.id,
      ...({ side: 'buy', outcome: 'no', price: 5_500, order_type: 'gtc' } as const),
      size: 2 * ROUNDS,
    });
    const [one, two] = [
      await visit(exchange.file.gateway_url),
      await visit(exchange.file.gateway_url),
    ];
    visitors.push(one, two);
    user = await traderAt(one.page, exchange, '/', 100);
    await credit(exchange, user, ROUNDS);
    await two.page.goto('/key');
    await part(two.page, 'restore').fill(backupOf(user));
    await two.page.getByRole('button', { name: 'Restore' }).click();
    await part(two.page, 'restore-yes').click();
    await hasText(two.page, 'public-key', user);
    for (const { page } of visitors) {
      await page.goto(`/market/${market.id}`);
    }
  });
  afterAll(() => Promise.all(visitors.map(({ leave }) => leave())));

  it(`make two orders of ${ROUNDS} pairs of clicks, each with its own receipt`, async () => {
    const pages = visitors.map(({ page }) => page);
    const sent: { readonly nonce: number; readonly client_id: string }[] = [];
    const numbers: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const meet = meeting(pages.length);
      await Promise.all(
        pages.map((page) =>
          page.route('**/v1/orders', async (route) => {
            sent.push(bodyOf(route));
            await meet();
            await route.continue();
          }),
        ),
      );
      for (const page of pages) await enter(page, 1, /Buy 1 Yes, at most/);
      await Promise.all(pages.map((page) => part(page, 'send').click()));
      numbers.push(...(await Promise.all(pages.map(orderNumber))));
      await Promise.all(pages.map((page) => page.unroute('**/v1/orders')));
    }
    expect(new Set(numbers).size).toBe(2 * ROUNDS);
    const { yes_contracts: held } = await exchange.gateway.position(market.id, user);
    expect(held).toBe(2 * ROUNDS);
    // They did collide: two senders of one nonce, each with an id of its own.
    const nonces = sent.map(({ nonce }) => nonce);
    expect(nonces.length).toBeGreaterThan(new Set(nonces).size);
    const senders = sent.map(({ client_id: id }) => id);
    expect(new Set(senders).size).toBe(2 * ROUNDS);
  });
});

const bodyOf = (route: Route) =>
  JSON.parse(route.request().postData() ?? '{}') as { nonce: number; client_id: string };

async function orderNumber(page: Page): Promise<string> {
  await part(page, 'receipt').waitFor();
  const receipt = await textOf(page, 'receipt');
  expect(receipt).toContain('Bought 1 Yes');
  expect(receipt).not.toContain('Answered again.');
  return /Order (\d+)/.exec(receipt)?.[1] ?? '';
}

/** Each waits for the others, once. */
function meeting(of: number): () => Promise<void> {
  let here = 0;
  let begin: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return async () => {
    here++;
    if (here >= of) begin();
    await all;
  };
}
