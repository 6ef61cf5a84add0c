/**
 * Asks for the account's own key: for withdrawals, and to let this browser trade. Each answer is for one signature or a
 * few in a row, and is forgotten.
 */
import { signal } from '@preact/signals';
import type { OwnerKey } from './allow';
import type { StoredKey } from './stored-key';

export interface Question {
  readonly account: string;
  /** Its purpose, in a sentence. */
  readonly purpose: string;
  readonly answer: (owner: OwnerKey | null) => void;
}

/** The present request of the dialog: a backup. */
export const question = signal<Question | null>(null);

/** The person said no, or answered with the key of another account. */
export class OwnerNotThereError extends Error {}

/** @throws OwnerNotThereError; errors of a wallet or an authenticator */
export async function askOwner(key: StoredKey, purpose: string): Promise<OwnerKey> {
  const owner = await found(key, purpose);
  if (owner === null || owner.publicKey !== key.account) throw new OwnerNotThereError();
  return owner;
}

async function found(key: StoredKey, purpose: string): Promise<OwnerKey | null> {
  const { account, owner, wallet } = key;
  if (owner === 'passkey') {
    const [{ usePasskey }, { networkOfExchange }] = await Promise.all([
      import('./passkey'),
      import('../../exchange/settings'),
    ]);
    return usePasskey(await networkOfExchange()).catch(() => null);
  }
  if (owner === 'wallet') {
    const { lookForWallets, ownerOfWallet, walletNamed } = await import('./wallet');
    lookForWallets();
    const known = walletNamed(wallet);
    return known === undefined ? null : ownerOfWallet(known).catch(() => null);
  }
  const { loadOwner } = await import('./stored-key');
  const here = await loadOwner(account);
  if (here !== null) return { place: 'here', ...here };
  return new Promise((resolve) => {
    question.value = {
      account,
      purpose,
      answer: (given) => {
        question.value = null;
        resolve(given);
      },
    };
  });
}
