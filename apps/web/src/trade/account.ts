/** Who trades here: the trading key of this browser, and the live account that it trades for. */
import { signedSessionAt } from '@bellwether/client';
import type { LiveUser } from '@bellwether/client';
import { effect, signal } from '@preact/signals';
import { GATEWAY_URL, isLineLive, openSessionsWith, stream } from '../exchange/connection';
import type { OwnerKey } from './key/allow';
import { changeKey, forgetKey, forgetOwner, loadKey } from './key/stored-key';
import type { StoredKey } from './key/stored-key';

/** Undefined while the browser looks; null: there is none. */
export const key = signal<StoredKey | null | undefined>(undefined);
/** The seed of an account that was just made, until its user says that it is kept. */
export const backup = signal<string | null>(null);
export const account = signal<LiveUser | null>(null);
/** The browser keeps nothing (a private window): no key can be made. */
export const cannotKeep = signal(false);
/** Why an account could not be made or signed in. */
export const trouble = signal<string | null>(null);
const CHANGES = new BroadcastChannel('bellwether.key');
const SESSION_SECONDS = 24 * 60 * 60;

openSessionsWith(
  signedSessionAt({
    gatewayUrl: GATEWAY_URL,
    pick: (user, time) => (key.value?.account === user ? sessionOf(key.value, time) : null),
  }),
);

/** What reads the account for the longest from now on; null: its owner has to sign again. */
export const sessionOf = ({ sessions }: StoredKey, time: number) =>
  sessions.findLast(({ timestamp }) => timestamp <= time && time < timestamp + SESSION_SECONDS) ??
  null;

let shownAs = '';
effect(() => {
  const held = key.value;
  // A new session of the same account is another beginning of its stream.
  const shown = held ? `${held.account} ${held.sessions[0]?.timestamp}` : '';
  if (shown === shownAs) return;
  shownAs = shown;
  account.peek()?.close();
  account.value = held ? watched(stream.user(held.account)) : null;
});

/** The exchange takes the allowance of a key as soon as there is money in its account. */
function watched(user: LiveUser): LiveUser {
  let isSending = false;
  const send = async () => {
    const isWaiting = key.value ? key.value.allowance !== null : false;
    if (!isWaiting || isSending || (user.balance?.total ?? 0) === 0) return;
    isSending = true;
    const { sendAllowance } = await import('./key/trading-keys');
    if (await sendAllowance(user.publicKey)) await keyChanged();
    isSending = false;
  };
  user.on('snapshot', () => void send());
  user.on('update', () => void send());
  return user;
}

/** Also when another tab has made, changed or forgotten the key. */
export async function readKey(): Promise<void> {
  try {
    key.value = await loadKey();
  } catch {
    cannotKeep.value = true;
    key.value = null;
  }
}
CHANGES.addEventListener('message', () => void readKey());
void readKey();

/** What is kept has changed: here, and for the other tabs. */
export async function keyChanged(): Promise<void> {
  await readKey();
  CHANGES.postMessage('changed');
}

/** Makes an account, and shows its backup. */
export const begin = (): Promise<void> =>
  trying(async () => {
    const { makeAccount } = await import('./key/allow');
    const made = await makeAccount();
    backup.value = made.backup;
    await keyChanged();
  });

/** This browser gets a key that may trade for the account of `owner`, in the place of the one it has. */
export const signIn = (owner: OwnerKey): Promise<void> =>
  trying(async () => {
    const { allowHere } = await import('./key/allow');
    const { endOwn } = await import('./key/trading-keys');
    const last = key.value;
    await allowHere(owner);
    if (owner.place !== 'here') await forgetOwner();
    if (last?.account === owner.publicKey) await endOwn(last);
    await keyChanged();
  });

async function trying(work: () => Promise<void>): Promise<void> {
  trouble.value = null;
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException) cannotKeep.value = true;
    else {
      const { say } = await import('./say');
      trouble.value = say(error);
    }
  }
}

/**
 * The account's own key leaves this browser: whoever gets in here cannot move the money. The backup is shown until that is
 * done, as the page may be closed at once afterwards.
 */
export const backupIsKept = (): Promise<void> =>
  trying(async () => {
    const held = key.value;
    if (held?.owner === 'here') {
      await changeKey(held.publicKey, { owner: 'backup' });
      await forgetOwner();
      await keyChanged();
    }
    backup.value = null;
  });

/** The key is ended at the exchange too, if that can be reached: nobody finds it in an old copy of the disk. */
export async function forget(): Promise<void> {
  const held = key.value;
  if (held && isLineLive.value) {
    const { endOwn } = await import('./key/trading-keys');
    await endOwn(held).catch(() => undefined);
  }
  await forgetKey();
  backup.value = null;
  key.value = null;
  CHANGES.postMessage('changed');
}
