/** The browser trades with a key that may trade and nothing else; the account's own key is asked for withdrawals. */
import { KeyPair, TradingKeys } from '@bellwether/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { credit, openMarket, webExchange } from '../src/exchange';
import type { OpenMarket } from '../src/exchange';
import { backupOf, enter, hasText, isClean, part, send, signAsOwner, traderAt } from '../src/steps';
import { asked, installWallet } from '../src/wallet';

const DAY_MS = 86_400_000;

describeInBrowser('the key of a browser', () => {
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

  const keys = () =>
    new TradingKeys({ gatewayUrl: exchange.file.gateway_url, network: exchange.file.network });
  const listed = async (account = user) => (await keys().list(account)).trading_keys;
  const rowsKept = () =>
    visitor.page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve) => {
          const request = indexedDB.open('bellwether');
          request.addEventListener('success', () => {
            const names = request.result.transaction('keys').objectStore('keys').getAllKeys();
            names.addEventListener('success', () => resolve(names.result.map(String)));
          });
        }),
    );

  it('is allowed as soon as there is money, signs orders as itself, and is alone in the browser', async () => {
    const { page } = visitor;
    const body = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/v1/orders'),
    );
    await enter(page, 5, /Buy 5 Yes, at most/);
    expect(await send(page)).toContain('Bought 5 Yes');
    const [key] = await listed();
    expect(key?.state).toBe('active');
    expect(JSON.parse((await body).postData() ?? '')).toMatchObject({
      user,
      signer: key?.trading_key,
    });
    expect(await rowsKept()).toEqual(['trading']);
  });

  it('cannot withdraw: the backup is asked for, and that of another account is refused', async () => {
    const { page } = visitor;
    const wallet = KeyPair.random().publicKey;
    await page.goto('/withdraw');
    await part(page, 'amount').fill('20');
    await part(page, 'recipient').fill(wallet);
    await part(page, 'recipient-proof').fill(wallet.slice(-4));
    await page.locator('[data-test=withdraw]:enabled').click();
    await signAsOwner(page, KeyPair.random().exportSeed());
    await page.getByText('This is the backup of another account.').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('It was not signed by the key of this account.').waitFor();
    const { withdrawals } = await exchange.gateway.withdrawals(user);
    expect(withdrawals).toEqual([]);
  });

  it('is refused once its owner has ended it elsewhere, and is allowed anew by the backup', async () => {
    const { page } = visitor;
    const owner = KeyPair.fromSeed(backupOf(user));
    await page.goto(`/market/${market.id}`);
    await enter(page, 6, /Buy 6 Yes, at most/);
    await keys().revoke(owner, (await listed())[0]?.trading_key ?? '');
    await part(page, 'send').click();
    await hasText(page, 'result', 'This browser may not trade for the account any more.');
    await page.reload();
    await part(page, 'access').getByRole('button', { name: 'Allow it for 30 days' }).click();
    await signAsOwner(page, backupOf(user));
    await part(page, 'access').waitFor({ state: 'detached' });
    await enter(page, 6, /Buy 6 Yes, at most/);
    expect(await send(page)).toContain('Bought 6 Yes');
    expect((await listed()).map(({ state }) => state)).toEqual(['active', 'revoked']);
  });

  it('is ended in one tab, and the other one knows', async () => {
    const { page, context } = visitor;
    const other = await context.newPage();
    await other.goto('/key');
    await part(other, 'revoke').click();
    await part(page, 'access').waitFor();
    await other.getByText('Ended by itself').waitFor();
    await other.close();
    expect((await listed()).filter(({ state }) => state === 'active')).toEqual([]);
  });

  it('that is lost is made again by the backup, with the orders of before', async () => {
    const { page } = visitor;
    await page.evaluate(() => indexedDB.deleteDatabase('bellwether'));
    await page.goto('/key');
    await part(page, 'restore').fill(backupOf(user));
    await page.getByRole('button', { name: 'Restore' }).click();
    await part(page, 'restore-yes').click();
    await hasText(page, 'public-key', user);
    await page.goto(`/market/${market.id}`);
    await enter(page, 7, /Buy 7 Yes, at most/);
    expect(await send(page)).toContain('Bought 7 Yes');
    expect((await exchange.gateway.position(market.id, user)).yes_contracts).toBe(18);
  });

  it('says before its end that it ends', async () => {
    const { page } = visitor;
    await exchangeSays(page, 28 * DAY_MS);
    await page.reload();
    await hasText(page, 'access', 'This browser may trade for your account until');
    // What the exchange has refused to a key that had ended: orders, sessions. A browser notes that by itself.
    isClean(visitor.problems.filter((one) => !/status of 40[13]/.test(one)));
  });

  it('is allowed by a wallet, which signs texts alone: also withdrawals, and is not asked for what the key reads', async () => {
    const other = await visit(exchange.file.gateway_url);
    const { page } = other;
    const owner = KeyPair.random();
    await installWallet(page, { seed: owner.exportSeed(), publicKey: owner.publicKey });
    await page.goto('/key');
    await page.getByRole('button', { name: 'Continue with Trial Wallet' }).click();
    await hasText(page, 'public-key', owner.publicKey);
    expect((await asked(page)).map((text) => text.split('\n')[0])).toEqual([
      'Bellwether: allow a trading key',
      'Bellwether: read my account',
    ]);
    await credit(exchange, owner.publicKey, 100);
    await hasText(page, 'available', '$100.00');
    await page.goto(`/market/${market.id}`);
    await enter(page, 4, /Buy 4 Yes, at most/);
    expect(await send(page)).toContain('Bought 4 Yes');
    expect(await asked(page)).toEqual([]);

    await page.goto('/withdraw');
    const recipient = KeyPair.random().publicKey;
    await part(page, 'amount').fill('20');
    await part(page, 'recipient').fill(recipient);
    await part(page, 'recipient-proof').fill(recipient.slice(-4));
    await page.locator('[data-test=withdraw]:enabled').click();
    await page.getByText('Accepted. The money has left your account').waitFor();
    const text = (await asked(page)).at(-1);
    expect(text).toContain('Amount: 20.000000 USD\nFee at most: ');
    expect(text).toContain(`\nRecipient: ${recipient}\nAllow program address: no\n`);

    // A device that is wrong is no reason to ask: the time is the exchange's.
    await page.clock.setSystemTime(Date.now() + 40 * DAY_MS);
    await page.reload();
    await hasText(page, 'available', /\$/);
    expect(await part(page, 'access').count()).toBe(0);
    await exchangeSays(page, 2 * DAY_MS);
    await page.reload();
    await hasText(page, 'available', /\$/);
    expect(await part(page, 'access').count()).toBe(0);
    await exchangeSays(page, 28 * DAY_MS);
    await page.reload();
    await hasText(page, 'access', 'This browser may trade for your account until');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    isClean(other.problems);
    await other.leave();
  });
});

/** The exchange's time is so much later, whatever the device says. */
async function exchangeSays(page: Page, laterMs: number): Promise<void> {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + laterMs).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}
