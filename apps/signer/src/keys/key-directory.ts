/**
 * API keys from the database, read through a short-lived cache.
 *
 * A key is read again after `KEY_FRESH_MS`, so a revocation by another replica can go unnoticed for that long. One made
 * here takes effect at once. While the database does not answer, cached keys stay valid for
 * `KEY_STALE_WHEN_DATABASE_DOWN_MS`, so that a restart of PostgreSQL does not stop trading.
 */
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import type { ApiKey } from '@bellwether/persistence';
import { LRUCache } from 'lru-cache';
import { KEY_FRESH_MS, KEY_STALE_WHEN_DATABASE_DOWN_MS, MAX_CACHED_KEYS } from '../limits';
import { claimedKeyId } from './api-key';

export interface KeyStore {
  key(keyId: Uint8Array): Promise<ApiKey | null>;
}

interface Known {
  readonly key: ApiKey;
  readonly readMs: number;
  /** When to read it again. After a failed read that is later than its age says, so that not every request waits. */
  readonly readAgainMs: number;
}

export class KeyDirectory {
  private readonly known = new LRUCache<string, Known>({ max: MAX_CACHED_KEYS });
  /**
   * The times at which keys were found not to exist. They are separate from existing ones, so that a flood of invented
   * keys evicts none.
   */
  private readonly unknown = new LRUCache<string, number>({ max: MAX_CACHED_KEYS });
  private readonly reading = new Map<string, Promise<ApiKey | undefined>>();
  private readonly network: Network;
  private readonly now: () => number;

  constructor(
    /** `now`: milliseconds of a monotonic clock, because only ages are computed from it. */
    options: { network: Network; now: () => number },
    private readonly store: KeyStore,
  ) {
    this.network = options.network;
    this.now = options.now;
  }

  /**
   * The stored key that an API key claims to be. `checkApiKey` decides whether the claim is true. `undefined` if there
   * is none. Throws `SIGNER_UNAVAILABLE` if it is not cached and cannot be read.
   */
  async find(apiKey: string): Promise<ApiKey | undefined> {
    const keyId = claimedKeyId(apiKey, this.network);
    if (keyId === undefined) return undefined;
    const name = toHex(keyId);
    const nowMs = this.now();
    const known = this.known.get(name);
    if (known !== undefined && nowMs < known.readAgainMs) return known.key;
    if (nowMs - (this.unknown.get(name) ?? -Infinity) < KEY_FRESH_MS) return undefined;
    try {
      return await this.read(name, keyId);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const lastKnown = this.known.get(name);
      const ageMs = this.now() - (lastKnown?.readMs ?? -Infinity);
      if (lastKnown === undefined || ageMs >= KEY_STALE_WHEN_DATABASE_DOWN_MS) {
        throw new CodedError('SIGNER_UNAVAILABLE', {}, { cause: error });
      }
      this.known.set(name, { ...lastKnown, readAgainMs: this.now() + KEY_FRESH_MS });
      return lastKnown.key;
    }
  }

  /** After a change made here, the next use reads the key again. */
  forget(keyId: Uint8Array): void {
    const name = toHex(keyId);
    this.known.delete(name);
    this.unknown.delete(name);
    // A read under way may have seen the key before the change.
    this.reading.delete(name);
  }

  /** Concurrent requests with one key share one read. */
  private read(name: string, keyId: Uint8Array): Promise<ApiKey | undefined> {
    const underWay = this.reading.get(name);
    if (underWay !== undefined) return underWay;
    // The age of a result counts from the start of the read.
    const readMs = this.now();
    const reading = this.store
      .key(keyId)
      .then((key) => {
        if (this.reading.get(name) === reading) this.remember(name, key, readMs);
        return key ?? undefined;
      })
      .finally(() => {
        if (this.reading.get(name) === reading) this.reading.delete(name);
      });
    this.reading.set(name, reading);
    return reading;
  }

  private remember(name: string, key: ApiKey | null, readMs: number): void {
    if (key === null) this.unknown.set(name, readMs);
    else this.known.set(name, { key, readMs, readAgainMs: readMs + KEY_FRESH_MS });
  }
}
