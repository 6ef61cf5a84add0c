/**
 * Which builder's user a public key is, and through which keys it was requested. Links are made once and never change,
 * so cached ones stay true. Unknown ones are looked up each time.
 */
import { toBase58, toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { UserLink } from '@bellwether/persistence';
import { LRUCache } from 'lru-cache';
import { MAX_CACHED_LINKS } from '../limits';
import type { KeyOwner } from './delegated-keys';

export interface LinkStore {
  userOf(user: Uint8Array): Promise<{ builderId: string; userId: string | null } | null>;
  isLinked(user: Uint8Array, keyId: Uint8Array): Promise<boolean>;
  linkUser(link: UserLink): Promise<unknown>;
}

export class UserLinks {
  private readonly owners = new LRUCache<string, KeyOwner>({ max: MAX_CACHED_LINKS });
  private readonly links = new LRUCache<string, true>({ max: MAX_CACHED_LINKS });

  constructor(private readonly store: LinkStore) {}

  /**
   * The owner of a delegated key. Throws `NOT_YOUR_USER` if it is no user of `builderId`, without saying whether
   * another builder has it. Throws `SIGNER_UNAVAILABLE`.
   */
  async ownerOf(user: Uint8Array, builderId: string): Promise<KeyOwner> {
    const name = toHex(user);
    let owner = this.owners.get(name);
    if (owner === undefined) {
      owner = await this.read(user);
      if (owner !== undefined) this.owners.set(name, owner);
    }
    if (owner?.builderId !== builderId)
      throw new CodedError('NOT_YOUR_USER', { user: toBase58(user) });
    return owner;
  }

  /** Users through any key. Throws `SIGNER_UNAVAILABLE`. */
  async isUserOf(user: Uint8Array, builderId: string): Promise<boolean> {
    return (await this.read(user))?.builderId === builderId;
  }

  /** Throws `SIGNER_UNAVAILABLE`. */
  async isLinked(user: Uint8Array, keyId: Uint8Array): Promise<boolean> {
    const name = linkName(user, keyId);
    if (this.links.get(name) === true) return true;
    const isLinked = await available(this.store.isLinked(user, keyId));
    if (isLinked) this.links.set(name, true);
    return isLinked;
  }

  /** Throws `USER_BELONGS_TO_ANOTHER_BUILDER`, `SIGNER_UNAVAILABLE`. */
  async link(link: UserLink): Promise<void> {
    await available(this.store.linkUser(link));
    this.links.set(linkName(link.user, link.keyId), true);
  }

  /** A link without a user id was not made by a signer: nothing can be derived for it. */
  private async read(user: Uint8Array): Promise<KeyOwner | undefined> {
    const stored = await available(this.store.userOf(user));
    if (stored === null || stored.userId === null) return undefined;
    return { builderId: stored.builderId, userId: stored.userId };
  }
}

const linkName = (user: Uint8Array, keyId: Uint8Array): string => `${toHex(user)}:${toHex(keyId)}`;

/** Without the database the signer cannot know whose user a key is, so the signer is unavailable, not history. */
export async function available<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'HISTORY_UNAVAILABLE') throw error;
    throw new CodedError('SIGNER_UNAVAILABLE', {}, { cause: error });
  }
}
