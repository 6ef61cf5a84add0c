/** Who trades here: the trading key of this browser, and the live account that it trades for. */
import { BellwetherError, signSession, signedSessionAt } from '@bellwether/client';
import type { LiveUser } from '@bellwether/client';
import { effect, signal } from '@preact/signals';
import {
  GATEWAY_URL,
  gateway,
  isConnectionLive,
  openSessionsWith,
  settings,
  stream,
} from '../exchange/connection';
import { networkOfExchange } from '../exchange/settings';
import { now } from '../money/time';
import type { OwnerKey } from './key/allow';
import { changeKey, forgetKey, forgetOwner, loadKey, roomFor, unsavedSeed } from './key/stored-key';
import type { StoredKey } from './key/stored-key';

/** Undefined while the browser looks; null: there is none. */
export const key = signal<StoredKey | null | undefined>(undefined);
/** The seed of an account without a confirmed backup, while it is shown. */
export const backup = signal<string | null>(null);
export const account = signal<LiveUser | null>(null);
/** The browser stores nothing (a private window): no key can be made. */
export const cannotStore = signal(false);
/** Why an account could not be made or signed in. */
export const trouble = signal<string | null>(null);
const CHANGES = new BroadcastChannel('bellwether.key');
const SESSION_SECONDS = 24 * 60 * 60;

const open = signedSessionAt({
  gatewayUrl: GATEWAY_URL,
  pick: async (user, time) => {
    const held = key.value;
    if (held?.account !== user || !mayRead(held, time)) return null;
    if (held.allowance !== null) return held.session;
    return signSession(held, await networkOfExchange(), time, user);
  },
});

openSessionsWith(async (user, options) => {
  const held = key.value;
  try {
    return await open(user, options);
  } catch (error) {
    const isRefused = error instanceof BellwetherError && error.is('SESSION_INVALID');
    // Ended from elsewhere: this browser stops reading and asks the owner.
    if (isRefused && held?.allowance === null) {
      await changeKey(held.publicKey, { hasEnded: true });
      await keyChanged();
    }
    throw error;
  }
});

/** The trading key reads too, once the exchange has it; before, the account's own key has to sign each day. */
export function mayRead({ allowance, session, hasEnded }: StoredKey, time: number): boolean {
  if (hasEnded === true) return false;
  return allowance === null || (session !== null && time < session.timestamp + SESSION_SECONDS);
}

let shownAs = '';
effect(() => {
  const held = key.value;
  // Reading resumes once it is allowed again.
  const shown = held ? `${held.account} ${mayRead(held, now())}` : '';
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
    cannotStore.value = true;
    key.value = null;
  }
}
CHANGES.addEventListener('message', () => void readKey());
void readKey();

/** The stored key has changed: for this tab and the others. */
export async function keyChanged(): Promise<void> {
  await readKey();
  CHANGES.postMessage('changed');
}

/** Makes an account, and shows its backup; not where there is one already, which another click or tab has made. */
export const begin = (): Promise<boolean> =>
  trying(async () => {
    if ((await loadKey()) === null) {
      const { makeAccount } = await import('./key/allow');
      backup.value = await makeAccount((made) => roomFor(made, isEmpty));
    }
    await keyChanged();
  });

/** Nothing is in an account, nor on its way to it. False also where that is not known. */
async function isEmpty(owner: string): Promise<boolean> {
  const user = account.value;
  if (user?.publicKey !== owner || !user.isLive || !user.isComplete) return false;
  const { balance, positions, openOrders } = user;
  if (balance?.total !== 0 || balance.withdrawing !== 0) return false;
  if (positions.length > 0 || openOrders.length > 0) return false;
  if (settings.value?.features.funding === false) return true;
  // Amounts that were not credited are at the account's deposit address.
  return gateway.depositStatus(owner).then(
    ({ deposits }) => deposits.every(({ phase }) => phase === 'credited'),
    () => false,
  );
}

/** Shows the backup again, until it is confirmed. */
export const showBackup = ({ account: owner }: StoredKey): Promise<boolean> =>
  trying(async () => {
    backup.value = await unsavedSeed(owner);
  });

/** This browser gets a key that may trade for the account of `owner`, in the place of the one it has. */
export const signIn = (owner: OwnerKey): Promise<boolean> =>
  trying(async () => {
    const room = await roomFor(owner.publicKey, isEmpty);
    const { allowHere } = await import('./key/allow');
    const { endOwn } = await import('./key/trading-keys');
    const last = key.value?.account === owner.publicKey ? key.value : null;
    // What its owner has chosen for this browser stays.
    await allowHere(owner, room, last === null ? {} : { bounds: last.bounds });
    backup.value = null;
    if (last !== null) await endOwn(last);
    await keyChanged();
  });

/** One at a time, in all tabs. @returns whether it was done; the page shows why not */
async function trying(work: () => Promise<void>): Promise<boolean> {
  trouble.value = null;
  try {
    await navigator.locks.request('bellwether key', work);
    return true;
  } catch (error) {
    if (error instanceof DOMException) cannotStore.value = true;
    else {
      const { say } = await import('./say');
      trouble.value = say(error);
    }
    return false;
  }
}

/**
 * Removes the account's own key from this browser: an intruder cannot move the money. The backup is shown until that is
 * done, as the page may be closed at once afterwards.
 */
export const backupConfirmed = (): Promise<boolean> =>
  trying(async () => {
    const held = key.value;
    if (held?.owner === 'here') {
      await forgetOwner(held);
      await keyChanged();
    }
    backup.value = null;
  });

/** The key is ended at the exchange too, if that can be reached: nobody finds it in an old copy of the disk. */
export const forget = (): Promise<boolean> =>
  trying(async () => {
    const room = await roomFor(null, isEmpty);
    const held = key.value;
    if (held && isConnectionLive.value) {
      const { endOwn } = await import('./key/trading-keys');
      await endOwn(held).catch(() => undefined);
    }
    await forgetKey(room);
    backup.value = null;
    await keyChanged();
  });
