import { createSecretKey, type KeyObject } from 'node:crypto';
import { toHex } from '@bellwether/codec';
import { LRUCache } from 'lru-cache';
import { MAX_CACHED_KEYS } from '../limits';
import { KEY_ID_BYTES } from './api-key';
import { hmacSecret } from './derivation';

const NO_KEY_ID = new Uint8Array(KEY_ID_BYTES);
const FIRST_GENERATION = 1;

/**
 * The secrets that requests are checked with: derived at the first use, then cached as `KeyObject`s (see masters.ts).
 * The secret of a key id and a generation never changes, so none goes stale. The key's credentials decide whether it is
 * still valid.
 */
export class HmacSecrets {
  private readonly kept = new LRUCache<string, KeyObject>({ max: MAX_CACHED_KEYS });
  /**
   * The secret that callers without a credential are compared with. It belongs to no key, and is available as fast as
   * any other.
   */
  readonly nobodys: KeyObject;

  constructor(private readonly master: KeyObject) {
    this.nobodys = this.derived(NO_KEY_ID, FIRST_GENERATION);
  }

  of(keyId: Uint8Array, generation: number): KeyObject {
    const name = `${toHex(keyId)}:${generation}`;
    let secret = this.kept.get(name);
    if (secret === undefined) {
      secret = this.derived(keyId, generation);
      this.kept.set(name, secret);
    }
    return secret;
  }

  private derived(keyId: Uint8Array, generation: number): KeyObject {
    const bytes = hmacSecret(this.master, keyId, generation);
    try {
      return createSecretKey(bytes);
    } finally {
      bytes.fill(0);
    }
  }
}
