/** The operators' pages: who gets in, what is said before it is done, and what is left of it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newOperatorKey } from '@bellwether/client';
import { suiteExchange } from '../../e2e/src/exchange';
import type { Exchange } from '../../e2e/src/exchange';
import {
  USDC,
  balanceOf,
  fundedUser,
  historyCaughtUp,
  newBuilder,
  newEvent,
  submit,
} from '../../e2e/src/scenario';
import { Wallet } from '../../e2e/src/wallet';
import { DESK } from '../src/browser';
import { describeInBrowser, launch, overflowOnPhone, shoot, visit } from '../src/visit';
import type { Visit } from '../src/visit';

/** A busy machine is not a failure. */
const PATIENT = { timeout: 300_000 };
const AWAY = {
  status: 503,
  json: {
    success: false,
    error: {
      code: 'HISTORY_UNAVAILABLE',
      message: '',
      details: {},
      retryable: true,
      request_id: 'x',
    },
  },
};
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Of a small text: two lines are 36. */
const ONE_LINE_PX = 30;

describeInBrowser('the console of operators', () => {
  let exchange: Exchange;
  let browser: Browser;
  let current: Visit;
  /** Faults that a test causes itself. */
  let expected: RegExp | null = null;
  const url = () => `${exchange.file.console_url}/operate`;

  beforeAll(async () => {
    exchange = suiteExchange('BELLWETHER_WEB_TRIALS_DATA');
    browser = await launch();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    expected = null;
    current = await visit(browser, url());
  });
  afterEach(async () => {
    await current.close();
    const faults = current.faults.filter((fault) => !(expected?.test(fault) ?? false));
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });

  const test = (page: Page, name: string) => page.locator(`[data-test="${name}"]`);
  async function logIn(page: Page, key = exchange.file.admin_key): Promise<void> {
    await test(page, 'operator-key').fill(key);
    await test(page, 'log-in').click();
    await test(page, 'operator').waitFor();
  }
  const goTo = (page: Page, name: string) =>
    page
      .getByRole('navigation', { name: 'Pages', exact: true })
      .getByRole('link', { name })
      .click();
  const violations = async (page: Page): Promise<unknown> => {
    // Evaluated as the browser's own tools do: the policy of the page allows it no script of others.
    await page.evaluate(await readFile(AXE, 'utf8'));
    return page.evaluate(async () => {
      const found = await (
        globalThis as never as {
          axe: {
            run: (
              where: unknown,
              what: object,
            ) => Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }>;
          };
        }
      ).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
      return found.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
    });
  };

  it('refuses a wrong key; the right one is nowhere in storage, and is gone after a reload', async () => {
    const { page } = current;
    await test(page, 'operator-key').fill('bw_admin_wrong');
    await test(page, 'log-in').click();
    expect(await test(page, 'log-in-refused').textContent()).toContain('not the key');
    await shoot(page, 'login');
    await logIn(page);
    const kept = await page.evaluate(async () => ({
      local: JSON.stringify(Object.entries(localStorage)),
      session: JSON.stringify(Object.entries(sessionStorage)),
      cookies: document.cookie,
      databases: await indexedDB.databases(),
      text: document.documentElement.outerHTML,
    }));
    expect(JSON.stringify(kept)).not.toContain(exchange.file.admin_key);
    expect([kept.session, kept.cookies, kept.databases]).toEqual(['[]', '', []]);
    const [cookie] = await page.context().cookies(`${exchange.file.gateway_url}/admin`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/admin' });
    await page.reload();
    await test(page, 'operator-key').waitFor();
    expect(await test(page, 'operator').count()).toBe(0);
  });

  it('logs out who was not there for 15 minutes', async () => {
    const { page } = current;
    await page.clock.install();
    await page.reload();
    await logIn(page);
    await page.clock.fastForward('14:00');
    await page.mouse.click(5, 5);
    await page.clock.fastForward('14:00');
    expect(await test(page, 'operator').count()).toBe(1);
    await page.clock.fastForward('01:10');
    await page.getByText('nobody was here for 15 minutes').waitFor();
    expect(await test(page, 'operator').count()).toBe(0);
  });

  it('makes a question in two steps, and resolves it once its outcome was typed', async () => {
    const { page } = current;
    const question = `Will it snow on day ${Date.now()}?`;
    await logIn(page);
    await goTo(page, 'Markets');
    await test(page, 'question').fill(question);
    await test(page, 'look').click();
    await page.getByText('Something is missing').waitFor();
    await test(page, 'rules').fill('As measured.\nAnywhere.');
    await test(page, 'category').fill('weather');
    await test(page, 'sub').fill('snow');
    await test(page, 'ends').fill('2030-12-31 18:00');
    await test(page, 'look').click();
    expect(await test(page, 'preview').textContent()).toContain(question);
    await shoot(page, 'make');
    await test(page, 'make').click();
    expect(await test(page, 'act').isDisabled()).toBe(true);
    await test(page, 'act-word').fill('make');
    await test(page, 'act').click();
    await test(page, 'made').waitFor();

    const listed = await exchange.get(`/v1/markets?q=${encodeURIComponent(question)}`);
    const [event] = Object(listed.body).markets;
    const marketId: string = event.outcomes[0].market_id;
    const { builder } = await newBuilder(exchange);
    const [yes, no] = [await fundedUser(exchange, builder), await fundedUser(exchange, builder)];
    const order = { market_id: marketId, nonce: 1, side: 'buy', price: 5_000, size: 120 } as const;
    await submit(builder, no, { ...order, outcome: 'no', order_type: 'gtc' });
    await submit(builder, yes, { ...order, outcome: 'yes', order_type: 'gtc' });

    const row = page.locator('[data-test="questions"] tr', { hasText: question });
    await row.getByText('120').first().waitFor();
    await shoot(page, 'markets');
    await row.locator('[data-test="resolve"]').click();
    await test(page, 'next').click();
    const pays = String(await test(page, 'pays').textContent());
    expect(pays).toContain('Yes: 120 contracts, 1 holder$120.00');
    expect(pays).toContain('No: 120 contracts, 1 holder$0.00');
    expect(pays).toContain('cannot be taken back');
    expect(await test(page, 'paid-in-all').textContent()).toBe('$120.00');
    await test(page, 'result-note').fill('It snowed.');
    await shoot(page, 'resolve');
    await test(page, 'act-word').fill('no');
    expect(await test(page, 'act').isDisabled()).toBe(true);
    await test(page, 'act-word').fill('yes');
    await test(page, 'act').click();
    await row.getByText('Resolved: Yes').waitFor();
    const balance = await exchange.get(`/v1/account/${yes}/balance`);
    expect(balance.status === 404 || Object(balance.body).available >= 60 * USDC).toBe(true);

    await goTo(page, 'Audit');
    const audit = test(page, 'audit');
    await audit.locator(`[title="/admin/markets/${marketId}/propose"]`).waitFor();
    await audit.getByText('/admin/events').first().waitFor();
    await shoot(page, 'audit');
    // Each on one line, with its triangle.
    const heights = await audit
      .locator('summary')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.max(...heights)).toBeLessThan(ONE_LINE_PX);
    await test(page, 'audit-operator').fill('nobody');
    await page.getByText('Nothing.').waitFor();
    await test(page, 'audit-operator').fill('admin');
    await audit.locator(`[title="/admin/markets/${marketId}/propose"]`).waitFor();
    const download = page.waitForEvent('download');
    await test(page, 'csv').click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toMatch(/^audit_id,time,operator,method,path,/);
    expect(csv).toContain(`/admin/markets/${marketId}/propose`);
  });

  it('resolves a market with the keyboard alone, and never loses the focus', async () => {
    const { page } = current;
    const question = `Will the keyboard do on day ${Date.now()}?`;
    await newEvent(exchange, { question });
    await test(page, 'operator-key').focus();
    await page.keyboard.type(exchange.file.admin_key);
    await page.keyboard.press('Enter');
    await test(page, 'operator').waitFor();
    await tabTo(page, 'Markets');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
    await tabTo(page, 'Search questions and outcomes');
    await page.keyboard.type(question);
    await page.getByRole('cell', { name: question, exact: true }).waitFor();
    // It is at the top of the newest before the search is answered, too.
    await expect.poll(() => test(page, 'questions').locator('tbody tr').count(), PATIENT).toBe(1);
    await tabTo(page, `Resolve: ${question}`);
    await page.keyboard.press('Enter');
    await test(page, 'next').waitFor();
    await tabTo(page, 'Yes');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Resolve…');
    await page.keyboard.press('Enter');
    await test(page, 'pays').waitFor();
    await tabTo(page, 'Why it is so');
    await page.keyboard.type('It did not.');
    await tabTo(page, 'Type no to confirm');
    await page.keyboard.type('no');
    await page.keyboard.press('Enter');
    await page.locator('tr', { hasText: question }).getByText('Resolved: No').waitFor();
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  it('says of each outcome what it would pay, with the word to type in sight', async () => {
    const { page } = current;
    const question = `Which of many on day ${Date.now()}?`;
    const labels = Array.from({ length: 24 }, (_, index) => `Number ${index + 1}`);
    await newEvent(exchange, { question, labels, mutually_exclusive: true });
    await logIn(page);
    await goTo(page, 'Markets');
    await page
      .getByRole('button', { name: `Resolve: ${question} · Number 1`, exact: true })
      .click();
    await test(page, 'next').click();
    await test(page, 'pays').waitFor();
    expect(await test(page, 'pays').locator('tbody tr').count()).toBe(24);
    expect(await test(page, 'paid-in-all').textContent()).toBe('$0.00');
    await shoot(page, 'resolve-several');
    const word = await test(page, 'act-word').boundingBox();
    expect((word?.y ?? Infinity) + (word?.height ?? 0)).toBeLessThan(DESK.height);
  });

  it('keeps the focus in a list where somebody else resolves the market under it', async () => {
    const { page } = current;
    const question = `Will somebody be faster on day ${Date.now()}?`;
    const { marketIds } = await newEvent(exchange, { question });
    await logIn(page);
    await goTo(page, 'Markets');
    await page.getByRole('button', { name: `Resolve: ${question}` }).focus();
    await exchange.operator.resolveMarket(marketIds[0] ?? '', { outcome: 'yes' });
    await page.locator('tr', { hasText: question }).getByText('Resolved: Yes').waitFor();
    expect(await focused(page)).toBe('Questions');
  });

  it('lists users, builders, withdrawals and alarms: searched, paged, and said when they fail', async () => {
    const { page } = current;
    const { builder, builderId } = await newBuilder(exchange);
    const user = await fundedUser(exchange, builder);
    await historyCaughtUp(exchange);
    await logIn(page);
    await test(page, 'alarms').or(page.getByText('No alarm was raised.')).first().waitFor();

    expected = /status of 503/;
    await page.route('**/admin/users*', (route) => route.fulfill(AWAY));
    await goTo(page, 'Users');
    await test(page, 'users-failed').getByText('does not answer now').waitFor();
    await page.unroute('**/admin/users*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await test(page, 'users').waitFor();
    await shoot(page, 'users');
    await test(page, 'user-address').fill('not a key');
    await page.getByText('A whole key or address').waitFor();
    await test(page, 'user-address').fill(user);
    await expect.poll(() => test(page, 'users').locator('tbody tr').count(), PATIENT).toBe(1);
    expect(await test(page, 'users').locator('[title]').first().getAttribute('title')).toBe(user);
    await test(page, 'user-address').fill('1'.repeat(32));
    await page.getByText('Nobody who ever had money').waitFor();

    await goTo(page, 'People');
    await test(page, 'builder-search').fill(builderId);
    await expect.poll(() => test(page, 'builders').locator('tbody tr').count(), PATIENT).toBe(1);
    await test(page, 'show-keys').click();
    await expect
      .poll(() => test(page, 'builder-keys').locator('tbody tr').count(), PATIENT)
      .toBe(1);
    await test(page, 'builder-search').fill('no such builder');
    await page.getByText('No builder has this in its name.').waitFor();

    await goTo(page, 'Money');
    await page.getByText('Failed', { exact: true }).click();
    await page
      .getByText('No withdrawal failed.')
      .or(test(page, 'withdrawals-list').getByText('failed').first())
      .waitFor();
  });

  it('shows a long list page by page, and leaves nothing out', async () => {
    const { page } = current;
    await logIn(page);
    await goTo(page, 'Audit');
    await page.route('**/admin/audit*', async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '2');
      await route.continue({ url: url.href });
    });
    await page.getByText('All calls').click();
    const rows = test(page, 'audit').locator('tbody tr');
    await expect.poll(() => rows.count(), PATIENT).toBe(2);
    await test(page, 'audit-more').click();
    await expect.poll(() => rows.count(), PATIENT).toBe(4);
    const { entries } = await exchange.operator.audit({ kind: 'all', limit: 10 });
    const newest = entries.slice(-4).map(({ path }) => path);
    expect(newest).toHaveLength(4);
    await page.getByText('4 shown').waitFor();
  });

  it('says the effect of each switch first, and does nothing until it is confirmed', async () => {
    const { page } = current;
    await logIn(page);
    await test(page, 'books').getByText('Equal').waitFor();
    await shoot(page, 'health');
    await test(page, 'mode-cancel_only').click();
    expect(await test(page, 'effect').textContent()).toContain('No new orders');
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    expect(Object((await exchange.get('/v1/status')).body).mode).toBe('open');
    await test(page, 'mode-cancel_only').click();
    await test(page, 'act').click();
    await test(page, 'mode').getByText('Cancel only').waitFor();
    await shoot(page, 'cancel-only');
    await test(page, 'mode-open').click();
    await test(page, 'act').click();
    await test(page, 'mode').getByText('Open').waitFor();

    await goTo(page, 'Money');
    await test(page, 'switch-withdrawals').click();
    expect(await test(page, 'effect').textContent()).toContain('still paid');
    await test(page, 'act').click();
    await page.getByRole('button', { name: 'Take withdrawals again' }).click();
    await test(page, 'act').click();
    await page.getByRole('button', { name: 'Pause withdrawals' }).waitFor();
    await test(page, 'switch-bridge').click();
    expect(await test(page, 'effect').textContent()).toContain('wait in the queue');
    await page.getByRole('button', { name: 'Keep as it is' }).click();
    await shoot(page, 'money');
  });

  it('pays out what the exchange earned: its effect first, in the list afterwards', async () => {
    const { page } = current;
    const { builder } = await newBuilder(exchange);
    const { marketIds } = await newEvent(exchange, { fee_bps: 700 });
    const order = { market_id: marketIds[0]!, side: 'buy', price: 5_000, size: 100 } as const;
    for (const outcome of ['yes', 'no'] as const) {
      const trader = await fundedUser(exchange, builder);
      await submit(builder, trader, { ...order, outcome, order_type: 'gtc', nonce: 1 });
    }
    const { publicKey: user } = await Wallet.create();
    const reference = `web-${Date.now()}`;
    await logIn(page);
    await goTo(page, 'Money');
    await page.getByText('Balance of a user').click();
    await test(page, 'treasury-amount').fill('0.25');
    await test(page, 'treasury-recipient').fill(user);
    await test(page, 'treasury-reference').fill(reference);
    await shoot(page, 'treasury');
    await test(page, 'treasury-pay').click();
    expect(await test(page, 'effect').textContent()).toContain('$0.25 of protocol fees');
    await test(page, 'act').click();
    const row = page.locator('[data-test="treasury-payouts"] tr', { hasText: reference });
    await row.getByText('completed').waitFor();
    const { available } = await balanceOf(exchange, user);
    expect(available).toBe(USDC / 4);
  });

  it('adds an operator who made the key, and who may not do more than its role', async () => {
    const { page } = current;
    const name = `of-web-${Date.now()}`;
    await logIn(page);
    await goTo(page, 'People');
    const { key, key_sha256 } = await newOperatorKey(name);
    await test(page, 'operator-name').fill(name);
    await test(page, 'operator-key-hash').fill(key_sha256);
    await test(page, 'add-operator').click();
    expect(await test(page, 'effect').textContent()).toContain(key_sha256);
    await test(page, 'act').click();
    await test(page, 'operators').getByText(name).waitFor();
    expect(await page.content()).not.toContain(key);
    await shoot(page, 'people');
    await test(page, 'log-out').click();
    await logIn(page, key);
    expect(await test(page, 'operator').textContent()).toBe(name);
    await goTo(page, 'Money');
    await page.getByText('Deposits that wait').waitFor();
    expect(await test(page, 'switch-bridge').count()).toBe(0);
  });

  it('is readable for everybody: no violation of WCAG, no sideways scroll', async () => {
    const { page } = current;
    await newEvent(exchange);
    expect(await violations(page)).toEqual([]);
    await logIn(page);
    for (const name of ['Health', 'Markets', 'Results', 'Money', 'Users', 'People', 'Audit']) {
      await goTo(page, name);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([name, await violations(page)]).toEqual([name, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([name, await violations(page)]).toEqual([name, []]);
      await page.emulateMedia({ colorScheme: 'light' });
      expect([name, await overflowOnPhone(page)]).toEqual([name, 0]);
    }
  });
});

/** What has the focus, as a screen reader names it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const hasLabel = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = hasLabel ? element.labels?.[0]?.textContent : null;
    return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
  });

async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 60; press++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${name}, the last one to ${await focused(page)}`);
}
