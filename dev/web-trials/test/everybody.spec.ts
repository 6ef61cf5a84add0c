/** For everybody: no barrier in light, dark or on a phone; the keyboard alone is enough; the pages stay small. */
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RULES, RULES_OF_COLOUR, loadAxe, violations } from '../src/barriers';
import { DESK, PHONE, describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { hasText, part, traderAt } from '../src/steps';

const NARROW = { width: 320, height: 640 };

/** What a visit may cost. Layout shift is a sum of shares of the window. */
const MAX_SHIFT = 0.01;
const LIVE_MS = 1_500;

/** A busy machine is not a failure. */
const PATIENT = { timeout: 300_000 };

describeInBrowser('everybody', () => {
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
    const line = await lineOf(page);
    const become = await shapeOf(visitor);
    await traderAt(page, exchange, '/', 20);
    const found: string[] = [];
    for (const [path, ready] of pages()) {
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      const report = (look: string, what: readonly string[]) =>
        found.push(...what.map((one) => `${path}, ${look}: ${one}`));
      await loadAxe(page);
      report('light', await violations(page, RULES));
      await page.emulateMedia({ colorScheme: 'dark' });
      report('dark', await violations(page, RULES_OF_COLOUR));
      await page.emulateMedia({ colorScheme: 'light' });
      if (path !== '/_design') {
        await line.cut();
        report('stale, light', await violations(page, RULES_OF_COLOUR));
        await page.emulateMedia({ colorScheme: 'dark' });
        report('stale, dark', await violations(page, RULES_OF_COLOUR));
        await page.emulateMedia({ colorScheme: 'light' });
        line.mend();
      }
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
    await page.getByText('1 more outcome', { exact: true }).waitFor();
    await tabTo(page, market.question);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: market.question }).waitFor();
    expect(await focused(page)).toContain(market.question);
    await page.keyboard.press('n');
    await page.keyboard.press('y');
    await part(page, 'amount').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('4');
    await hasText(page, 'send', /Buy 4 Yes.*, at most/);
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
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => forget.evaluate((button) => button === document.activeElement), PATIENT)
      .toBe(true);
    await visitor.leave();
  });

  it('40. loads few bytes, moves nothing while it loads, and causes no report of the policy', async () => {
    const visitor = await visit(exchange.file.gateway_url);
    const { page } = visitor;
    await page.addInitScript(watchShifts);
    const sizes = { first: 0, more: 0 };
    let name: keyof typeof sizes = 'first';
    page.on('response', (response) => {
      const of = name;
      // Answers of the API are as long as their content.
      if (new URL(response.url()).pathname.startsWith('/v1/')) return;
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
    // A category of its own: an event that somebody else creates meanwhile would come before the others.
    await page.goto('/?category=barriers&sort=newest');
    await part(page, 'event').first().waitFor();
    await page.waitForTimeout(LIVE_MS);
    expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT);
    name = 'more';
    await part(page, 'event').getByRole('link', { name: market.question }).click();
    await marketIsThere(page);
    expect(sizes.first).toBeGreaterThan(20_000);
    expect(sizes.first).toBeLessThan(60_000);
    expect(sizes.more).toBeGreaterThan(10_000);
    expect(sizes.more).toBeLessThan(35_000);
    await page.goto(`/market/${market.id}`);
    await marketIsThere(page);
    await page.waitForTimeout(LIVE_MS);
    expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT);
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  });

  it('40. makes no formatter before there is a number to show', async () => {
    const visitor = await visit(exchange.file.gateway_url);
    const { page } = visitor;
    await page.addInitScript(watchFormatters);
    // Nothing is answered: what is painted is the page without any number.
    await page.route('**/v1/**', () => undefined);
    await page.routeWebSocket('**/v1/ws', () => undefined);
    await page.goto('/');
    await page.locator('.skeleton').first().waitFor();
    expect(
      await page.evaluate(() => (window as unknown as { formatters: number }).formatters),
    ).toBe(0);
    await visitor.leave();
  });

  afterAll(async () => {
    await market?.maker.cancelAll();
  });
});

/** The chart is a part of its own, and the last one to come. */
async function marketIsThere(page: Page): Promise<void> {
  await part(page, 'book').waitFor();
  await part(page, 'chart').or(page.getByText('Nobody has traded in this time.')).first().waitFor();
}

/** In the page: how far its parts have moved without anybody's doing. */
function watchShifts(): void {
  const seen = { shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
}
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);

/** In the page: how many formatters it has made. */
function watchFormatters(): void {
  const made = window as unknown as { formatters: number };
  made.formatters = 0;
  for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat'] as const) {
    const construct = (target: typeof Intl.NumberFormat, args: []): object => {
      made.formatters++;
      return Reflect.construct(target, args);
    };
    Object.defineProperty(Intl, name, { value: new Proxy(Intl[name], { construct }) });
  }
}

/** The page's stream, which can be cut: then every number of the page is an old one. */
async function lineOf(page: Page) {
  let isCut = false;
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/v1\/ws$/, async (route) => {
    if (isCut) return route.close({ code: 1001 });
    socket = route;
    route.connectToServer();
  });
  return {
    cut: async (): Promise<void> => {
      await page.locator('.line.live').waitFor();
      isCut = true;
      await socket?.close({ code: 1001 });
      await page.locator('.line.broken').waitFor();
    },
    mend: (): void => {
      isCut = false;
    },
  };
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
