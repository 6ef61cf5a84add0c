/**
 * Measures the trader's pages against a running exchange: node dev/web-trials/measure.mjs --data DIR [--out FILE]
 *
 * Of the list and a market's page: layout shift, long tasks while they load and while an order is placed; of the list
 * also what its renderer takes of a processor to load and to be live for a moment, wanted below a second. Of a market's
 * page whose book changes up to 100 times a second, for WEB_BUSY_SECONDS (30; an hour is 3600): what its renderer takes of
 * a core, and the heap before, ten times meanwhile, and after. The times are of the machine and of what else it does: the
 * load is in the figures.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { prepareBundles } from '../../tools/prepare.mjs';
import { findChromium } from './chromium.mjs';

await prepareBundles(['client']);
const { KeyPair, Trader } = await import('../../dist/libs/client/index.js');

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
  },
});
const BUSY_MS = Number(process.env.WEB_BUSY_SECONDS ?? 30) * 1_000;
const HEAPS = 10;
const CHANGES_PER_SECOND = 100;
const CLOCK_TICKS = 100;
const DOLLARS = 1_000_000;
const TIMEOUT_MS = 120_000;
const exchange = JSON.parse(await readFile(join(values.data, 'exchange.json'), 'utf8'));
const { gateway_url: gatewayUrl, admin_key: adminKey, network } = exchange;

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
});
try {
  const figures = await measureAll();
  const text = `${JSON.stringify(figures, null, 2)}\n`;
  console.log(text);
  if (values.out !== undefined) await writeFile(values.out, text);
} finally {
  await browser.close();
}

async function measureAll() {
  const maker = await newTrader(100_000);
  const market = await newMarket();
  await quote(maker, market);
  const context = await browser.newContext({ baseURL: gatewayUrl });
  await context.addInitScript(() => {
    window.seen = { shift: 0, tasks: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!entry.hadRecentInput) window.seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.seen.tasks.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const seen = async () => {
    const { shift, tasks } = await page.evaluate(() => window.seen);
    return { layout_shift: Number(shift.toFixed(4)), long_tasks_ms: tasks };
  };
  const ticksBefore = await ticksOf(await rendererOf());
  await page.goto('/');
  await page.locator('[data-test=event]').first().waitFor();
  await sleep(1_500);
  const ticks = (await ticksOf(await rendererOf())) - ticksBefore;
  const list = { ...(await seen()), cpu_seconds: ticks / CLOCK_TICKS };

  await page.getByRole('banner').getByRole('button', { name: 'Start trading' }).click();
  const seed = await page.locator('[data-test=backup]').textContent();
  await page.locator('[data-test=backup-proof]').fill(seed.slice(-3));
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const user = await page.locator('.owner').getAttribute('title');
  await admin('/admin/credit', { user, amount: 100 * DOLLARS, reference: `measure ${user}` });
  await page.goto(`/market/${market}`);
  await page.locator('[data-test=book]').waitFor();
  await page.locator('[data-test=available]').getByText('$100.00').waitFor();
  await sleep(1_500);
  const opened = await seen();
  await page
    .locator('[data-test=send]')
    .getByText(/^Buy \d+/)
    .click();
  await page.locator('[data-test=receipt]').waitFor();
  const traded = await seen();
  traded.long_tasks_ms = traded.long_tasks_ms.slice(opened.long_tasks_ms.length);
  const busy = await followBook(page, maker, market);
  return {
    measured_at: new Date().toISOString(),
    load_average: loadavg().map((one) => Number(one.toFixed(1))),
    list,
    market: opened,
    order: { long_tasks_ms: traded.long_tasks_ms },
    busy_book: busy,
  };
}

async function followBook(page, maker, market) {
  const devtools = await page.context().newCDPSession(page);
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return usedSize;
  };
  const before = await heap();
  const renderer = await rendererOf();
  const startedTicks = await ticksOf(renderer);
  const startedMs = performance.now();
  const endMs = startedMs + BUSY_MS;
  const meanwhile = [];
  let changes = 0;
  for (let size = 1; performance.now() < endMs; size = (size % 50) + 1) {
    const isHeapDue = performance.now() - startedMs > ((meanwhile.length + 1) * BUSY_MS) / HEAPS;
    if (isHeapDue) meanwhile.push(await heap());
    const due = startedMs + (changes * 1_000) / CHANGES_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    const operations = Array.from({ length: 20 }, (_, index) => ({
      place: resting(market, 1_000 + 20 * index + (size % 20), size),
    }));
    await maker.batch(operations.slice(0, 19).concat([{ cancel_all: { market_id: market } }]));
    changes += 20;
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  const ticks = (await ticksOf(renderer)) - startedTicks;
  return {
    changes_per_second: Math.round(changes / seconds),
    seconds: Math.round(seconds),
    renderer_share_of_a_core: Number((ticks / CLOCK_TICKS / seconds).toFixed(3)),
    heap_bytes_before: before,
    heap_bytes_meanwhile: meanwhile,
    heap_bytes_after: await heap(),
  };
}

/** The newest renderer of this browser: the page's. */
async function rendererOf() {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const isOurs =
      line.includes('--type=renderer') && line.includes('--enable-precise-memory-info');
    if (isOurs) found.push({ pid, ticks: await ticksOf(pid) });
  }
  return found.toSorted((a, b) => b.ticks - a.ticks)[0]?.pid;
}

async function ticksOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function resting(market_id, price, size) {
  const order = { market_id, side: 'buy', outcome: 'yes', order_type: 'gtc' };
  return { ...order, price, size: size + 10 };
}

async function quote(maker, market_id) {
  const order = { market_id, side: 'buy', order_type: 'gtc', size: 500 };
  await maker.placeOrder({ ...order, outcome: 'yes', price: 4_300 });
  await maker.placeOrder({ ...order, outcome: 'no', price: 5_500 });
}

async function newTrader(dollars) {
  const trader = new Trader({ gatewayUrl, network, key: KeyPair.random() });
  const { user } = trader;
  await admin('/admin/credit', { user, amount: dollars * DOLLARS, reference: `measure ${user}` });
  return trader;
}

async function newMarket() {
  const made = await admin('/admin/events', {
    event_id: `measured-${Date.now()}`,
    question: 'Is this page quick enough?',
    description: 'It is decided by figures.',
    category: { name: 'trials', sub: 'web' },
    expiry: Math.floor(Date.now() / 1_000) + 86_400,
    outcomes: [{ label: 'Yes' }],
  });
  return (made.data ?? made).outcomes[0].market_id;
}

async function admin(path, body) {
  const answer = await fetch(`${gatewayUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Admin-Key': adminKey },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
