/** Parts of the exchange die while an order is under way: one order at most, no wrong number that is not grey, healed alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Trader } from '@bellwether/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killPart } from '../../e2e/src/processes';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { openMarket, richTrader, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { enter, part, textOf, traderAt } from '../src/steps';

/** A part starts again in seconds, on a busy machine in a minute or two. */
const HEALS = { timeout: 240_000 };
const SIZE = 10;
const PARTS = ['gateway', 'matching-engine', 'nats-server', 'PostgreSQL'] as const;

/** The book as it stood on the screen, and not in grey. */
interface Shown {
  readonly seq: number;
  readonly levels: string;
}

describeInBrowser('an order that is under way', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let market: OpenMarket;
  let user: string;
  let another: Trader;
  beforeAll(async () => {
    market = await openMarket(exchange);
    another = await richTrader(exchange);
    visitor = await visit(exchange.file.gateway_url);
    user = await traderAt(visitor.page, exchange, `/market/${market.id}`);
  });
  afterAll(async () => {
    await market?.maker.cancelAll();
    await visitor?.leave();
  });

  const held = async () => (await exchange.gateway.position(market.id, user)).yes_contracts;
  const bookNow = async (): Promise<string> => {
    const { yes } = await exchange.gateway.book(market.id);
    const text = (side: string, levels: typeof yes.bids) =>
      levels.map(({ price, size }) => `${side} ${price} ${size}`);
    return [...text('ask', yes.asks.toReversed()), ...text('bid', yes.bids)].join(', ');
  };

  it.each(PARTS)(
    'while the %s dies is one order at most, and the page heals alone',
    async (one) => {
      const { page } = visitor;
      const before = await held();
      const states = [await bookNow()];
      await enter(page, SIZE, new RegExp(`Buy ${SIZE} Yes, at most`));
      await watchBook(page);
      let killed: Promise<void> | undefined;
      // It dies when the order has left the page, and before it is answered.
      await page.route('**/v1/orders', async (route) => {
        killed ??= killPart(exchange.dataDir, one);
        await route.continue();
      });
      await part(page, 'send').click();
      const bought = await endOf(page);
      expect([0, SIZE]).toContain(bought);
      await page.unroute('**/v1/orders');
      await killed;

      await page.locator('.book:not(.stale)').waitFor(HEALS);
      await expect.poll(() => part(page, 'line').textContent(), HEALS).toMatch('Live');
      await expect.poll(async () => held().catch(() => null), HEALS).toBe(before + bought);
      states.push(await bookNow());
      // Somebody else's trade arrives: what is shown is live again, and right.
      await patiently(() =>
        another.placeOrder({
          market_id: market.id,
          side: 'buy',
          outcome: 'yes',
          price: 4_500,
          size: 5,
          order_type: 'ioc',
        }),
      );
      states.push(await bookNow());
      await expect.poll(async () => (await shownBooks(page)).at(-1)?.levels, HEALS).toBe(states[2]);

      const shown = await shownBooks(page);
      const places = shown.map(({ levels }) => states.lastIndexOf(levels));
      expect(shown.filter((_, index) => places[index] === -1)).toEqual([]);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const seqs = shown.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      expect(await held()).toBe(before + bought);
      expect((await exchange.gateway.balance(user)).locked).toBe(0);
      await enter(page, SIZE, new RegExp(`Buy ${SIZE} Yes, at most`));
    },
  );
});

/** Asks as a person does, until it is known. @returns the contracts that the page says were bought */
async function endOf(page: Page): Promise<number> {
  const ends = part(page, 'receipt').or(part(page, 'refused')).or(part(page, 'unknown'));
  for (;;) {
    await ends.first().waitFor(HEALS);
    if ((await part(page, 'receipt').count()) > 0) {
      return Number(/Bought (\d+) Yes/.exec(await textOf(page, 'receipt'))?.[1]);
    }
    if ((await part(page, 'refused').count()) > 0) return 0;
    const again = page.getByRole('button', { name: 'Ask again, safely' }).first();
    await again.click({ timeout: 5_000 }).catch(() => undefined);
  }
}

/** Notes each state of the book that is shown and not grey, at every change of the page. */
const watchBook = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const notes: { seq: number; levels: string }[] = [];
    const kept = window as unknown as { books: typeof notes; watcher?: MutationObserver };
    kept.books = notes;
    kept.watcher?.disconnect();
    const look = () => {
      const book = document.querySelector<HTMLElement>('[data-test=book]');
      if (book === null || book.classList.contains('stale')) return;
      const rows = [...book.querySelectorAll<HTMLElement>('tr.ask, tr.bid')];
      const levels = rows.map(({ className, dataset }) => {
        const side = className.includes('ask') ? 'ask' : 'bid';
        return `${side} ${dataset['price']} ${dataset['size']}`;
      });
      const text = levels.join(', ');
      if (notes.at(-1)?.levels !== text) {
        notes.push({ seq: Number(book.dataset['seq']), levels: text });
      }
    };
    look();
    kept.watcher = new MutationObserver(look);
    kept.watcher.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });

const shownBooks = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => (window as unknown as { books: Shown[] }).books);

/** The exchange may be on its way back still: nothing was done then. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!String(Object(error).code).endsWith('UNAVAILABLE')) throw error;
      await sleep(500);
    }
  }
}
