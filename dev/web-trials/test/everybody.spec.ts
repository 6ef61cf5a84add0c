/** For everybody: no barrier in light, dark or on a phone; the keyboard alone is enough; the pages stay small. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK, PHONE, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { hasText, part, traderAt } from '../src/steps';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const NARROW = { width: 320, height: 640 };
/** What a colour can break: the rest does not depend on light or dark. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** A busy machine is not a failure. */
const PATIENT = { timeout: 60_000 };

describe.runIf(hasBrowser)('everybody', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let market: OpenMarket;
  beforeAll(async () => {
    // A category of its own: what other specs have made costs nothing here.
    await openMarket(exchange, { category: 'barriers' });
    market = await openMarket(exchange, {
      labels: ['One', 'Two', 'Three', 'Four'],
      category: 'barriers',
    });
  });

  const pages = (): readonly (readonly [string, string])[] => [
    ['/?category=barriers', '[data-test=event]'],
    [`/market/${market.id}`, '[data-test=book]'],
    ['/portfolio', '[data-test=worth]'],
    ['/deposit', '[data-test=address]'],
    ['/withdraw', '[data-test=withdraw]'],
    ['/key', '[data-test=public-key]'],
    ['/_design', '.swatches'],
  ];

  it('38. meets no barrier in light, in dark and on a phone, and scrolls nothing sideways at 320 px', async () => {
    // axe is put into the page from outside, which the page's own policy forbids.
    const visitor = await visit(exchange.file.gateway_url, { bypassCSP: true });
    const { page } = visitor;
    const become = await shapeOf(visitor);
    await traderAt(page, exchange, '/', 20);
    const found: string[] = [];
    for (const [path, ready] of pages()) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      const report = (look: string, what: readonly string[]) =>
        found.push(...what.map((one) => `${path}, ${look}: ${one}`));
      await page.evaluate(axe);
      report('light', await violations(page, RULES));
      await page.emulateMedia({ colorScheme: 'dark' });
      report('dark', await violations(page, RULES_OF_COLOUR));
      await page.emulateMedia({ colorScheme: 'light' });
      await become(PHONE, true);
      report('phone', await violations(page, RULES));
      report('phone', await tooWide(page, PHONE.width));
      await become(NARROW, true);
      report('320 px', await tooWide(page, NARROW.width));
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
      report('320 px from right to left', await tooWide(page, NARROW.width));
      await become(DESK, false);
    }
    await visitor.leave();
    expect(found).toEqual([]);
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
    // A dialog gives the focus back to what opened it.
    await page.goto('/key');
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
    await page.goto('/?sort=newest');
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

async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { run } = (
      window as unknown as { axe: { run: (...input: unknown[]) => Promise<unknown> } }
    ).axe;
    const options = { runOnly, resultTypes: ['violations'], preload: false, iframes: false };
    const result = (await run(document, options)) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return result.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 120)}`);
  }, rules);
}

/** A phone has fingers too: what they hit is larger. */
async function shapeOf({ context, page }: Visitor) {
  const devtools = await context.newCDPSession(page);
  return async (size: typeof DESK, mobile: boolean): Promise<void> => {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
    const metrics = { ...size, deviceScaleFactor: 1, mobile };
    await devtools.send('Emulation.setDeviceMetricsOverride', metrics);
  };
}

async function tooWide(page: Page, width: number): Promise<string[]> {
  const by = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
  return by > 0 ? [`scrolls sideways by ${by}`] : [];
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
