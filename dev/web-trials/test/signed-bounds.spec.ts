/** What is shown is what is signed: the most that a buy costs, what was filled of an order, what a browser's key may do. */
import type { OrderRequest } from '@bellwether/client';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RULES, loadAxe, violations } from '../src/barriers';
import { DESK, PHONE, describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { MICRO, credit, openMarket, webExchange } from '../src/exchange';
import {
  backupOf,
  enter,
  hasText,
  isClean,
  letSpend,
  part,
  send,
  signAsOwner,
  startTrading,
  textOf,
  traderAt,
} from '../src/steps';
import { shoot } from '../src/visit';

/** A busy machine is not a failure. */
const PATIENT = { timeout: 300_000 };
const RESTING = { side: 'buy', order_type: 'gtc' } as const;

describeInBrowser('what is shown is what is signed', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let user: string;
  beforeAll(async () => {
    visitor = await visit(exchange.file.gateway_url, { bypassCSP: true });
    user = await traderAt(visitor.page, exchange, '/', 500);
  });
  afterAll(() => visitor.leave());

  const keysOf = async (account: string) =>
    (await exchange.gateway.tradingKeys(account)).trading_keys;
  const keys = () => keysOf(user);
  const bodiesOf = (page: Page, path: string): Record<string, unknown>[] => {
    const bodies: Record<string, unknown>[] = [];
    page.on('request', (request: Request) => {
      if (request.method() !== 'POST' || !request.url().endsWith(path)) return;
      bodies.push(JSON.parse(request.postData() ?? '{}') as Record<string, unknown>);
    });
    return bodies;
  };
  const hasNoBarrier = async (page: Page): Promise<void> => {
    await loadAxe(page);
    expect(await violations(page, RULES)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, RULES)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  it('a buy in dollars at any price ends where it would cost more, and says so', async () => {
    const { page } = visitor;
    const { id, maker } = await openMarket(exchange, { hasQuotes: false });
    const quote = (price: number): OrderRequest => ({
      ...RESTING,
      market_id: id,
      outcome: 'no',
      price,
      size: 100,
    });
    await maker.placeOrder(quote(5_000));
    await page.goto(`/market/${id}`);
    await page.getByText('Any', { exact: true }).click();
    await page.getByText('Dollars', { exact: true }).click();
    await enter(page, 10, /Buy 19 Yes, at most \$10\.00/);
    expect(await textOf(page, 'pays-at-most')).toBe('$10.00');
    await shoot(page, 'ticket-most');
    const bodies = bodiesOf(page, '/v1/orders');
    const before = await exchange.gateway.balance(user);
    let isHeld = false;
    await page.route('**/v1/orders', async (route) => {
      if (!isHeld) {
        isHeld = true;
        await maker.cancelAll({ market_id: id });
        await maker.placeOrder(quote(300));
      }
      await route.continue().catch(() => undefined);
    });
    const receipt = await send(page);
    await page.unroute('**/v1/orders');
    expect(bodies[0]).toMatchObject({ size: 19, max_cost: 10 * MICRO });
    expect(bodies[0]?.['client_id']).toMatch(/^[0-9a-f]{32}$/);
    expect(receipt).toContain('Bought 10 Yes at 97¢');
    expect(receipt).toContain(
      'The price moved: 9 of 19 would have cost more than the most that you agreed to, and were not bought.',
    );
    const after = await exchange.gateway.balance(user);
    expect(before.total - after.total).toBeLessThanOrEqual(10 * MICRO);
    expect(before.total - after.total).toBeGreaterThan(9 * MICRO);
    await shoot(page, 'receipt-max-cost');
  });

  it('a change of an order that was filled meanwhile shows the new numbers, and changes nothing before they are confirmed', async () => {
    const { page } = visitor;
    const { id, maker } = await openMarket(exchange);
    await page.goto(`/market/${id}`);
    await page.getByText('Limit', { exact: true }).click();
    await part(page, 'limit').fill('43.5');
    await enter(page, 30, /Bid for 30 Yes at 43\.5¢/);
    await send(page);
    await page.goto('/portfolio');
    const row = part(page, 'orders').locator('tbody tr').first();
    await row.getByText('43.5¢').waitFor();
    await part(page, 'change').click();
    await part(page, 'change-total').fill('18');
    await hasText(page, 'change-said', 'Then: Bid for 18 Yes at 43.5¢, at most $8.');
    await shoot(page, 'change');
    await hasNoBarrier(page);
    await maker.placeOrder({ ...RESTING, market_id: id, outcome: 'no', price: 5_650, size: 6 });
    const bodies = bodiesOf(page, '/v1/orders/amend');
    await part(page, 'change-send').click();
    await hasText(page, 'change-refused', '6 contracts of this order are filled by now.');
    expect(await textOf(page, 'change-filled')).toBe('6');
    expect(await textOf(page, 'change-open')).toBe('12');
    await hasText(page, 'change-said', 'Then: Bid for 12 Yes at 43.5¢');
    await shoot(page, 'filled-meanwhile');
    const open = async () =>
      (await exchange.gateway.orders(user, { status: 'open' })).orders.map(
        ({ size, filled, remaining }) => ({ size, filled, remaining }),
      );
    expect(await open()).toEqual([{ size: 30, filled: 6, remaining: 24 }]);
    await part(page, 'change-total').fill('6');
    await page.getByText('6 are filled already: enter more than that.').waitFor();
    await part(page, 'change-total').fill('18');
    await part(page, 'change-send').click();
    await part(page, 'change-done').waitFor();
    expect(await textOf(page, 'change-done')).toContain('12 Yes wait in the book at 43.5¢');
    expect(await open()).toEqual([{ size: 18, filled: 6, remaining: 12 }]);
    expect(bodies.map(({ filled, size }) => [filled, size])).toEqual([
      [0, 18],
      [6, 12],
    ]);
    await page.getByRole('button', { name: 'Close' }).click();
    await part(page, 'change').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('No open orders.').waitFor();
  });

  it('the key of a browser says its bounds, and what it used', async () => {
    const { page } = visitor;
    await page.goto('/key');
    await page.getByText('Spend at most $100.00 a day').waitFor();
    await page.getByText('Pay at most 10¢ more than the market’s price').waitFor();
    await page.getByText('It may not withdraw or redeem pairs.').waitFor();
    const [key] = await keys();
    expect(key).toMatchObject({ at_most: 100 * MICRO, price_band: 1_000, redeem: false });
    const used = Math.ceil((key?.used ?? 0) / 10_000) / 100;
    await hasText(page, 'trading-keys', `$${used.toFixed(2)} of $100.00`);
    await hasText(page, 'trading-keys', 'within 10¢ of the market, redeems no pairs');
    await shoot(page, 'keys');
  });

  it('any price is no price beyond the key’s: it would be refused', async () => {
    const { page } = visitor;
    const { id } = await openMarket(exchange);
    await page.goto(`/market/${id}`);
    await page.getByText('Any', { exact: true }).click();
    await enter(page, 10, /Buy 10 Yes, at most \$5\.5/);
    expect(await textOf(page, 'never')).toBe('54¢ each');
    expect(await send(page)).toContain('Exactly as shown.');
    await enter(page, 1, /Buy 1 Yes/);
    await page.getByText('Limit', { exact: true }).click();
    await part(page, 'limit').fill('70');
    await hasText(page, 'send', /Buy 1 Yes, at most \$0\.72/);
    await part(page, 'send').click();
    await hasText(
      page,
      'refused',
      '70¢ is further from the market than this browser may trade: 54¢',
    );
    await part(page, 'raise-bound').waitFor();
  });

  it('a bound that is reached is raised by the owner alone, for the same key', async () => {
    const { page } = visitor;
    const { id, maker } = await openMarket(exchange, { hasQuotes: false });
    const size = 300;
    await maker.placeOrder({ ...RESTING, market_id: id, outcome: 'no', price: 5_500, size });
    await maker.placeOrder({ ...RESTING, market_id: id, outcome: 'yes', price: 4_300, size });
    await page.goto(`/market/${id}`);
    await enter(page, 250, /Buy 250 Yes, at most/);
    const agreed = await textOf(page, 'send');
    await part(page, 'send').click();
    await hasText(page, 'refused', 'This browser may spend $100.00 a day.');
    expect(await textOf(page, 'refused')).toContain('Nothing was done.');
    await shoot(page, 'bound-reached');
    const [before] = await keys();
    await part(page, 'raise-bound').click();
    await hasText(page, 'bound-hit', 'This browser may spend $100.00 a day.');
    await part(page, 'bounds-most').fill('400');
    await shoot(page, 'bounds-dialog');
    await hasNoBarrier(page);
    await part(page, 'bounds-sign').click();
    // Another key than the owner's raises nothing.
    const asked = page.getByRole('dialog', { name: 'Your own key signs this' });
    await asked.getByRole('button', { name: 'Back' }).click();
    await page.getByText('It was not signed by the key of this account.').waitFor();
    expect((await keys())[0]).toEqual(before);
    await part(page, 'bounds-sign').click();
    await signAsOwner(page, backupOf(user));
    await part(page, 'bounds-sign').waitFor({ state: 'detached' });
    const [after, replaced] = await keys();
    expect(after).toMatchObject({ ...before, at_most: 400 * MICRO, ...ofNow(after) });
    expect(replaced).toMatchObject({ trading_key: before?.trading_key, state: 'replaced' });
    await hasText(page, 'send', agreed);
    expect(await send(page)).toContain('Bought 250 Yes at 45¢');
    await page.goto('/key');
    await hasText(page, 'trading-keys', 'of $400.00');
    await page.setViewportSize(PHONE);
    await hasText(page, 'trading-keys', 'Replaced');
    await hasNoBarrier(page);
    await page.setViewportSize(DESK);
  });

  it('an account without money has its bounds raised before its key begins', async () => {
    const other = await visit(exchange.file.gateway_url);
    const { page } = other;
    await page.goto('/');
    const owner = await startTrading(page);
    await letSpend(page, 250, backupOf(owner));
    await page.getByText('Spend at most $250.00 a day').waitFor();
    await credit(exchange, owner, 300);
    const listed = async () =>
      (await keysOf(owner)).map(({ at_most: most, state }) => [most, state]);
    await expect.poll(listed, PATIENT).toEqual([[250 * MICRO, 'active']]);
    isClean(other.problems);
    await other.leave();
  });

  it('left no message on the console but refusals', () =>
    isClean(visitor.problems.filter((one) => !/status of 40[39]/.test(one))));
});

/** What a new allowance of the same key changes. */
const ofNow = (key: { nonce: number; until: number; allowed_at: number } | undefined) => ({
  nonce: key?.nonce,
  until: key?.until,
  allowed_at: key?.allowed_at,
});
