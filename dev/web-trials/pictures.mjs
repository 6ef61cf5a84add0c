/**
 * Takes the pictures of docs/web from a running exchange, so that they show what is: npm run pictures
 *
 * It starts an exchange of its own with the demo's events, makes an account in the page, trades, and takes each screen
 * in light, some in dark and on a phone. `-- --data DIR` uses a running exchange in place of its own.
 */
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { freePorts, removeUnlessKept, startExchange } from '../e2e/start-exchange.mjs';
import { findChromium } from './chromium.mjs';

const FOLDER = fileURLToPath(new URL('../../docs/web', import.meta.url));
const DESK = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
const SCALE = 1.5;
const QUALITY = 82;
const MAX_BYTES = 150_000;
/** On a busy machine. */
const TIMEOUT_MS = 120_000;
const DOLLARS = 1_000_000;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const executablePath = findChromium();
if (executablePath === null) throw new Error('there is no Chromium here: CHROMIUM names one');

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'bellwether-pictures-')));
const own =
  values.data === undefined ? await startExchange({ dataDir, port: await freePorts() }) : null;
const exchange = JSON.parse(await readFile(join(dataDir, 'exchange.json'), 'utf8'));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await takeAll();
} finally {
  await browser.close();
  await own?.end('SIGTERM');
  if (own !== null) await removeUnlessKept(dataDir);
}

async function takeAll() {
  await mkdir(FOLDER, { recursive: true });
  const context = await browser.newContext({
    baseURL: exchange.gateway_url,
    viewport: DESK,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const camera = cameraOf(page, await context.newCDPSession(page));
  await openAccount(page, camera);
  const market = await trade(page);
  await takeScreens(page, camera, market);
}

function part(page, name) {
  return page.locator(`[data-test=${name}]`).first();
}

function cameraOf(page, devtools) {
  const take = async (name) => {
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
    });
    const file = join(FOLDER, `${name}.webp`);
    await writeFile(file, Buffer.from(data, 'base64'));
    const { size } = await stat(file);
    console.log(`${name}.webp`.padEnd(28), String(size).padStart(8));
    if (size > MAX_BYTES) throw new Error(`${name}: more than ${MAX_BYTES} bytes`);
  };
  const become = async (size, deviceScaleFactor, mobile) => {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
    const metrics = { ...size, deviceScaleFactor, mobile };
    await devtools.send('Emulation.setDeviceMetricsOverride', metrics);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  };
  return {
    take,
    async inDark(name) {
      await page.emulateMedia({ colorScheme: 'dark' });
      // The chart is drawn anew.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
      await take(name);
      await page.emulateMedia({ colorScheme: 'light' });
    },
    async onPhone(name) {
      await become(PHONE, 2, true);
      await take(name);
      await become(DESK, SCALE, false);
    },
  };
}

async function openAccount(page, { take }) {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Start trading' }).click();
  const seed = await part(page, 'backup').textContent();
  await take('backup');
  await part(page, 'backup-proof').fill(seed.slice(-3));
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await part(page, 'backup').waitFor({ state: 'detached' });
  const user = await page.locator('.owner').getAttribute('title');
  await admin('/admin/credit', { user, amount: 250 * DOLLARS, reference: `pictures ${user}` });
  await part(page, 'available').getByText('$250.00').waitFor();
}

/** @returns the market that has the user's trades */
async function trade(page) {
  const { markets } = await (await fetch(`${exchange.gateway_url}/v1/markets?limit=20`)).json();
  const binary = markets.filter(({ outcomes }) => outcomes.length === 1);
  const [shown, other = shown] = binary.map(({ outcomes }) => outcomes[0].market_id);
  for (const [market, outcome, amount] of [
    [shown, 'yes', 20],
    [shown, 'no', 8],
    [shown, 'yes', 30],
    [other, 'no', 15],
  ]) {
    await page.goto(`/market/${market}?outcome=${outcome}`);
    await part(page, 'amount').fill(String(amount));
    await page
      .locator('[data-test=send]')
      .getByText(/^Buy \d+/)
      .click();
    await part(page, 'receipt').waitFor();
  }
  await page.goto(`/market/${shown}`);
  await page.getByRole('radio', { name: 'Limit' }).check({ force: true });
  await part(page, 'limit').fill('12');
  await page
    .locator('[data-test=send]')
    .getByText(/^Bid for/)
    .click();
  await part(page, 'receipt').waitFor();
  return shown;
}

async function takeScreens(page, { take, inDark, onPhone }, market) {
  const open = async (path, ...parts) => {
    await page.goto(path);
    for (const name of parts) await part(page, name).waitFor();
  };
  await open(`/market/${market}`, 'book', 'chart', 'pays');
  await take('market');
  await inDark('market-dark');
  await onPhone('market-phone');
  await open('/', 'event');
  await take('markets');
  await inDark('markets-dark');
  await onPhone('markets-phone');
  await open('/portfolio', 'positions', 'statement');
  await take('portfolio');
  await onPhone('portfolio-phone');
  await open('/deposit', 'address');
  await take('deposit');
  await open('/withdraw', 'withdraw');
  await take('withdraw');
  await open('/key', 'trading-keys');
  await take('key');
}

async function admin(path, body) {
  const answer = await fetch(`${exchange.gateway_url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Admin-Key': exchange.admin_key },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}
