/** When things fail: a number is live, or it is grey. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebSocketRoute } from 'playwright-core';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { openMarket, richTrader, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { enter, hasText, part, traderAt } from '../src/steps';

describeInBrowser('a page', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let market: OpenMarket;
  let socket: WebSocketRoute;
  let isCut = false;
  /** What the gateway says of its lag is changed on the way. */
  let hasLag = true;
  beforeAll(async () => {
    market = await openMarket(exchange);
    visitor = await visit(exchange.file.gateway_url);
    await visitor.page.routeWebSocket(/\/v1\/ws$/, async (route) => {
      if (isCut) return route.close({ code: 1001 });
      socket = route;
      const server = route.connectToServer();
      server.onMessage((message) => {
        const text = String(message);
        const isBeat = text.includes('"heartbeat"') && !hasLag;
        route.send(isBeat ? text.replace(/"lag":\d+/, '"lag":null') : message);
      });
    });
    await traderAt(visitor.page, exchange, `/market/${market.id}`);
    await enter(visitor.page, 10, /Buy 10 Yes, at most/);
  });
  afterAll(() => visitor.leave());

  it('30. whose line is cut greys its numbers and sends nothing, and heals by itself', async () => {
    const { page } = visitor;
    isCut = true;
    await socket.close({ code: 1001 });
    await hasText(page, 'line', 'Reconnecting');
    await page.locator('.book.stale').waitFor();
    await page.locator('.stats.stale').waitFor();
    await page.locator('.preview.stale').waitFor();
    await hasText(page, 'send', 'Waiting for live prices');
    expect(await part(page, 'send').getAttribute('aria-disabled')).toBe('true');
    const others = await richTrader(exchange);
    const order = { market_id: market.id, outcome: 'yes', price: 4_500, size: 60 } as const;
    await others.placeOrder({ ...order, side: 'buy', order_type: 'ioc' });
    isCut = false;
    await page.locator('.book:not(.stale)').waitFor();
    await page.locator('tr.ask[data-price="4500"][data-size="40"]').waitFor();
    await hasText(page, 'send', /Buy 10 Yes, at most/);
  });

  it('31. says that the exchange is slow when the gateway cannot tell', async () => {
    hasLag = false;
    await hasText(visitor.page, 'line', 'Exchange is slow');
    hasLag = true;
    await hasText(visitor.page, 'line', 'Live');
  });

  it('32. trades on without history, and says so in the chart', async () => {
    const { page } = visitor;
    const refused = {
      status: 503,
      json: {
        error: {
          code: 'HISTORY_UNAVAILABLE',
          message: '',
          details: {},
          retryable: false,
          request_id: 'x',
        },
      },
    };
    await page.route('**/candles?*', (route) => route.fulfill(refused));
    await page.reload();
    await page.getByText('History cannot be read just now. Trading goes on.').waitFor();
    await enter(page, 10, /Buy 10 Yes, at most/);
    await page.unroute('**/candles?*');
  });

  it('33. offers a reload after a new release, and lives without a part that is gone', async () => {
    const { page } = visitor;
    await page.goto('/');
    await hasText(page, 'line', 'Live');
    await page.route('**/assets/portfolio-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Portfolio' }).first().click();
    await page.getByText('This part of the page could not be loaded.').waitFor();
    await page.unroute('**/assets/portfolio-*.js');
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), version: 'another' } });
    });
    await socket.close({ code: 1001 });
    await page.getByText('A new version of these pages is here.').waitFor();
  });
});
