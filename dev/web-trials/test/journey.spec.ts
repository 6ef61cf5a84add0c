/** One day of an exchange, in its pages alone: an operator, a trader and a builder, from a question to its money. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KeyPair } from '@bellwether/client';
import {
  fundedUser,
  historyCaughtUp,
  newBuilder,
  submit as submitOrder,
} from '../../e2e/src/scenario';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { webExchange } from '../src/exchange';
import {
  another,
  backupOf,
  enter,
  hasText,
  part,
  send,
  signAsOwner,
  startTrading,
} from '../src/steps';

/** A deposit over the bridge waits for finalities, on a busy machine for minutes. */
const ARRIVES = { timeout: 900_000 };

describeInBrowser('one day', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  const question = `Will this day end well, ${Date.now()}?`;
  let trader: Visitor;
  let operator: Visitor;
  let builder: Visitor;
  beforeAll(async () => {
    const { gateway_url: url } = exchange.file;
    [trader, operator, builder] = [await visit(url), await visit(url), await visit(url)];
  });
  afterAll(async () => {
    for (const one of [trader, operator, builder]) await one?.leave();
  });

  it('makes a market, trades it with money from the bridge, pays it out, and everybody sees it', async () => {
    const marketId = await makeMarket(operator.page, question);
    // Nobody has said a price: the page names none.
    const { page } = trader;
    await page.goto(`/market/${marketId}`);
    await hasText(page, 'chance', '–');
    const { builder: api } = await newBuilder(exchange);
    const makers = [await fundedUser(exchange, api), await fundedUser(exchange, api)] as const;
    const quote = { market_id: marketId, order_type: 'gtc', side: 'buy', fee_bps: 50 } as const;
    await submitOrder(api, makers[0], {
      ...quote,
      nonce: 1,
      outcome: 'no',
      price: 5_500,
      size: 100,
    });
    await submitOrder(api, makers[0], {
      ...quote,
      nonce: 2,
      outcome: 'yes',
      price: 4_300,
      size: 100,
    });

    // The trader: a key, test money over the bridge, and the market from the list.
    await page.goto('/');
    const user = await startTrading(page);
    await page.getByRole('link', { name: 'Deposit' }).first().click();
    await part(page, 'faucet').click();
    await page.locator('[data-test=deposit][data-phase=credited]').waitFor(ARRIVES);
    await page.goto('/');
    await page.getByRole('searchbox').fill(question);
    await page.getByRole('link', { name: question }).click();
    await enter(page, 10, /Buy 10 Yes, at most/);
    expect(await send(page)).toContain('Bought 10 Yes');

    // Somebody else's trade moves what is on the screen.
    await submitOrder(api, makers[1], {
      ...quote,
      nonce: 1,
      outcome: 'yes',
      price: 4_500,
      size: 30,
    });
    await hasText(page, 'volume', '40 contracts');
    await page.locator('tr.ask[data-price="4500"][data-size="60"]').waitFor();

    await another(page);
    await page.getByText('Sell', { exact: true }).click();
    await hasText(page, 'sellable', 'You can sell 10');
    await enter(page, 4, /Sell 4 Yes, at least/);
    expect(await send(page)).toContain('Sold 4 Yes');
    await withdrawTo(page, KeyPair.random().publicKey, user);

    // The operator sees it traded, and resolves it.
    const console_ = operator.page;
    await console_.reload();
    await logIn(console_, exchange.file.admin_key);
    await console_.getByRole('link', { name: 'Markets' }).first().click();
    await part(console_, 'search').fill(question);
    const row = console_.locator('[data-test=questions] tr', { hasText: question });
    await row.getByRole('cell', { name: '44', exact: true }).waitFor();
    await row.locator('[data-test=resolve]').click();
    await part(console_, 'next').click();
    await hasText(console_, 'paid-in-all', '$40.00');
    await part(console_, 'result-note').fill('It did.');
    await part(console_, 'act-word').fill('yes');
    await part(console_, 'act').click();
    await row.getByText('Resolved: Yes').waitFor();

    // The trader is paid for the six contracts that are left, on the screen that is open.
    expect((await exchange.gateway.position(marketId, user)).yes_contracts).toBe(0);
    const { available } = await exchange.gateway.balance(user);
    await hasText(page, 'available', `$${(Math.floor(available / 10_000) / 100).toFixed(2)}`);

    // The market shows its end, and no ticket.
    await page.goto(`/market/${marketId}`);
    await hasText(page, 'result', 'Yes');
    await hasText(page, 'paid', '$40.00');
    await part(page, 'resolved-at').waitFor();
    expect(await part(page, 'ticket').count()).toBe(0);

    // The builder sees what its users traded, and what it earned with them.
    await historyCaughtUp(exchange);
    const { answer: key } = await exchange.builder(api.credentials).createKey({ scopes: ['read'] });
    await builder.page.goto('/build');
    await part(builder.page, 'apiKey').fill(key.api_key);
    await part(builder.page, 'secret').fill(key.secret);
    await part(builder.page, 'look').click();
    await part(builder.page, 'revenue-markets').getByRole('link', { name: question }).waitFor();
    await part(builder.page, 'trades').getByText('Bought Yes').first().waitFor();
    const { total } = await exchange.builder(api.credentials).revenue();
    expect(total.builder_fees).toBeGreaterThan(0);
    await hasText(builder.page, 'earned', dollars(total.builder_fees));
  });
});

/** To the last micro-USDC. */
function dollars(micro: number): string {
  const digits = String(micro % 1_000_000).padStart(6, '0');
  return `$${Math.floor(micro / 1_000_000)}.${digits.slice(0, 2)}${digits.slice(2).replace(/0+$/, '')}`;
}

async function withdrawTo(page: Page, address: string, user: string): Promise<void> {
  await page.goto('/withdraw');
  await part(page, 'amount').fill('20');
  await part(page, 'recipient').fill(address);
  await part(page, 'net').waitFor();
  await part(page, 'recipient-proof').fill(address.slice(-4));
  await part(page, 'withdraw').click();
  await signAsOwner(page, backupOf(user));
  await page.getByText('Accepted. The money has left your account').waitFor();
  await page.locator('[data-test=withdrawal][data-status=completed]').waitFor(ARRIVES);
}

async function logIn(page: Page, key: string): Promise<void> {
  await part(page, 'operator-key').fill(key);
  await part(page, 'log-in').click();
  await part(page, 'operator').waitFor();
}

async function makeMarket(page: Page, question: string): Promise<string> {
  const exchange = webExchange();
  await page.goto(`${exchange.file.console_url}/operate`);
  await logIn(page, exchange.file.admin_key);
  await page.getByRole('link', { name: 'Markets' }).first().click();
  await part(page, 'question').fill(question);
  await part(page, 'rules').fill('It ends well where this test does.');
  await part(page, 'category').fill('days');
  await part(page, 'sub').fill('first');
  await part(page, 'ends').fill('2030-12-31 18:00');
  await part(page, 'look').click();
  await part(page, 'make').click();
  await part(page, 'act-word').fill('make');
  await part(page, 'act').click();
  await part(page, 'made').waitFor();
  const { markets } = await exchange.gateway.markets({ q: question });
  return markets[0]?.outcomes[0]?.market_id ?? '';
}
