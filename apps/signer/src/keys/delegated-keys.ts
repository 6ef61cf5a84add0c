/**
 * The Ed25519 keys of builders' users: derived at first use, stored nowhere. Signing keys are cached in memory, so that
 * an order does not pay for the derivation. A reader of this memory could read the master too. Only this class turns
 * the delegated-key master into signatures.
 */
import type { KeyObject } from 'node:crypto';
import { sameBytes } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { SigningKey, publicKeyOf } from '@bellwether/signature';
import { LRUCache } from 'lru-cache';
import { MAX_CACHED_SIGNING_KEYS } from '../limits';
import { delegatedSeed } from './derivation';

/** The owner of a delegated key: the names it is derived from. */
export interface KeyOwner {
  readonly builderId: string;
  readonly userId: string;
}

export class DelegatedKeys {
  private readonly kept = new LRUCache<string, SigningKey>({
    max: MAX_CACHED_SIGNING_KEYS,
    dispose: (key) => key.wipe(),
  });

  constructor(private readonly master: KeyObject) {}

  publicKeyOf(owner: KeyOwner): Uint8Array {
    return this.withSeed(owner, publicKeyOf);
  }

  /**
   * The 64-byte signature of `owner`'s key over a canonical message. `user` is the public key that the message names.
   * If it is not the derived one, this signer has another master than the one that made the user, and nothing is
   * signed.
   */
  sign(owner: KeyOwner, user: Uint8Array, message: Uint8Array): Uint8Array {
    const key = this.keyOf(owner);
    if (sameBytes(key.publicKey, user)) return key.sign(message);
    throw new Fault('poison', 'DELEGATED_KEY_MASTER is not the one this user was made with');
  }

  private keyOf(owner: KeyOwner): SigningKey {
    const name = nameOf(owner);
    let key = this.kept.get(name);
    if (key === undefined) {
      key = this.withSeed(owner, (seed) => new SigningKey(seed));
      this.kept.set(name, key);
    }
    return key;
  }

  private withSeed<T>(owner: KeyOwner, use: (seed: Uint8Array) => T): T {
    const seed = delegatedSeed(this.master, owner.builderId, owner.userId);
    try {
      return use(seed);
    } finally {
      seed.fill(0);
    }
  }
}

/** With its length before the first part, ("b1", "1u") and ("b11", "u") have two names. */
const nameOf = ({ builderId, userId }: KeyOwner): string =>
  `${builderId.length}:${builderId}${userId}`;
