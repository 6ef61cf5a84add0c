/**
 * The Ed25519 keys of builders' users: derived when needed, wiped after use, stored nowhere.
 * The one place that turns the delegated-key master into signatures.
 */
import type { KeyObject } from 'node:crypto';
import { Fault } from '@bellwether/errors';
import { publicKeyOf, signAs } from '@bellwether/signature';
import { delegatedSeed } from './derivation';

/** Who a delegated key belongs to: the names it is derived from. */
export interface KeyOwner {
  readonly builderId: string;
  readonly userId: string;
}

export class DelegatedKeys {
  constructor(private readonly master: KeyObject) {}

  publicKeyOf(owner: KeyOwner): Uint8Array {
    return this.withSeed(owner, publicKeyOf);
  }

  /**
   * The 64-byte signature of `owner`'s key over a canonical message. `user` is the public key that the message names:
   * where it is not the derived one, this signer runs with another master than the one the user was made with, and
   * nothing is signed.
   */
  sign(owner: KeyOwner, user: Uint8Array, message: Uint8Array): Uint8Array {
    const signature = this.withSeed(owner, (seed) => signAs(message, seed, user));
    if (signature !== undefined) return signature;
    throw new Fault('poison', 'DELEGATED_KEY_MASTER is not the one this user was made with');
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
