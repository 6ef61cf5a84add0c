/** A page of a console in the suite's browser, which reports everything it should not do. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { DESK, PHONE, openPage, picturesFolder, watchRequests } from './browser';

export { describeInBrowser, launch } from './browser';

export interface Visit {
  readonly page: Page;
  /** Errors, broken policies, and requests to other hosts. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** @param others origins that the page may call beside its own */
export async function visit(
  browser: Browser,
  url: string,
  others: readonly string[] = [],
): Promise<Visit> {
  const { context, page } = await openPage(browser);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A refused login is an answer, which browsers report as an error.
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
  });
  const origins = [url, ...others].map((one) => new URL(one).origin);
  watchRequests(page, origins, (asked) => faults.push(asked));
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}

/** Pictures for people, where `SHOTS` names a folder: light, dark, phone. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = picturesFolder;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const take = (look: string) =>
    page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await take('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await take('phone');
  await page.setViewportSize(DESK);
}

/** How far the page is wider than the phone it is on, in pixels. */
export async function overflowOnPhone(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 700 });
  const wider = await page.evaluate(() =>
    // The room of a scroll bar is no content.
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );
  await page.setViewportSize(DESK);
  return wider;
}
