/** Who trades here: the key of this browser, and its live account. */
import { ownSession } from '@bellwether/client';
import type { LiveUser } from '@bellwether/client';
import { effect, signal } from '@preact/signals';
import { GATEWAY_URL, openSessionsWith, settings, stream } from '../exchange/connection';
import { askSettings } from '../exchange/settings';
import { forgetKey, loadKey, markBackedUp } from './key/stored-key';
import type { StoredKey } from './key/stored-key';

/** Undefined while the browser looks; null: there is none. */
export const key = signal<StoredKey | null | undefined>(undefined);
/** The seed of a key that was just made, until its user says that it is kept. */
export const backup = signal<string | null>(null);
export const account = signal<LiveUser | null>(null);
/** The browser keeps nothing (a private window): no key can be made. */
export const cannotKeep = signal(false);
const CHANGES = new BroadcastChannel('bellwether.key');

openSessionsWith(async (user, options) => {
  const signer = key.value;
  if (signer?.publicKey !== user) return null;
  const { network } = settings.value ?? (await askSettings());
  return ownSession({ gateway: { url: GATEWAY_URL }, key: signer, network })(user, options);
});

effect(() => {
  const owner = key.value?.publicKey;
  const live = account.peek();
  if (live?.publicKey === owner) return;
  live?.close();
  account.value = owner === undefined ? null : stream.user(owner);
});

/** Also when another tab has made or forgotten the key. */
async function readKey(): Promise<void> {
  try {
    key.value = await loadKey();
  } catch {
    cannotKeep.value = true;
    key.value = null;
  }
}
CHANGES.addEventListener('message', () => void readKey());
void readKey();

/** @param made a key that is kept already */
export function useKey(made: StoredKey): void {
  key.value = made;
  CHANGES.postMessage('changed');
}

/** Makes a key, and shows its backup. */
export async function begin(): Promise<void> {
  const { makeKey } = await import('./key/seeds');
  try {
    const made = await makeKey();
    backup.value = made.backup;
    useKey(made.key);
  } catch {
    cannotKeep.value = true;
  }
}

export async function backupIsKept(): Promise<void> {
  await markBackedUp();
  backup.value = null;
  await readKey();
}

export async function forget(): Promise<void> {
  await forgetKey();
  backup.value = null;
  key.value = null;
  CHANGES.postMessage('changed');
}
