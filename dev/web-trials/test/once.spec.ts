/** Exactly once: the line is cut after an order was sent, and there is one order all the same. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from 'playwright-core';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { enter, part, textOf, traderAt } from '../src/steps';

describeInBrowser('an order whose answer is lost', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let market: OpenMarket;
  let user: string;
  const bodies: (string | null)[] = [];
  beforeAll(async () => {
    market = await openMarket(exchange);
    visitor = await visit(exchange.file.gateway_url);
    user = await traderAt(visitor.page, exchange, `/market/${market.id}`);
  });
  afterAll(() => visitor.leave());

  /** The exchange gets it and carries it out; the answer is lost. */
  const loseAnswer = async (route: Route) => {
    bodies.push(route.request().postData());
    await route.fetch();
    await route.abort('connectionreset');
  };

  const held = async () => (await exchange.gateway.position(market.id, user)).yes_contracts;

  it('23. may exist, is asked for again with the same bytes, and is one order', async () => {
    const { page } = visitor;
    await enter(page, 10, /Buy 10 Yes, at most/);
    await page.route('**/v1/orders', loseAnswer);
    await part(page, 'send').click();
    await part(page, 'unknown').waitFor();
    expect(await textOf(page, 'unknown')).toContain('Your order may exist.');
    await page.unroute('**/v1/orders');
    const again = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/v1/orders'),
    );
    await page.getByRole('button', { name: 'Ask again, safely' }).click();
    bodies.push((await again).postData());
    await part(page, 'receipt').waitFor();
    const receipt = await textOf(page, 'receipt');
    expect(receipt).toContain('Bought 10 Yes');
    expect(receipt).toContain('Answered again.');
    expect(new Set(bodies).size).toBe(1);
    expect(await held()).toBe(10);
  });

  it('23b. is asked for again by itself after a reload', async () => {
    const { page } = visitor;
    await enter(page, 5, /Buy 5 Yes, at most/);
    await page.route('**/v1/orders', loseAnswer);
    await part(page, 'send').click();
    await part(page, 'unknown').waitFor();
    await page.unroute('**/v1/orders');
    const asked = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/v1/orders'),
    );
    await page.reload();
    expect(await (await asked).headerValue('idempotent-replay')).toBe('true');
    await part(page, 'unanswered').waitFor({ state: 'detached' });
    expect(await held()).toBe(15);
  });
});
