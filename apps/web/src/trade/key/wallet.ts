/**
 * Wallets of this browser, by the two events of the Wallet Standard: no package, and no code of theirs in this page. One
 * that signs texts can own an account. A text is shown to its owner as it is.
 */
import { signal } from '@preact/signals';
import type { OwnerKey } from './allow';

interface WalletAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
}
interface Connecting {
  connect(input?: { readonly silent?: boolean }): Promise<{
    readonly accounts: readonly WalletAccount[];
  }>;
}
interface Signing {
  signMessage(input: {
    readonly account: WalletAccount;
    readonly message: Uint8Array;
  }): Promise<readonly { readonly signature: Uint8Array }[]>;
}
export interface Wallet {
  readonly name: string;
  readonly features: Readonly<Record<string, unknown>>;
  readonly accounts: readonly WalletAccount[];
}

const CONNECT = 'standard:connect';
const SIGN = 'solana:signMessage';
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

export const wallets = signal<readonly Wallet[]>([]);

function register(...made: readonly Wallet[]): () => void {
  const able = made.filter(({ features }) => CONNECT in features && SIGN in features);
  wallets.value = [...wallets.value.filter((one) => !able.includes(one)), ...able];
  return () => {
    wallets.value = wallets.value.filter((one) => !able.includes(one));
  };
}

let isLooking = false;

/** Wallets may register before this page asks, or after. */
export function lookForWallets(): void {
  if (isLooking) return;
  isLooking = true;
  const api = { register };
  addEventListener('wallet-standard:register-wallet', (event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === 'function') (detail as (api: unknown) => void)(api);
  });
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
}

/** Asks the wallet for its account. @returns null if it has none that can own an account here */
export async function ownerOfWallet(wallet: Wallet): Promise<OwnerKey | null> {
  const { accounts } = await (wallet.features[CONNECT] as Connecting).connect();
  const account = accounts.find(({ publicKey }) => publicKey.length === KEY_BYTES);
  if (account === undefined) return null;
  return {
    publicKey: account.address,
    place: 'wallet',
    wallet: wallet.name,
    sign: async (message) => {
      const signing = wallet.features[SIGN] as Signing;
      const [signed] = await signing.signMessage({ account, message });
      if (signed?.signature.length !== SIGNATURE_BYTES) throw new Error('the wallet did not sign');
      return signed.signature;
    },
  };
}

export const walletNamed = (name: string | undefined): Wallet | undefined =>
  wallets.value.find((wallet) => wallet.name === name);
