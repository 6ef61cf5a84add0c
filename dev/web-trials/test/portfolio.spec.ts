/** The portfolio: sums that agree with the exchange's own rows, and history that adds up. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trade } from '@bellwether/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { enter, hasText, isClean, part, send, textOf, traderAt } from '../src/steps';

/** A busy machine is not a failure. */
const PATIENT = { timeout: 300_000 };
const dollars = (micro: bigint): string => `$${(Number(micro / 10_000n) / 100).toFixed(2)}`;
const upwards = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

describeInBrowser('the portfolio', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let market: OpenMarket;
  let user: string;
  beforeAll(async () => {
    market = await openMarket(exchange);
    visitor = await visit(exchange.file.gateway_url);
    user = await traderAt(visitor.page, exchange, `/market/${market.id}`);
  });
  afterAll(() => visitor.leave());

  /** All trades, once there are so many contracts in them: history is a moment behind. */
  async function tradesOf(contracts: number): Promise<readonly Trade[]> {
    const read = async () => (await exchange.gateway.trades(user)).trades;
    await expect
      .poll(async () => (await read()).reduce((sum, { size }) => sum + size, 0), PATIENT)
      .toBe(contracts);
    return read();
  }

  it('28. has a fill at once; value, average, gain and payout are those of the trades', async () => {
    const { page } = visitor;
    await enter(page, 150, /Buy 150 Yes, at most/);
    await send(page);
    await page.getByRole('link', { name: 'Portfolio' }).first().click();
    const trades = await tradesOf(150);
    const cost = trades.reduce((sum, { size, price }) => sum + BigInt(size * price) * 100n, 0n);
    const { yes_price: price } = await exchange.gateway.market(market.id);
    const value = BigInt(150 * price) * 100n;
    await hasText(page, 'positions', '▼');
    const row = await textOf(page, 'positions');
    expect(row).toContain(` ${dollars(value)} `);
    expect(row).toContain(`▼ ${dollars(cost - value)}`);
    expect(row).toContain('$150.00');
    expect(row).toContain(` ${Number(upwards(cost, 150n * 100n)) / 100}¢ `);
    await part(page, 'trades').getByText('46¢').waitFor();
    await hasText(page, 'contracts', dollars(value));
    expect(await textOf(page, 'realised')).toBe('$0.00');
  });

  it('28. has what a sale brought, at its share of the cost, and the rest at the same average', async () => {
    const { page } = visitor;
    const before = await tradesOf(150);
    const cost = before.reduce((sum, { size, price }) => sum + BigInt(size * price) * 100n, 0n);
    await page.goto(`/market/${market.id}`);
    await page.getByRole('radio', { name: 'Sell' }).check({ force: true });
    await enter(page, 50, /Sell 50 Yes, at least/);
    await send(page);
    await page.getByRole('link', { name: 'Portfolio' }).first().click();
    const sales = (await tradesOf(200)).slice(0, -before.length);
    const proceeds = sales.reduce((sum, { size, price }) => sum + BigInt(size * price) * 100n, 0n);
    const sold = upwards(cost * 50n, 150n);
    expect(proceeds < sold).toBe(true);
    await hasText(page, 'realised', `▼ ${dollars(sold - proceeds)}`);
    const left = cost - sold;
    const { yes_price: price } = await exchange.gateway.market(market.id);
    const gain = BigInt(100 * price) * 100n - left;
    await hasText(
      page,
      'positions',
      `${gain < 0n ? '▼' : '▲'} ${dollars(gain < 0n ? -gain : gain)}`,
    );
    expect(await textOf(page, 'positions')).toContain(
      ` ${Number(upwards(left, 100n * 100n)) / 100}¢ `,
    );
  });

  it('29. loses what is decided, and shows its payout; the statement adds up, and is the file', async () => {
    const { page } = visitor;
    await exchange.operator.resolveMarket(market.id, { outcome: 'yes' });
    await page.getByText('You hold nothing.').waitFor();
    await part(page, 'statement').getByText('Payout').waitFor();
    const { entries } = await exchange.gateway.ledger(user);
    expect(await part(page, 'statement').locator('tbody tr').count()).toBe(entries.length);
    const { total } = await exchange.gateway.balance(user);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    expect(entries[0]?.balance).toBe(total);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const folder = await mkdtemp(join(tmpdir(), 'statement-'));
    const file = join(folder, 'statement.csv');
    await (await download).saveAs(file);
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
    await rm(folder, { recursive: true });
    expect(lines).toHaveLength(1 + entries.length);
    expect(lines[1]).toContain(',payout,100.000000,');
    isClean(visitor.problems);
  });
});
