/** A visitor with a browser profile of its own, and all that went wrong while it looked. */
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const ENDPOINT = 'BELLWETHER_WEB_BROWSER';
/** A busy machine is not a failure. */
const PATIENCE_MS = 120_000;

/** False: there is no Chromium here, and the suite is skipped. */
export const hasBrowser = process.env[ENDPOINT] !== undefined;

let connected: Promise<Browser> | undefined;
const browser = (): Promise<Browser> =>
  (connected ??= chromium.connect(process.env[ENDPOINT] ?? ''));

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages, exceptions, reports of the policy, requests to other hosts. */
  readonly problems: readonly string[];
  readonly leave: () => Promise<void>;
}

export async function visit(origin: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await (
    await browser()
  ).newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const { host } = new URL(request.url());
    if (host !== new URL(origin).host && host !== '') problems.push(`request to ${host}`);
  });
  return { context, page, problems, leave: () => context.close() };
}
