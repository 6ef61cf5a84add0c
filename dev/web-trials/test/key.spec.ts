/** An account: made in the page, its key backed up, restored, forgotten; the key of the browser unreadable. */
import { KeyPair } from '@bellwether/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, hasBrowser, visit } from '../src/browser';
import type { Visitor } from '../src/browser';
import { credit, openMarket, webExchange } from '../src/exchange';
import { enter, hasText, isClean, part, send, startTrading } from '../src/steps';
import { installWallet } from '../src/wallet';

/** As the page keeps it. */
const keptKey = () =>
  new Promise<{ account: string; publicKey: string; key?: CryptoKey }>((resolve, reject) => {
    const request = indexedDB.open('bellwether');
    request.addEventListener('error', () => reject(new Error('no database')));
    request.addEventListener('success', () => {
      const row = request.result.transaction('keys').objectStore('keys').get('trading');
      row.addEventListener('success', () => resolve(row.result));
    });
  });

describeInBrowser('a key', () => {
  const exchange = hasBrowser ? webExchange() : null!;
  let visitor: Visitor;
  let user: string;
  let seed: string;
  beforeAll(async () => {
    visitor = await visit(exchange.file.gateway_url);
  });
  afterAll(() => visitor.leave());

  it('8. is Ed25519 in WebCrypto, and no script can read it', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Start trading' }).click();
    seed = (await part(page, 'backup').textContent()) ?? '';
    await page.evaluate(`window.keptKey = ${keptKey.toString()}`);
    const kept = await page.evaluate(async () => {
      const { account, publicKey, key } = await (
        window as unknown as { keptKey: typeof keptKey }
      ).keptKey();
      if (key === undefined) return null;
      const exported = await crypto.subtle.exportKey('pkcs8', key).then(
        () => 'exported',
        ({ name }: Error) => name,
      );
      return {
        account,
        publicKey,
        name: key.algorithm.name,
        extractable: key.extractable,
        exported,
      };
    });
    expect(kept).toMatchObject({
      name: 'Ed25519',
      extractable: false,
      exported: 'InvalidAccessError',
    });
    user = kept?.account ?? '';
    expect(kept?.publicKey).not.toBe(user);
    expect(await page.locator('.owner').getAttribute('title')).toBe(user);
  });

  it('9. has its backup shown once, and is believed when its end was typed', async () => {
    const { page } = visitor;
    await part(page, 'backup-proof').fill('zzz');
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByText('These are not the last three characters.').waitFor();
    await part(page, 'backup-proof').fill(seed.slice(-3));
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await part(page, 'backup').waitFor({ state: 'detached' });
    await page.goto('/key');
    await page.getByText('You said that the backup is kept.').waitFor();
    expect(await page.content()).not.toContain(seed);
  });

  it('9b. of a production network shows no deposit address before its backup is kept', async () => {
    const other = await visit(exchange.file.gateway_url);
    const { page } = other;
    // As a gateway of such a network says; what is signed for it is refused here, which this page does not need.
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), network: 'production' } });
    });
    await page.goto('/deposit');
    await page.getByRole('button', { name: 'Make one' }).click();
    const shown = (await part(page, 'backup').textContent()) ?? '';
    expect(await page.getByRole('button', { name: 'Later' }).count()).toBe(0);
    await page.getByText('Back up your key first').waitFor({ state: 'attached' });
    expect(await part(page, 'address').count()).toBe(0);
    await part(page, 'backup-proof').fill(shown.slice(-3));
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await part(page, 'address').waitFor();
    await other.leave();
  });

  it('10. is restored in another browser, and a wrong backup changes nothing', async () => {
    const other = await visit(exchange.file.gateway_url);
    const { page } = other;
    await page.goto('/key');
    await part(page, 'restore').fill(`${seed.slice(0, 60)}zz`);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('This is no backup').waitFor();
    await part(page, 'restore').fill(seed);
    await page.getByRole('button', { name: 'Restore' }).click();
    await part(page, 'restore-yes').click();
    await hasText(page, 'public-key', user);
    isClean(other.problems);
    await other.leave();
  });

  it('11. is made again by a passkey in a fresh profile', async () => {
    const origin = exchange.file.gateway_url.replace('127.0.0.1', 'localhost');
    const other = await visit(origin);
    const { page } = other;
    await withPasskeys(other);
    await page.goto('/key');
    await page.getByRole('button', { name: 'Make an account with a passkey' }).click();
    const made = await part(page, 'public-key').textContent();
    await forgetKey(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    expect(await part(page, 'public-key').textContent()).toBe(made);
    await other.leave();
  });

  it('12. is there after a reload with the money, and is forgotten only when asked twice', async () => {
    const { page } = visitor;
    await credit(exchange, user, 12);
    await hasText(page, 'available', '$12.00');
    await page.reload();
    await hasText(page, 'available', '$12.00');
    await page.getByRole('button', { name: 'Forget this key' }).click();
    await hasText(page, 'holds', /\$12\.00, 0 positions, 0 open orders/);
    expect(await part(page, 'forget-yes').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await forgetKey(page);
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Start trading' }).waitFor();
  });

  it('12b. whose backup is not kept is left in no way while there is money, and is named on every page', async () => {
    const other = await visit(exchange.file.gateway_url.replace('127.0.0.1', 'localhost'));
    const { page } = other;
    await withPasskeys(other);
    const wallet = KeyPair.random();
    await installWallet(page, { seed: wallet.exportSeed(), publicKey: wallet.publicKey });
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Start trading' }).click();
    const shown = (await part(page, 'backup').textContent()) ?? '';
    await page.getByRole('button', { name: 'Later' }).click();
    const owner = (await page.locator('.owner').getAttribute('title')) ?? '';
    await credit(exchange, owner, 500);
    for (const path of ['/', '/portfolio', '/deposit', '/withdraw', '/key']) {
      await page.goto(path);
      await hasText(page, 'available', '$500.00');
      await part(page, 'unsaved').waitFor();
    }
    const restore = async () => {
      await part(page, 'restore').fill(KeyPair.random().exportSeed());
      await page.getByRole('button', { name: 'Restore' }).click();
      await part(page, 'restore-yes').click();
    };
    const forget = async () => {
      await page.getByRole('button', { name: 'Forget this key' }).click();
      await part(page, 'forget-word').fill('forget');
      await part(page, 'forget-yes').click();
    };
    const press = (name: string) => () => page.getByRole('button', { name }).click();
    const ways = {
      restore,
      forget,
      wallet: press('Continue with Trial Wallet'),
      passkey: press('Make an account with a passkey'),
    };
    for (const leave of Object.values(ways)) {
      await page.reload();
      await hasText(page, 'available', '$500.00');
      await leave();
      await page.getByText('Save its backup first. Nothing was changed.').waitFor();
      expect(await part(page, 'public-key').textContent()).toBe(owner);
    }
    await page.reload();
    await page.getByRole('button', { name: 'Save the backup' }).click();
    expect(await part(page, 'backup').textContent()).toBe(shown);
    await part(page, 'backup-proof').fill(shown.slice(-3));
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await part(page, 'unsaved').waitFor({ state: 'detached' });
    await forgetKey(page);
    await other.leave();
  });

  it('13. works where WebCrypto has no Ed25519, with the seed encrypted', async () => {
    const other = await visit(exchange.file.gateway_url);
    await other.context.addInitScript(() => {
      const importKey = Reflect.get(SubtleCrypto.prototype, 'importKey') as (
        ...input: unknown[]
      ) => Promise<CryptoKey>;
      SubtleCrypto.prototype.importKey = function (this: SubtleCrypto, ...input: unknown[]) {
        if (input[2] === 'Ed25519')
          return Promise.reject(new DOMException('', 'NotSupportedError'));
        return Reflect.apply(importKey, this, input);
      } as typeof SubtleCrypto.prototype.importKey;
    });
    const { page } = other;
    const market = await openMarket(exchange);
    await page.goto(`/market/${market.id}`);
    const owner = await startTrading(page);
    await credit(exchange, owner, 100);
    await enter(page, 5, /Buy 5 Yes, at most/);
    expect(await send(page)).toContain('Bought 5 Yes');
    await other.leave();
  });
});

async function forgetKey(page: Visitor['page']): Promise<void> {
  await page.getByRole('button', { name: 'Forget this key' }).click();
  await part(page, 'forget-word').fill('forget');
  await part(page, 'forget-yes').click();
  await part(page, 'public-key').waitFor({ state: 'detached' });
}

/** An authenticator that computes keys (PRF). */
async function withPasskeys({ context, page }: Visitor): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  });
}
