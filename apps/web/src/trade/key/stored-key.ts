/**
 * The key of an account in this browser: a trading key, which may place and cancel orders and nothing else. The
 * account's own key is elsewhere: in a backup, a passkey or a wallet. It is here too until its backup is confirmed,
 * because its loss would be the account's.
 */
import type { MessageSigner, SignedSession, SignedText } from '@bellwether/client';
import { read, remove, replace, write } from '../store';
import type { KeyBounds } from './bounds';
import { hide, signerOf, unseal } from './hidden-key';
import type { HiddenKey, SealedKey } from './hidden-key';

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
  /** What it may do at most. */
  readonly bounds: KeyBounds;
  /** Signed, and not answered yet: an account without money may allow no key. */
  readonly allowance: SignedText | null;
  /** A signed permission to read the account for a day: until the exchange has the allowance, and no longer. */
  readonly session: SignedSession | null;
  /** The exchange has refused the key: it may not trade any more. */
  readonly hasEnded?: boolean;
}

/** The stored form. */
export type TradingKeyRow = Allowed & { readonly publicKey: string } & HiddenKey;
type OwnerRow = { readonly publicKey: string } & SealedKey;

export type StoredKey = MessageSigner & Allowed;

const TRADING = 'trading';
const OWNER = 'owner';

/** The only key of an account would go, and there is something in it, or that is not known. */
export class UnsavedKeyError extends Error {}

/**
 * The one guard of every way that a key is left (forgotten, restored, another passkey or wallet, a new account): what
 * overwrites or removes a key here needs its pass.
 */
class Room {
  constructor(readonly account: string | null) {}
}
export type { Room };

/**
 * @param next whose key comes; null: nobody's
 * @param isEmpty of an account: false also where it is not known
 * @throws UnsavedKeyError
 */
export async function roomFor(
  next: string | null,
  isEmpty: (account: string) => Promise<boolean>,
): Promise<Room> {
  const unsaved = await read<OwnerRow>('keys', OWNER);
  const isLeft = unsaved !== undefined && unsaved.publicKey !== next;
  if (isLeft && !(await isEmpty(unsaved.publicKey))) throw new UnsavedKeyError();
  return new Room(next);
}

export async function loadKey(): Promise<StoredKey | null> {
  const row = await read<TradingKeyRow>('keys', TRADING);
  return row === undefined ? null : keyOf(row);
}

const keyOf = (row: TradingKeyRow): StoredKey => {
  const { account, owner, wallet, until, bounds, allowance, session, hasEnded } = row;
  const about = { account, owner, until, bounds, allowance, session };
  return {
    ...about,
    ...(wallet === undefined ? {} : { wallet }),
    ...(hasEnded === true ? { hasEnded } : {}),
    ...signerOf(row),
  };
};

/**
 * Replaces the stored trading key. The caller must clear the seed.
 *
 * @param own of a new account: its own key, which stays here until its backup is confirmed
 */
export async function keepKey(
  { account }: Room,
  seed: Uint8Array<ArrayBuffer>,
  publicKey: string,
  allowed: Omit<Allowed, 'account'>,
  own?: SealedKey,
): Promise<StoredKey> {
  if (account === null) throw new Error('room for nobody');
  const row: TradingKeyRow = { ...allowed, account, publicKey, ...(await hide(seed)) };
  const owner = own && ({ publicKey: account, ...own } satisfies OwnerRow);
  const isHere = owner === undefined && allowed.owner === 'here';
  await replace('keys', { [TRADING]: row, ...(isHere ? {} : { [OWNER]: owner }) });
  // The browser may otherwise remove it when its disk is full. It may refuse: then the owner allows another.
  void navigator.storage?.persist?.().catch(() => false);
  return keyOf(row);
}

/** Changes the record of this key. @returns false if another has replaced it */
export async function changeKey(publicKey: string, change: Partial<Allowed>): Promise<boolean> {
  const row = await read<TradingKeyRow>('keys', TRADING);
  if (row?.publicKey !== publicKey) return false;
  await write('keys', TRADING, { ...row, ...change });
  return true;
}

export async function loadOwner(account: string): Promise<MessageSigner | null> {
  const row = await read<OwnerRow>('keys', OWNER);
  return row?.publicKey === account ? signerOf(row) : null;
}

/** The seed of an account without a confirmed backup, in hex; null: it is not here any more. */
export async function unsavedSeed(account: string): Promise<string | null> {
  const row = await read<OwnerRow>('keys', OWNER);
  if (row?.publicKey !== account) return null;
  const seed = await unseal(row);
  const text = Array.from(seed, (byte) => byte.toString(16).padStart(2, '0')).join('');
  seed.fill(0);
  return text;
}

/** The backup is confirmed: from now on this browser cannot move the money. */
export async function forgetOwner({ publicKey, account }: StoredKey): Promise<void> {
  await changeKey(publicKey, { owner: 'backup' });
  const row = await read<OwnerRow>('keys', OWNER);
  if (row?.publicKey === account) await remove('keys', OWNER);
}

export const forgetKey = (_room: Room): Promise<unknown> =>
  replace('keys', { [TRADING]: undefined, [OWNER]: undefined });
