import { createHash } from 'node:crypto';
import { encodeOrder } from '@bellwether/canonical-message';
import { publicKeyOf, sign } from '@bellwether/signature';
import type { OrderTerms } from './trading-pair';

/** Keys of users who sign for themselves. */
export class UserKeys {
  private readonly seeds = new Map<Uint8Array, Uint8Array>();

  get users(): readonly Uint8Array[] {
    return [...this.seeds.keys()];
  }

  /** @returns the user's public key, the same for a name each time; it signs by this very array */
  add(name: string): Uint8Array {
    const seed = createHash('sha256').update(`benchmark user ${name}`).digest();
    const user = publicKeyOf(seed);
    this.seeds.set(user, seed);
    return user;
  }

  signatureOf(order: OrderTerms): Uint8Array {
    return this.sign(encodeOrder(order), order.user);
  }

  sign(message: Uint8Array, user: Uint8Array): Uint8Array {
    const seed = this.seeds.get(user);
    if (seed === undefined) throw new Error('a message of a user whose key is not here');
    return sign(message, seed);
  }
}
