/** The owner's key allows a new trading key of this browser. It is fetched when somebody starts, signs in or renews. */
import { KeyPair, allowTradingKeyText, signSession, signText } from '@bellwether/client';
import type { MessageSigner, SignedText } from '@bellwether/client';
import { gateway } from '../../exchange/connection';
import { networkOfExchange } from '../../exchange/settings';
import { hide, seal, signerOf } from './hidden-key';
import type { SealedKey } from './hidden-key';
import { DEFAULT_BOUNDS } from './bounds';
import type { KeyBounds } from './bounds';
import { changeKey, keepKey } from './stored-key';
import type { OwnerPlace, Room, StoredKey } from './stored-key';
import { tradingKeys } from './trading-keys';

/** The account's own key, while it signs. */
export interface OwnerKey extends MessageSigner {
  readonly place: OwnerPlace;
  readonly wallet?: string;
}

const SEED_BYTES = 32;
/** A stolen key ends by itself, and its owner is not asked every week. */
const LASTS_SECONDS = 30 * 24 * 60 * 60;

const newSeed = () => crypto.getRandomValues(new Uint8Array(SEED_BYTES));

/** Makes a trading key that `owner` allows. It may trade once the exchange has the allowance (`settleAllowance`). */
export async function allowHere(
  owner: OwnerKey,
  room: Room,
  { bounds = DEFAULT_BOUNDS, own }: { readonly bounds?: KeyBounds; readonly own?: SealedKey } = {},
): Promise<StoredKey> {
  const { place, wallet } = owner;
  const { time } = await gateway.time();
  const seed = newSeed();
  const { publicKey } = KeyPair.fromSeed(seed);
  const { until, allowance } = await allowanceOf(owner, publicKey, bounds, time);
  const allowed = {
    owner: place,
    ...(wallet === undefined ? {} : { wallet }),
    until,
    bounds,
    allowance,
    session: await signSession(owner, await networkOfExchange(), time),
  };
  const key = await keepKey(room, seed, publicKey, allowed, own);
  seed.fill(0);
  return key;
}

/** The text that allows a key for as long as a browser's lasts, signed. */
async function allowanceOf(
  owner: OwnerKey,
  tradingKey: string,
  bounds: KeyBounds,
  time: number,
): Promise<{ readonly until: number; readonly allowance: SignedText }> {
  const until = time + LASTS_SECONDS;
  const by = await (await tradingKeys()).nextText(owner.publicKey);
  const text = allowTradingKeyText({ trading_key: tradingKey, until, ...bounds }, by);
  return { until, allowance: await signText(owner, text) };
}

/** Allows the key of this browser anew, with other bounds: what it has spent today counts on. */
export async function allowAnew(
  held: StoredKey,
  owner: OwnerKey,
  bounds: KeyBounds,
): Promise<void> {
  const { publicKey } = held;
  const { time } = await gateway.time();
  const { until, allowance } = await allowanceOf(owner, publicKey, bounds, time);
  // An account without money may allow no key yet: then this one waits in the place of the first.
  const isWaiting = held.allowance !== null;
  if (!isWaiting) await (await tradingKeys()).sendAllowance(allowance);
  await changeKey(publicKey, { until, bounds, ...(isWaiting ? { allowance } : {}) });
}

/** @param seed is the caller's to forget */
export async function ownerOf(seed: Uint8Array<ArrayBuffer>, place: OwnerPlace): Promise<OwnerKey> {
  const { publicKey } = KeyPair.fromSeed(seed);
  return { place, ...signerOf({ publicKey, ...(await hide(seed)) }) };
}

/**
 * The key of a backup: ours (64 characters of hex), or a secret key as Solana wallets export it (base58).
 * @returns null if it is none
 */
export async function ownerOfBackup(text: string): Promise<OwnerKey | null> {
  const pair = pairOf(text.trim());
  if (pair === null) return null;
  const seed = bytesOf(pair);
  const owner = await ownerOf(seed, 'backup');
  seed.fill(0);
  return owner;
}

function pairOf(plain: string): KeyPair | null {
  try {
    return /^[\da-f]{64}$/i.test(plain)
      ? KeyPair.fromSeed(plain.toLowerCase())
      : KeyPair.fromBase58(plain);
  } catch {
    return null;
  }
}

const bytesOf = (pair: KeyPair): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(pair.exportSeed().match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/**
 * A new account. Its own key stays here until its backup is confirmed.
 * @returns the seed of the account's own key in hex
 */
export async function makeAccount(roomOf: (account: string) => Promise<Room>): Promise<string> {
  const seed = newSeed();
  const pair = KeyPair.fromSeed(seed);
  const { publicKey } = pair;
  const room = await roomOf(publicKey);
  const sealed = await seal(seed);
  seed.fill(0);
  const owner: OwnerKey = { place: 'here', ...signerOf({ publicKey, ...sealed }) };
  await allowHere(owner, room, { own: sealed });
  return pair.exportSeed();
}
