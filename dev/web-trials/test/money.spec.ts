/** Money in and out over the chains, followed on the screen. */
import { KeyPair } from '@bellwether/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { credit, webExchange } from '../src/exchange';
import { readQr } from '../src/qr-code';
import { backupOf, hasText, isClean, part, signAsOwner, startTrading, textOf } from '../src/steps';

describeInBrowser('money', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let user: string;
  beforeAll(async () => {
    visitor = await visit(exchange.file.gateway_url);
    await visitor.page.goto('/deposit');
    user = await startTrading(visitor.page);
  });
  afterAll(() => visitor.leave());

  it('14. comes to the address that the gateway names, with its limits', async () => {
    const { page } = visitor;
    await part(page, 'address').waitFor();
    const { address, min_usdc_micro: minimum } = await exchange.gateway.depositAddress(user);
    expect(await textOf(page, 'address')).toBe(address);
    const code = page.getByRole('img', { name: `QR code of ${address}` });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await readQr(page, code)).toBe(address);
    }
    expect(await textOf(page, 'minimum')).toBe(`$${(minimum / 1e6).toFixed(2)}`);
  });

  it('15. walks from seen to the account by itself, and the balance grows by what was credited', async () => {
    const { page } = visitor;
    // Requests get none: the shown figures came by the stream.
    const asked = '**/v1/deposit/status/**';
    await page.route(asked, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), deposits: [] } });
    });
    await part(page, 'faucet').click();
    await page.getByText('25 test USDC are on their way.').waitFor();
    await part(page, 'deposit').waitFor({ timeout: 900_000 });
    expect(await part(page, 'deposit').getAttribute('data-phase')).not.toBe('credited');
    await page.locator('[data-test=deposit][data-phase=credited]').waitFor({ timeout: 900_000 });
    await page.unroute(asked);
    const { deposits } = await exchange.gateway.depositStatus(user);
    const { available } = await exchange.gateway.balance(user);
    expect(deposits[0]?.credited_after_gas_micro_usdc).toBe(available);
    await hasText(page, 'available', `$${(Math.floor(available / 10_000) / 100).toFixed(2)}`);
    await hasText(page, 'credited', 'in your account');
  });

  it('16. below the minimum is kept for its owner, who is told so and sends it back', async () => {
    const { page } = visitor;
    const { address, chain, min_usdc_micro: minimum } = await exchange.gateway.depositAddress(user);
    await exchange.gateway.askFaucet({ chain, address, token: 'usdc', amount: minimum - 1 });
    const record = page.locator('[data-test=deposit][data-phase=rejected]');
    await record.waitFor({ timeout: 900_000 });
    const { deposits } = await exchange.gateway.depositStatus(user);
    const rejected = deposits.find(({ phase }) => phase === 'rejected');
    const shown = await record.innerText();
    expect(shown).toContain(rejected?.explanation.funds_held_by);
    expect(shown).toContain('Name a wallet, and it is sent there.');
    // What is for programs is not for people.
    expect(shown).not.toContain('POST');
    const wallet = KeyPair.random().publicKey;
    await part(page, 'send-back-to').fill(wallet);
    await part(page, 'send-back').click();
    await signAsOwner(page, backupOf(user));
    await record.getByText('It is on its way back.').waitFor();
    const ext = new LocalChainRpc(exchange, 'ext');
    // A recovery pays for itself.
    await expect.poll(() => ext.usdcOf(wallet), { timeout: 900_000 }).toBeGreaterThan(0);
    expect(await ext.usdcOf(wallet)).toBeLessThan(minimum);
  });

  it('17. leaves for a wallet: costs before, the end of a new address typed, followed to paid', async () => {
    const { page } = visitor;
    await credit(exchange, user, 100);
    await page.goto('/withdraw');
    const wallet = KeyPair.random().publicKey;
    await part(page, 'amount').fill('20');
    await part(page, 'recipient').fill(wallet);
    await part(page, 'net').waitFor();
    expect(await part(page, 'withdraw').isDisabled()).toBe(true);
    await part(page, 'recipient-proof').fill(wallet.slice(-4));
    await part(page, 'withdraw').click();
    await signAsOwner(page, backupOf(user));
    await page.getByText('Accepted. The money has left your account').waitFor();
    await part(page, 'withdrawal').waitFor();
    await page.reload();
    await page
      .locator('[data-test=withdrawal][data-status=completed]')
      .waitFor({ timeout: 900_000 });
    isClean(visitor.problems);
  });
});
