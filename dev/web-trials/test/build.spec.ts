/** The builders' page: keys, users, trades and revenue, by a key that can only read. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyCaughtUp, newBuilder, newMarket, fundedUser, submit } from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { suiteExchange } from '../../e2e/src/exchange';
import type { Exchange } from '../../e2e/src/exchange';
import { describeInBrowser, launch, overflowOnPhone, shoot, visit } from '../src/visit';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as never as {
      axe: { run: (...input: unknown[]) => Promise<{ violations: { id: string }[] }> };
    };
    return (await axe.run(document, { runOnly })).violations.map(({ id }) => id);
  }, RULES);
}

describeInBrowser('the console of builders', () => {
  let exchange: Exchange;
  let browser: Browser;
  beforeAll(async () => {
    exchange = suiteExchange('BELLWETHER_WEB_TRIALS_DATA');
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('shows keys, users and revenue, and keeps the secret nowhere', async () => {
    const { builder, client } = await newBuilder(exchange);
    const marketId = await newMarket(exchange);
    const [yes, no] = [await fundedUser(exchange, builder), await fundedUser(exchange, builder)];
    const order = { market_id: marketId, nonce: 1, side: 'buy', price: 5_000, size: 100 } as const;
    const terms = { ...order, order_type: 'gtc', fee_bps: 50 } as const;
    await submit(builder, no, { ...terms, outcome: 'no' });
    await submit(builder, yes, { ...terms, outcome: 'yes' });
    await historyCaughtUp(exchange);
    const { answer: issued } = await client.createKey({ scopes: ['read'] });
    const { answer: paying } = await client.createKey({ scopes: ['payout'] });
    const { publicKey: user } = await Wallet.create();
    await exchange.builder(paying).payOut({ reference: 'first', amount: 200_000, user });

    const seen = await visit(browser, `${exchange.file.gateway_url}/build`, [
      exchange.file.signer_url,
    ]);
    const { page, faults } = seen;
    const test = (name: string) => page.locator(`[data-test="${name}"]`);
    await test('apiKey').fill(issued.api_key);
    await test('secret').fill(Buffer.alloc(32).toString('base64'));
    await test('look').click();
    await test('refused').waitFor();
    await test('apiKey').fill(issued.api_key);
    await test('secret').fill(issued.secret);
    await test('look').click();
    await test('builder-name').waitFor();
    expect(await test('user-count').textContent()).toBe('2');
    // 100 contracts at 50 cents, each side with half a per cent.
    await test('earned').getByText('$0.50').waitFor();
    await test('days').waitFor();
    // Of 50 cents, 20 were paid out.
    await test('payable').getByText('$0.30').waitFor();
    expect(await test('payouts').textContent()).toMatch(/first.*\$0\.20.*completed/);
    expect(await test('keys').locator('tbody tr').count()).toBe(3);
    expect(await test('strong-key').count()).toBe(0);
    expect(await test('users').locator('tbody tr').count()).toBe(2);
    // One trade, of two of its users, who each paid 25 cents.
    await expect.poll(() => test('trades').locator('tbody tr').count()).toBe(1);
    expect(await test('trades').textContent()).toContain('100');
    expect(await test('trades').textContent()).toContain('$0.50');
    const { question } = await exchange.gateway.market(marketId);
    await test('trades').getByRole('link', { name: question }).waitFor();
    await test('revenue-markets').getByRole('link', { name: question }).waitFor();
    // What a key that never placed an order has left is its whole burst.
    expect(await test('keys').locator('tbody tr').last().textContent()).toMatch(/[0-9,]+/);
    await shoot(page, 'build');
    const kept = await page.evaluate(() => ({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      text: document.documentElement.outerHTML,
    }));
    expect(JSON.stringify(kept)).not.toContain(issued.secret);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await violations(page)]).toEqual([colorScheme, []]);
    }
    expect(await overflowOnPhone(page)).toBe(0);
    expect(faults).toEqual([]);
    await seen.close();
  });
});
