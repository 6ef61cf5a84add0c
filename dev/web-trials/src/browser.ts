/** The one browser of the suite; a visitor with a profile of its own, and all that went wrong while it looked. */
import { whyLeftOut } from '@bellwether/local-services';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describe } from 'vitest';

const EXECUTABLE = 'BELLWETHER_WEB_BROWSER';
/** A busy machine is not a failure. */
const TIMEOUT_MS = 120_000;
export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Nothing of it calls home, and it draws with the least that pictures need: no graphics card, and none imitated. */
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--disable-quic',
  '--disable-extensions',
  '--disable-domain-reliability',
  '--disable-speech-api',
];

/** Where pictures of the screens go, for people. Undefined: nobody wants any. */
export const picturesFolder = process.env['SHOTS'];

/** False: there is no Chromium here, and the suite is left out. */
export const hasBrowser = process.env[EXECUTABLE] !== undefined;
const WHY_NOT =
  'there is no Chromium here: apt-get install chromium-headless-shell, or CHROMIUM names one';

export const describeInBrowser = (title: string, tests: () => void): void => {
  const why = hasBrowser ? null : WHY_NOT;
  describe.skipIf(why !== null)(`${title}${whyLeftOut(why)}`, () => {
    tests();
  });
};

let launched: Promise<Browser> | undefined;

/** The browser that all specs share. It ends with the worker that runs them. */
export async function launch(): Promise<Browser> {
  const executablePath = process.env[EXECUTABLE];
  if (executablePath === undefined) throw new Error('there is no browser: CHROMIUM names one');
  // A spec that closes it leaves the next one to start it again.
  if ((await launched)?.isConnected() !== true) {
    launched = chromium.launch({ executablePath, args: FLAGS, timeout: TIMEOUT_MS });
  }
  return launched as Promise<Browser>;
}

/** A page in a profile of its own. What is not about motion is shown without it. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({
    viewport: DESK,
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return { context, page };
}

/** Reports every request to another origin. */
export function watchRequests(
  page: Page,
  origins: readonly string[],
  report: (url: string) => void,
): void {
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.includes(origin)) report(request.url());
  });
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console messages, exceptions, reports of the policy, requests to other hosts. */
  readonly problems: readonly string[];
  readonly leave: () => Promise<void>;
}

export async function visit(origin: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const { context, page } = await openPage(await launch(), { baseURL: origin, ...options });
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  watchRequests(page, [new URL(origin).origin], (url) => problems.push(`request to ${url}`));
  return { context, page, problems, leave: () => context.close() };
}
