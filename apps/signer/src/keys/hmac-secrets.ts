import { createSecretKey, type KeyObject } from 'node:crypto';
import { toHex } from '@bellwether/codec';
import { LRUCache } from 'lru-cache';
import { MAX_CACHED_KEYS } from '../limits';
import { KEY_ID_BYTES } from './api-key';
import { hmacSecret } from './derivation';

const NO_KEY_ID = new Uint8Array(KEY_ID_BYTES);
const FIRST_GENERATION = 1;

/**
 * The secrets that requests are checked with: derived at the first use, then kept as `KeyObject`s (see masters.ts). A
 * key id and a generation have one secret for ever, so none goes stale. Whether the key is still valid is decided by
 * its credentials.
 */
export class HmacSecrets {
  private readonly kept = new LRUCache<string, KeyObject>({ max: MAX_CACHED_KEYS });
  /** What callers without a credential are compared with: a secret of nobody, available as fast as any other. */
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
