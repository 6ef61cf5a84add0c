/** A wallet in the browser, as extensions are: it speaks the Wallet Standard, signs texts, and refuses anything else. */
import type { Page } from 'playwright-core';

/** The wallet's requests to sign, in order. */
export const asked = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { asked: string[] }).asked);

/** @param owner.seed 32 bytes in hex: the wallet's key, the same after a reload */
export async function installWallet(page: Page, owner: { seed: string; publicKey: string }) {
  await page.addInitScript(({ seed, publicKey }) => {
    const bytesOf = (hex: string) =>
      Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    const HEADER = '302e020100300506032b657004220420';
    const key = crypto.subtle.importKey('pkcs8', bytesOf(HEADER + seed), 'Ed25519', false, [
      'sign',
    ]);
    const texts: string[] = [];
    Object.assign(window, { asked: texts });
    const account = {
      address: publicKey,
      publicKey: new Uint8Array(32),
      chains: ['solana:localnet'],
      features: ['solana:signMessage'],
    };
    const wallet = {
      version: '1.0.0',
      name: 'Trial Wallet',
      icon: 'data:image/svg+xml;base64,',
      chains: ['solana:localnet'],
      accounts: [account],
      features: {
        'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
        'solana:signMessage': {
          version: '1.0.0',
          signMessage: async ({ message }: { message: Uint8Array }) => {
            const bytes = Uint8Array.from(message);
            const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
            if (!text.startsWith('Bellwether: ')) throw new Error('not a text for a person');
            texts.push(text);
            const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', await key, bytes));
            return [{ signedMessage: bytes, signature }];
          },
        },
      },
    };
    const register = (api: { register: (...made: unknown[]) => void }) => api.register(wallet);
    addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent<{ register: () => void }>).detail),
    );
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  }, owner);
}
