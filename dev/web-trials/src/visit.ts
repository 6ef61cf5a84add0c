/** A browser for the trials, and a page in it that reports everything it should not do. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { browserPath, picturesFolder } from '../browser-path.mjs';

export const hasBrowser = browserPath() !== undefined;

export function launch(): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error('no browser: set CHROMIUM');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** On a busy machine. */
const PATIENCE_MS = 120_000;

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
  const context = await browser.newContext({ viewport: DESK, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A refused login is an answer, which browsers report as an error.
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
  });
  const origins = [url, ...others].map((one) => new URL(one).origin);
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith('http') && !origins.includes(asked.origin))
      faults.push(request.url());
  });
  await page.goto(url);
  return { page, faults, close: () => context.close() };
}

/** Pictures for people, where `SHOTS` names a folder: light, dark, phone. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = picturesFolder();
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
