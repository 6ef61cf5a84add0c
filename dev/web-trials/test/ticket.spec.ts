/** The ticket: all that an order costs is shown before it is signed, and what was shown is what happened. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESK, PHONE, describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { credit, openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import {
  another,
  backupOf,
  enter,
  hasText,
  isClean,
  letSpend,
  part,
  send,
  startTrading,
  textOf,
  traderAt,
} from '../src/steps';

/** A busy machine is not a failure. */
const PATIENT = { timeout: 300_000 };

describeInBrowser('the ticket', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let market: OpenMarket;
  let user: string;
  beforeAll(async () => {
    market = await openMarket(exchange);
    visitor = await visit(exchange.file.gateway_url);
  });
  afterAll(() => visitor.leave());

  it('18. says price, fee, most to pay, gain and loss, also to who has no key', async () => {
    const { page } = visitor;
    await page.goto(`/market/${market.id}`);
    await enterAmount(10);
    const preview = await exchange.gateway.previewOrder({
      market_id: market.id,
      side: 'buy',
      outcome: 'yes',
      price: 4_700,
      size: 10,
      order_type: 'ioc',
    });
    expect(preview.order?.taker_fee).toBe(173_250);
    await hasText(page, 'fee', '$0.17325');
    expect(await textOf(page, 'pays')).toBe('$4.68');
    expect(await textOf(page, 'payout')).toBe('$10.00');
    expect(await textOf(page, 'pays-at-most')).toBe('$4.88');
    expect(await textOf(page, 'never')).toBe('47¢ each');
  });

  it('22. says how much is missing, and leads to the deposit', async () => {
    const { page } = visitor;
    user = await startTrading(page);
    await hasText(page, 'shortfall', 'This needs $4.68');
    expect(await part(page, 'shortfall').getByRole('link').innerText()).toBe(
      'Deposit $5.00 or more',
    );
    expect(await part(page, 'send').getAttribute('aria-disabled')).toBe('true');
  });

  it('19. brings what it showed, to the last micro-dollar', async () => {
    const { page } = visitor;
    await credit(exchange, user, 100);
    await enter(page, 10, /Buy 10 Yes, at most \$4\.88/);
    const receipt = await send(page);
    expect(receipt).toContain('Bought 10 Yes at 45¢');
    expect(receipt).toContain('Exactly as shown.');
    expect(receipt).toContain('$0.17325 fee');
    // History follows the engine by moments.
    const traded = async () =>
      (await exchange.gateway.trades(user)).trades.map(({ size, taker_fee }) => [size, taker_fee]);
    await expect.poll(traded, PATIENT).toEqual([[10, 173_250]]);
    await hasText(page, 'available', '$95.32');
  });

  it('19b. says so where the book moved in between, and the worst price held', async () => {
    const { page } = visitor;
    // The order is held back on its way while others take the price that was shown.
    let isHeld = false;
    const order = { market_id: market.id, side: 'buy', order_type: 'gtc' } as const;
    await page.route('**/v1/orders', async (route) => {
      if (!isHeld) {
        isHeld = true;
        await market.maker.cancelAll({ market_id: market.id });
        await market.maker.placeOrder({ ...order, outcome: 'no', price: 5_400, size: 50 });
      }
      // A page that has waited too long asks again: then nobody waits for this one.
      await route.continue().catch(() => undefined);
    });
    await enter(page, 10, /Buy 10 Yes, at most \$4\.88/);
    const receipt = await send(page);
    await page.unroute('**/v1/orders');
    expect(isHeld).toBe(true);
    expect(receipt).toContain('Bought 10 Yes at 46¢');
    expect(receipt).toContain('The book moved in between');
  });

  it('20. fills nothing beyond the price that it names', async () => {
    const { page } = visitor;
    await enter(page, 200, /Buy up to 200/);
    expect(await textOf(page, 'never')).toBe('48¢ each');
    expect(await textOf(page, 'fills-now')).toBe('40 of 200');
    const order = { market_id: market.id, side: 'buy', outcome: 'no', order_type: 'gtc' } as const;
    await market.maker.placeOrder({ ...order, price: 5_100, size: 100 });
    expect(await send(page)).toContain('Bought 40 Yes at 46¢');
    const { trades } = await exchange.gateway.trades(user);
    expect(Math.max(...trades.map(({ price }) => price))).toBe(4_600);
  });

  it('21. takes a price from the book for an order that rests, is marked and is listed', async () => {
    const { page } = visitor;
    const resting = {
      market_id: market.id,
      side: 'buy',
      outcome: 'yes',
      order_type: 'gtc',
    } as const;
    await market.maker.placeOrder({ ...resting, price: 4_000, size: 10 });
    await page.getByRole('button', { name: 'Bid at 40¢: use this price' }).click();
    await enter(page, 7, /Bid for 7 Yes at 40¢/);
    expect(await send(page)).toContain('7 Yes wait in the book at 40¢');
    await page.locator('tr.bid[data-price="4000"] .mine').waitFor();
    await page.getByRole('link', { name: 'Portfolio' }).first().click();
    await part(page, 'orders').getByText('40¢').waitFor();
  });

  it('26. cancels one order and all of them, and the money is available again', async () => {
    const { page } = visitor;
    await part(page, 'orders').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('No open orders.').waitFor();
    await page.goto(`/market/${market.id}`);
    for (const price of ['30', '31']) {
      await page.getByText('Limit', { exact: true }).click();
      await part(page, 'limit').fill(price);
      await enter(page, 10, new RegExp(`Bid for 10 Yes at ${price}¢`));
      expect(await send(page)).toContain(`at ${price}¢`);
      await another(page);
    }
    await page.getByRole('link', { name: 'Portfolio' }).first().click();
    await hasText(page, 'in-orders', '$6.10');
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await part(page, 'confirm').click();
    await hasText(page, 'in-orders', '$0.00');
  });

  it('27. sells what is held and in no other order: half, all', async () => {
    const { page } = visitor;
    const { yes_contracts: held } = await exchange.gateway.position(market.id, user);
    await page.goto(`/market/${market.id}`);
    await page.getByText('Sell', { exact: true }).click();
    await hasText(page, 'sellable', `You can sell ${held}`);
    await page.getByRole('button', { name: 'Half' }).click();
    expect(await part(page, 'amount').inputValue()).toBe(String(held >> 1));
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByText('Limit', { exact: true }).click();
    await part(page, 'limit').fill('90');
    await enter(page, held, new RegExp(`Offer ${held} Yes at 90¢`));
    await send(page);
    await another(page);
    await hasText(page, 'sellable', 'You can sell 0');
  });

  it('24. makes one order of a double click, and one of each of two tabs', async () => {
    const other = await openMarket(exchange);
    const [one, two] = [visitor.page, await visitor.context.newPage()];
    for (const page of [one, two]) {
      await page.goto(`/market/${other.id}`);
      await enter(page, 3, /Buy 3 Yes, at most/);
    }
    await Promise.all([part(one, 'send').dblclick(), part(two, 'send').dblclick()]);
    for (const page of [one, two]) {
      await part(page, 'receipt').waitFor();
      expect(await textOf(page, 'receipt')).toContain('Bought 3 Yes');
    }
    const { yes_contracts: held } = await exchange.gateway.position(other.id, user);
    expect(held).toBe(6);
    await two.close();
  });

  it.each([300, 1_000, 2_600])(
    '24b. makes one order of two clicks that are %i ms apart',
    async (ms) => {
      const other = await openMarket(exchange);
      const { page } = visitor;
      await page.goto(`/market/${other.id}`);
      await enter(page, 3, /Buy 3 Yes, at most/);
      const box = await part(page, 'send').boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10] as const;
      await page.mouse.click(x, y);
      await page.waitForTimeout(ms);
      await page.mouse.click(x, y);
      await part(page, 'receipt').or(part(page, 'amount')).first().waitFor();
      await page.waitForTimeout(ms);
      expect((await exchange.gateway.position(other.id, user)).yes_contracts).toBe(3);
      // The next order is entered anew.
      await page.reload();
      await enter(page, 3, /Buy 3 Yes, at most/);
      await send(page);
      expect(await part(page, 'send').count()).toBe(0);
      await part(page, 'another').click();
      expect(await part(page, 'amount').inputValue()).toBe('');
      expect(await part(page, 'send').getAttribute('aria-disabled')).toBe('true');
    },
  );

  it('25b. asks about a large order with the most that it may cost, and sends nothing else', async () => {
    const other = await openMarket(exchange, { hasQuotes: false });
    const ask = { market_id: other.id, side: 'buy', outcome: 'no', order_type: 'gtc' } as const;
    await other.maker.placeOrder({ ...ask, price: 5_500, size: 3_000 });
    await other.maker.placeOrder({ ...ask, price: 5_000, size: 3_000 });
    await credit(exchange, user, 5_000);
    const { page } = visitor;
    await letSpend(page, 5_000, backupOf(user));
    await page.goto(`/market/${other.id}`);
    await page.getByText('5¢', { exact: true }).click();
    await enter(page, 3_000, /Buy 3,000 Yes, at most/);
    const most = await textOf(page, 'pays-at-most');
    const said = await textOf(page, 'send');
    expect(said).toContain(most);
    await part(page, 'send').click();
    expect(await textOf(page, 'confirm-order')).toBe(said);
    await page.getByText(`If not Yes, you lose at most ${most}.`).waitFor();
    // Another book is another order: the one that was asked about is not sent any more.
    await other.maker.cancelAll({ market_id: other.id });
    await other.maker.placeOrder({ ...ask, price: 5_200, size: 3_000 });
    await page.getByText('The prices have changed, or are not live.').waitFor();
    await part(page, 'confirm').click({ force: true });
    expect(await part(page, 'confirm').getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    expect((await exchange.gateway.position(other.id, user)).yes_contracts).toBe(0);
    await hasText(page, 'send', /Buy 3,000 Yes, at most/);
    const agreed = await textOf(page, 'send');
    const before = await exchange.gateway.balance(user);
    await part(page, 'send').click();
    await part(page, 'confirm').click();
    await part(page, 'receipt').waitFor();
    const after = await exchange.gateway.balance(user);
    const bound = Number(/\$([\d,.]+)/.exec(agreed)?.[1]?.replaceAll(',', ''));
    expect((before.total - after.total) / 1_000_000).toBeLessThanOrEqual(bound);
  });

  it('18b. names the outcome in every sentence, at a desk and on a phone', async () => {
    const other = await openMarket(exchange, { labels: ['Riverside FC', 'Harbour FC'] });
    const { page } = visitor;
    await page.goto(`/market/${other.id}`);
    await enter(page, 2, /Buy 2 Yes of Riverside FC, at most \$/);
    expect(await textOf(page, 'preview')).toContain('If Yes of Riverside FC, you get');
    expect(await send(page)).toContain('Bought 2 Yes of Riverside FC at 45¢');
    await page.getByRole('button', { name: 'Bid at 43¢: use this price' }).click();
    await enter(page, 7, /Bid for 7 Yes of Riverside FC at 43¢, at most \$/);
    expect(await send(page)).toContain('7 Yes of Riverside FC wait in the book at 43¢');
    await page.getByText('Buy Yes of Riverside FC: 7 at 43¢').waitFor();
    await page.setViewportSize(PHONE);
    await page.goto(`/market/${other.ids[1]}`);
    await page.locator('.thumb-bar').getByText('Harbour FC').waitFor();
    await part(page, 'open-no').click();
    await page.getByRole('dialog', { name: `${other.question} · Harbour FC` }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize(DESK);
    await page.goto('/portfolio');
    for (const list of ['orders', 'positions', 'trades']) {
      await part(page, list).getByText('Yes of Riverside FC').first().waitFor();
    }
    await part(page, 'statement').getByText('Riverside FC').first().waitFor();
  });

  it('25. says in plain words what is closed, and cancels go on', async () => {
    const other = await openMarket(exchange);
    const stranger = await visit(exchange.file.gateway_url);
    const { page } = stranger;
    await traderAt(page, exchange, `/market/${other.id}`);
    await page.getByRole('button', { name: 'Bid at 43¢: use this price' }).click();
    await enter(page, 5, /Bid for 5 Yes/);
    await send(page);
    await another(page);
    await exchange.operator.pauseMarket(other.id);
    await hasText(page, 'send', 'Market is paused');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached' });
    isClean(stranger.problems);
    await stranger.leave();
  });

  it('nothing of it left a message on the console', () => isClean(visitor.problems));

  async function enterAmount(amount: number): Promise<void> {
    await part(visitor.page, 'amount').fill(String(amount));
    await part(visitor.page, 'pays').waitFor();
  }
});
