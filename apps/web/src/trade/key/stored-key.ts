/**
 * What this browser holds of an account: a trading key, which may place and cancel orders and nothing else. The account's
 * own key is elsewhere: in a backup, a passkey or a wallet. Only until its backup is kept it is here too, because its loss
 * would be the account's.
 */
import type { MessageSigner, SignedSession, SignedText } from '@bellwether/client';
import { read, remove, write } from '../store';
import { hide, signerOf } from './hidden-key';
import type { HiddenKey } from './hidden-key';

/** Where the account's own key is. */
export type OwnerPlace = 'here' | 'backup' | 'passkey' | 'wallet';

export interface Allowed {
  /** The account's own key, base58: the user's name on the exchange. */
  readonly account: string;
  readonly owner: OwnerPlace;
  /** The name of the wallet, where the owner's key is in one. */
  readonly wallet?: string;
  /** When the trading key ends, in Unix seconds. */
  readonly until: number;
  /** Signed, and not answered yet: an account without money may allow no key. */
  readonly allowance: SignedText | null;
  /** What reads the account, signed in advance: each from its time on, for a day. */
  readonly sessions: readonly SignedSession[];
  /** The exchange has said that the key may not trade any more. */
  readonly hasEnded?: boolean;
}

/** As it is kept. */
export type TradingKeyRow = Allowed & { readonly publicKey: string } & HiddenKey;
export type OwnerRow = { readonly publicKey: string } & HiddenKey;

export type StoredKey = MessageSigner & Allowed;

const TRADING = 'trading';
const OWNER = 'owner';

export async function loadKey(): Promise<StoredKey | null> {
  const row = await read<TradingKeyRow>('keys', TRADING);
  return row === undefined ? null : keyOf(row);
}

const keyOf = (row: TradingKeyRow): StoredKey => {
  const { account, owner, wallet, until, allowance, sessions, hasEnded } = row;
  const about = { account, owner, until, allowance, sessions };
  return {
    ...about,
    ...(wallet === undefined ? {} : { wallet }),
    ...(hasEnded === true ? { hasEnded } : {}),
    ...signerOf(row),
  };
};

/** Keeps a new trading key in the place of the last one. The seed is the caller's to forget. */
export async function keepKey(
  seed: Uint8Array<ArrayBuffer>,
  publicKey: string,
  allowed: Allowed,
): Promise<StoredKey> {
  const row: TradingKeyRow = { ...allowed, publicKey, ...(await hide(seed)) };
  await write('keys', TRADING, row);
  // The browser may otherwise throw it away when its disk is full. It may say no: then the owner allows another.
  void navigator.storage?.persist?.().catch(() => false);
  return keyOf(row);
}

/** Changes what is known of this key. @returns false if another has taken its place */
export async function changeKey(publicKey: string, change: Partial<Allowed>): Promise<boolean> {
  const row = await read<TradingKeyRow>('keys', TRADING);
  if (row?.publicKey !== publicKey) return false;
  await write('keys', TRADING, { ...row, ...change });
  return true;
}

/** Keeps the account's own key until its backup is. */
export const keepOwner = (row: OwnerRow): Promise<unknown> => write('keys', OWNER, row);

export async function loadOwner(account: string): Promise<MessageSigner | null> {
  const row = await read<OwnerRow>('keys', OWNER);
  return row?.publicKey === account ? signerOf(row) : null;
}

/** The backup is kept: from here on this browser cannot move the money. */
export const forgetOwner = (): Promise<unknown> => remove('keys', OWNER);

export async function forgetKey(): Promise<void> {
  await remove('keys', TRADING);
  await forgetOwner();
}
