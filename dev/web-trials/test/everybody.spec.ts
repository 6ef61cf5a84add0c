/** For everybody: no barrier in light, dark or on a phone; the keyboard alone is enough; the pages stay small. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, visit } from '../src/browser';
import { openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { hasText, part, traderAt } from '../src/steps';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { ...PHONE, colorScheme: 'light' }],
];

/** A busy machine is not a failure. */
const PATIENT = { timeout: 60_000 };

describe.runIf(hasBrowser)('everybody', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let market: OpenMarket;
  beforeAll(async () => {
    market = await openMarket(exchange, { labels: ['One', 'Two', 'Three', 'Four'] });
  });

  const pages = (): readonly (readonly [string, string])[] => [
    ['/', '[data-test=event]'],
    [`/market/${market.id}`, '[data-test=book]'],
    ['/portfolio', '[data-test=worth]'],
    ['/deposit', '[data-test=address]'],
    ['/withdraw', '[data-test=withdraw]'],
    ['/key', '[data-test=public-key]'],
    ['/_design', '.swatches'],
  ];

  it.each(LOOKS)('38. meets no barrier in %s', async (_, look) => {
    // axe is put into the page from outside, which the page's own policy forbids.
    const visitor = await visit(exchange.file.gateway_url, { ...look, bypassCSP: true });
    const { page } = visitor;
    await traderAt(page, exchange, '/', 20);
    const found: string[] = [];
    for (const [path, ready] of pages()) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      found.push(...(await violations(page)).map((one) => `${path}: ${one}`));
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) found.push(`${path}: scrolls sideways by ${wider}`);
    }
    await visitor.leave();
    expect(found).toEqual([]);
  });

  it('38b. scrolls nothing sideways at 320 px, nor from right to left', async () => {
    const visitor = await visit(exchange.file.gateway_url, {
      viewport: { width: 320, height: 640 },
    });
    const { page } = visitor;
    const wide: string[] = [];
    for (const direction of ['ltr', 'rtl']) {
      for (const path of ['/', `/market/${market.id}`, '/portfolio', '/key']) {
        await page.goto(path);
        await page.locator('h1').waitFor();
        const by = await page.evaluate((dir) => {
          document.documentElement.dir = dir;
          return document.documentElement.scrollWidth - innerWidth;
        }, direction);
        if (by > 0) wide.push(`${path} ${direction}: ${by}`);
      }
    }
    await visitor.leave();
    expect(wide).toEqual([]);
  });

  it('39. trades with the keyboard alone, and never loses the focus', async () => {
    const visitor = await visit(exchange.file.gateway_url);
    const { page } = visitor;
    await traderAt(page, exchange, '/');
    await page.keyboard.press('/');
    await page.keyboard.type(market.question.slice(0, 40));
    await expect.poll(() => part(page, 'event').count(), PATIENT).toBe(1);
    await tabTo(page, market.question);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: market.question }).waitFor();
    expect(await focused(page)).toContain(market.question);
    await page.keyboard.press('n');
    await page.keyboard.press('y');
    await part(page, 'amount').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('4');
    await hasText(page, 'send', /Buy 4 Yes for/);
    await page.keyboard.press('Enter');
    await part(page, 'receipt').waitFor();
    await expect.poll(() => focused(page), PATIENT).toContain('Bought 4 Yes');
    const prices = await page
      .locator('[aria-live]:has(.book), [role=status] .book, [aria-live] .pill')
      .count();
    expect(prices).toBe(0);
    await visitor.leave();
  });

  it('39b. gets the focus back from a dialog', async () => {
    const visitor = await visit(exchange.file.gateway_url);
    const { page } = visitor;
    await traderAt(page, exchange, '/key');
    const forget = page.getByRole('button', { name: 'Forget this key' });
    await forget.click();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => forget.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await visitor.leave();
  });

  it('40. loads few bytes, and causes no report of the policy', async () => {
    const visitor = await visit(exchange.file.gateway_url);
    const { page } = visitor;
    const sizes = { first: 0, more: 0 };
    let name: keyof typeof sizes = 'first';
    page.on('response', (response) => {
      const of = name;
      void response
        .request()
        .sizes()
        .then(
          ({ responseBodySize }) => {
            sizes[of] += responseBodySize;
          },
          () => undefined,
        );
    });
    await page.goto('/');
    await part(page, 'event').first().waitFor();
    name = 'more';
    await part(page, 'event').getByRole('link', { name: market.question }).click();
    await part(page, 'book').waitFor();
    // The chart is a part of its own, and the last one to come.
    await part(page, 'chart')
      .or(page.getByText('Nobody has traded in this time.'))
      .first()
      .waitFor();
    expect(sizes.first).toBeGreaterThan(20_000);
    expect(sizes.first).toBeLessThan(60_000);
    expect(sizes.more).toBeLessThan(60_000);
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });

  afterAll(async () => {
    await market?.maker.cancelAll();
  });
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    const { run } = (
      window as unknown as { axe: { run: (...input: unknown[]) => Promise<unknown> } }
    ).axe;
    const result = (await run(document, { runOnly: rules })) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return result.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 120)}`);
  }, RULES);
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

async function tabTo(page: Page, text: string): Promise<void> {
  for (let press = 0; press < 40; press++) {
    if ((await focused(page)) === text) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${text}`);
}
